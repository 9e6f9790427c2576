// SPDX-License-Identifier: Apache-2.0

// Modules in an app extension, which has no delegate.

import Gantry

// region: extension
/// Starts four of the app's modules, and the modules that they require.
actor WidgetModules {
  private let application = Application(
    modules: .linked(only: ["Account", "Network", "Orders", "Prices"]),
    launchOptions: LaunchOptions(processKind: .appExtension))
  private lazy var start = Task { [application] in try await application.start() }

  func services() async throws -> ServiceRegistry {
    _ = try await start.value
    return application.services
  }
}
// endregion
