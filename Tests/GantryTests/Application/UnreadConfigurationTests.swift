// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Logging
import Testing

/// Entries of configuration files that nothing reads.
@Suite struct UnreadConfigurationTests {
  private let log = LogRecorder()

  /// Launches Orders, which reads configuration, and Messages, which doesn't, with one file.
  private func launch(
    _ text: String, arguments: [String] = [], environment: [String: String] = [:],
    _ read: @escaping @Sendable (ModuleContext) -> Void
  ) async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "config-\(UUID().uuidString).json")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let app = Application(
      modules: [], configuration: .file(.required(file.path)),
      launchOptions: LaunchOptions(
        source: .test, arguments: arguments, environment: environment),
      limits: .unwatched, logger: log.logger
    ) {
      $0.add(
        .fake("Orders") {
          $0.launch("read", TaskOptions(.afterReady), body: .background { read($1) })
        })
      $0.add(.fake("Messages"))
      $0.add(.fake("Off", ModuleOptions(enabled: .when { _ in false })))
    }
    let completions = app.events.stream(of: LaunchCompleted.self, bufferingNewest: 1)
    try await app.start()
    for await _ in completions { break }
    await app.stop()
  }

  /// The warnings without the name of the file.
  private var warnings: [String] {
    log.lines(.warning).map { $0.replacing(/file \S*\.json/, with: "file") }
  }

  @Test func `a misspelled key is a warning with the requested key`() async throws {
    try await launch(#"{"Orders": {"limt": 5, "db": {"pasword": "x"}, "url": "a"}}"#) { context in
      _ = context.config.int(forKey: "limit", default: 1)
      _ = context.config.string(forKey: "db.password")
      _ = context.config.string(forKey: "url")
    }
    #expect(
      warnings == [
        """
        nothing has read Orders.db.pasword in configuration file. Did you mean Orders.db.password, \
        which Orders has asked for but which is not set?
        """,
        """
        nothing has read Orders.limt in configuration file. Did you mean Orders.limit, which Orders \
        has asked for but which is not set?
        """,
      ])
  }

  @Test func `misspelled variables and options are warnings with the requested names`() async throws
  {
    let variables = [
      "ORDERS_LIMTI": "5", "ODRERS_URL": "a", "ORDERS_MIRROR2": "b", "ORDERS_SOUND": "1",
      "OTHERS_WIDTH": "1", "ORDERS_READ": "1", "ORDERS_RAED": "1",
    ]
    try await launch(
      "{}", arguments: ["--orders-db-pasword", "x", "--verbose"], environment: variables
    ) { context in
      _ = context.config.int(forKey: "limit", default: 1)
      _ = context.config.string(forKey: "db.password")
      _ = context.config.string(forKey: "url")
      _ = context.config.string(forKey: "mirror1")
      _ = context.config.string(forKey: "width.of.all")
      _ = context.config.string(forKey: "read")
    }
    let ends = [
      ("--orders-db-pasword from the command line", "--orders-db-password"),
      ("ORDERS_LIMTI from the environment", "ORDERS_LIMIT"),
    ]
    #expect(
      warnings
        == ends.map { written, meant in
          """
          no module has read \(written). Did you mean \(meant), which Orders has asked for but which \
          is not set?
          """
        })
  }

  @Test func `a key that may be read later isn't a warning`() async throws {
    try await launch(
      """
      {"Orders": {"limt": 5, "mirror2": "b", "later": 1}, "Messages": {"sound": true},
       "Off": {"limt": 1}, "theme": {"limt": 1}, "limt": 1}
      """
    ) { context in
      _ = context.config.string(forKey: "mirror1")
      _ = context.config.int(forKey: "limt")
    }
    #expect(warnings == [])
    #expect(
      log.lines(.debug).contains(
        "nothing has read these configuration keys yet: Messages.sound, Orders.later, "
          + "Orders.mirror2"))
  }

  @Test func `a misspelled section is a warning if the module has none`() async throws {
    try await launch(#"{"Ordres": {"limit": 5}, "Message": {}, "Messages": {}, "app": {}}"#) { _ in
    }
    #expect(
      warnings == [
        """
        nothing reads Ordres in configuration file: there is no module Ordres; did you mean Orders?
        """
      ])
  }
}
