// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Logging
import Testing

/// A configuration file that may be missing.
@Suite struct OptionalConfigurationTests {
  private let log = LogRecorder()

  /// Runs the body with the path of a missing file in an empty folder.
  private func withPath(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "config-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "shop.json"))
  }

  private func application(
    _ file: ConfigurationFile, environment: [String: String] = [:], _ journal: Journal = Journal()
  ) -> Application {
    Application(
      modules: [], configuration: .file(file),
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: environment),
      logger: log.logger
    ) {
      $0.add(
        .fake("Orders") {
          $0.launch(
            "read",
            body: .background { _, context in
              journal.write("\(context.config.int(forKey: "limit", default: 1))")
            })
        })
    }
  }

  @Test func `a literal means a required file`() {
    let file: ConfigurationFile = "shop.json"
    #expect(file == .required("shop.json"))
    #expect(file != .optional("shop.json"))
  }

  @Test func `a missing optional file is logged at debug level and not as a warning`() async throws
  {
    try await withPath { path in
      let journal = Journal()
      let app = application(.optional(path.path), environment: ["GANTRY_ENVIRONMENT": "x"], journal)
      try await app.start()
      #expect(journal.lines == ["1"])
      #expect(log.lines(.warning) == [])
      #expect(log.lines(.debug).first == "there is no configuration file \(path.path)")
      await app.stop()
    }
  }

  @Test func `an optional file is read even if it appears later`() async throws {
    try await withPath { path in
      let app = application(.optional(path.path))
      #expect(try await app.reloadConfiguration() == [])
      try Data(#"{"Orders": {"limit": 2}}"#.utf8).write(to: path)
      #expect(try await app.reloadConfiguration() == ["Orders.limit"])
      try FileManager.default.removeItem(at: path)
      #expect(try await app.reloadConfiguration() == ["Orders.limit"])
    }
  }

  @Test func `an environment's file is read even if the base file is missing`() async throws {
    try await withPath { path in
      let journal = Journal()
      let own = path.deletingLastPathComponent().appending(path: "shop.staging.json")
      try Data(#"{"Orders": {"limit": 3}}"#.utf8).write(to: own)
      let app = application(
        .optional(path.path), environment: ["GANTRY_ENVIRONMENT": "staging"], journal)
      try await app.start()
      #expect(journal.lines == ["3"])
      await app.stop()
    }
  }

  @Test(arguments: [("{", "unexpected end of file during JSON parse"), ("", "the file is empty")])
  func `a malformed optional file is an error`(text: String, expected: String) async throws {
    try await withPath { path in
      try Data(text.utf8).write(to: path)
      let app = application(.optional(path.path))
      let error = await #expect(throws: ApplicationError.self) { try await app.start() }
      guard case .configuration(path.path, expected) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `a folder instead of an optional file is an error`() async throws {
    try await withPath { path in
      let app = application(.optional(path.deletingLastPathComponent().path))
      let error = await #expect(throws: ApplicationError.self) { try await app.start() }
      #expect(error?.description.contains("is a directory") == true)
    }
  }
}
