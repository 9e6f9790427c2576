// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Logging
import Testing

@Suite struct ConfigurationTests {
  /// What the module reads under `limit`, from a temporary configuration file.
  private func limit(
    file text: String? = nil, environment: [String: String] = [:]
  ) async throws -> String? {
    let journal = Journal()
    let file = FileManager.default.temporaryDirectory
      .appending(path: "config-\(UUID().uuidString).json")
    if let text { try Data(text.utf8).write(to: file) }
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try await TestApplication.start(
      configFile: text == nil ? nil : .required(file.path),
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: environment),
      adding: {
        $0.add(
          .fake("Orders") {
            $0.launch(
              "read",
              body: .background { _, context in
                journal.write("\(context.config.int(forKey: "limit", default: 0))")
              })
          })
      })
    return journal.lines.first
  }

  @Test func `a module reads its values under its name in the file`() async throws {
    #expect(try await limit(file: #"{"Orders": {"limit": 5}}"#) == "5")
  }

  @Test func `the environment overrides the file`() async throws {
    #expect(
      try await limit(
        file: #"{"Orders": {"limit": 5}}"#, environment: ["ORDERS_LIMIT": "7"]) == "7")
  }

  @Test func `a value of the wrong type is ignored`() async throws {
    #expect(try await limit(file: #"{"Orders": {"limit": "many"}}"#) == "0")
  }

  static let malformed = [
    ("", "the file is empty"),
    ("{", "unexpected end of file during JSON parse"),
    ("[1]", "the top-level value of the JSON file must be an object"),
    ("{\n  \"Orders\": {\"é\": wrong}\n}", "invalid value near line 2, column 19"),
    ("{\"Orders\": [1, \"two\"]}", "unexpected value type: String in array at Orders.1"),
  ]

  @Test(arguments: malformed) func `an error about a malformed file says where and why`(
    text: String, expected: String
  ) async {
    let error = await #expect(throws: TestApplicationError.self) { try await limit(file: text) }
    guard case .application(.configuration(let file, let reason)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file.contains("config-"))
    #expect(reason == expected)
  }

  @Test(arguments: [
    ("/nowhere/app.json", "there is no such file"), ("/tmp", "is a directory"),
  ])
  func `an unreadable file is an error, and nothing runs`(file: String, expected: String) async {
    let host = TestApplication(modules: [], configFile: .required(file))
    let error = await host.startError()
    #expect(
      error?.description == """
        configuration file '\(file)' cannot be used: \(expected). Correct the path or the file, or \
        start without it.
        """)
    #expect(host.report == nil)
  }

  @Test func `an unusable value is one warning, however often it is read`() async throws {
    let log = try await LogRecorder.reading(environment: ["ORDERS_LIMIT": "many"]) { config in
      for _ in 0..<2 {
        _ = config.int(forKey: "limit", default: 1, fileID: "Orders/A.swift", line: 3)
      }
      _ = config.string(forKey: "limit")
      _ = config.int(forKey: "other", default: 1)
    }
    #expect(
      log.lines(.warning) == [
        """
        configuration key Orders.limit cannot be read as int at Orders/A.swift:3: \
        ORDERS_LIMIT from the environment has the text "many", which is not used \
        gantry.module=Orders
        """
      ])
  }

  @Test(arguments: [
    (nil, "a text"), (true, "a text"), (false, #"the text "12a4""#),
  ])
  func `a warning shows the value only if the read says that it is not secret`(
    isSecret: Bool?, found: String
  ) async throws {
    let log = try await LogRecorder.reading(environment: ["ORDERS_PIN": "12a4"]) { config in
      if let isSecret {
        _ = config.int(
          forKey: "pin", isSecret: isSecret, default: 1, fileID: "Orders/A.swift", line: 3)
      } else {
        // Without a default, the log doesn't learn whether the value is secret.
        _ = config.int(forKey: "pin", isSecret: true, fileID: "Orders/A.swift", line: 3)
        #expect(throws: (any Error).self) {
          try config.requiredInt(forKey: "pin", isSecret: true)
        }
      }
    }
    #expect(log.lines(.warning).count == (isSecret == nil ? 2 : 1))
    for line in log.lines(.warning) {
      #expect(line.contains("ORDERS_PIN from the environment has \(found), which is not used"))
    }
    #expect(log.lines.contains { $0.contains("12a4") } == (isSecret == false))
  }

  @Test func `a reload takes new values and keeps the old ones if the file is broken`()
    async throws
  {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "config-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let journal = Journal()
    try Data(#"{"Orders": {"limit": 1}}"#.utf8).write(to: file)
    let host = try await TestApplication.start(
      configFile: .required(file.path),
      adding: {
        $0.add(
          .fake("Orders") {
            $0.on(
              Greeting.self, "read",
              body: .background { _, _, context in
                journal.write("\(context.config.int(forKey: "limit", default: 0))")
              })
          })
      })
    for text in [#"{"Orders": {"limit": 2}}"#, "{"] {
      try Data(text.utf8).write(to: file)
      _ = try? await host.application.reloadConfiguration()
      await host.send(Greeting(text: "read"))
    }
    #expect(journal.lines == ["2", "2"])
    await host.stop()
  }

  @Test func `a condition can read the configuration file`() async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "config-\(UUID().uuidString).json")
    try Data(#"{"Orders": {"enabled": true}}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let host = try await TestApplication.start(
      configFile: .required(file.path),
      adding: {
        $0.add(.fake("Messages", ModuleOptions(enabled: .config("enabled"))))
        $0.add(.fake("Orders", ModuleOptions(enabled: .config("enabled"))))
      })
    #expect(host.report?.skipped == ["Messages"])
  }
}
