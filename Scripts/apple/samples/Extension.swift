// SPDX-License-Identifier: Apache-2.0

// Modules in an app extension, which has no delegate.

import Gantry

// region: extension
/// Starts the modules that the extension links, once.
actor ExtensionModules {
  private let application = Application()
  private var isStarted = false

  func services() async throws -> ServiceRegistry {
    if !isStarted { try await application.start() }
    isStarted = true
    return application.services
  }
}
// endregion
