// SPDX-License-Identifier: Apache-2.0

import Configuration
import GantryTesting
import Logging

import Gantry
@testable import GantryCore

extension LogRecorder {
  /// Runs an application whose one module, Orders, reads its configuration, and records the log.
  static func reading(
    arguments: [String] = [], environment: [String: String] = [:],
    _ read: @escaping @Sendable (ConfigReader) -> Void
  ) async throws -> LogRecorder {
    let log = LogRecorder()
    let app = Application(
      modules: [],
      launchOptions: LaunchOptions(
        source: .test, arguments: arguments, environment: environment),
      logger: log.logger
    ) { builder in
      builder.add(
        .fake("Orders") {
          $0.launch("read", body: .background { _, context in read(context.config) })
        })
    }
    try await app.start()
    await app.stop()
    return log
  }
}
