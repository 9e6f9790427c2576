// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import LogFixture
import Logging
import GantrySupport
import Testing

import Gantry
@testable import GantryCore

@Suite struct ConfigurationTests {
  private let log = LogRecorder()

  /// Runs the body with the path of a file in a folder of its own.
  private func withFile(
    _ text: String? = nil, _ body: (_ path: String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "conf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "shop.json").path
    if let text { try write(text, path) }
    try await body(path)
  }

  private func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
  }

  /// An application whose one module reads its configuration as it launches.
  private func application(
    _ file: ConfigurationFile? = nil, given: [String: ConfigurationValue] = [:],
    environment: [String: String] = [:], module: String = "Orders",
    _ read: @escaping @Sendable (ModuleContext) throws -> Void = { _ in }
  ) -> Application {
    Application(
      modules: [],
      configuration: file, sources: [MemoryConfiguration(given)],
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: environment),
      logger: log.logger
    ) {
      $0.add(
        .fake(module) {
          $0.launch("read", body: .background { _, context in try read(context) })
        })
    }
  }

  /// Why a file cannot be used; nil if it can.
  private func refusal(of file: ConfigurationFile) -> String? {
    do throws(ApplicationError) {
      try application(file).loadConfiguration()
      return nil
    } catch {
      guard case .configuration(file.path, let reason) = error else { return "\(error)" }
      return reason
    }
  }

  private func run(_ application: Application) async throws {
    try await application.start()
    await application.stop()
  }

  @Test(arguments: [
    (["given", "environment", "file"], "given"), (["environment", "file"], "environment"),
    (["file"], "file"), ([], "nothing"),
  ])
  func `the nearest source wins: given ones, the environment, the file`(
    sources: [String], winner: String
  ) async throws {
    let journal = Journal()
    let text = sources.contains("file") ? #"{"Orders": {"limit": "file"}}"# : "{}"
    try await withFile(text) { file in
      try await run(
        application(
          .required(file), given: sources.contains("given") ? ["Orders.limit": "given"] : [:],
          environment: sources.contains("environment") ? ["ORDERS_LIMIT": "environment"] : [:]
        ) { journal.write($0.config.string(forKey: "limit", default: "nothing")) })
    }
    #expect(journal.lines == [winner])
  }

  @Test(arguments: [
    ("CrashSDK.apiKey", "CRASH_SDK_API_KEY"), ("CJMain.greeting", "CJMAIN_GREETING"),
    ("Orders.api-limit", "ORDERS_API_LIMIT"), ("Orders.page.size2", "ORDERS_PAGE_SIZE2"),
  ])
  func `in a variable, a new word begins at a capital after a lower-case letter`(
    key: String, variable: String
  ) {
    #expect(EnvironmentConfiguration.variable(key) == variable)
  }

  @Test func `a value in a file is a text, a number, a boolean or an array`() async throws {
    let text = """
      {"Orders": {"name": "a", "count": 5, "whole": 5.0, "rate": 0.5, "on": true, "off": false,
        "hosts": ["a", "b"], "none": null, "deep": {"er": 1}, "large": 9007199254740993,
        "huge": 1e300}}
      """
    try await withFile(text) { file in
      try await run(
        application(.required(file)) { context in
          let config = context.config
          #expect(config.string(forKey: "name") == "a")
          #expect(config.int(forKey: "count") == 5 && config.double(forKey: "count") == 5)
          #expect(config.int(forKey: "whole") == 5 && config.double(forKey: "rate") == 0.5)
          #expect(config.bool(forKey: "on") == true && config.bool(forKey: "off") == false)
          #expect(config.stringArray(forKey: "hosts") == ["a", "b"])
          #expect(config.string(forKey: "none") == nil)
          #expect(config.int(forKey: "deep.er", default: 2) == 1)
          #expect(config.int(forKey: "large") == 9_007_199_254_740_993)
          #expect(config.double(forKey: "huge") == 1e300)
        })
    }
    #expect(log.lines(.warning) == [])
  }

  @Test func `a variable reads as any type`() async throws {
    let environment = [
      "ORDERS_COUNT": "5", "ORDERS_RATE": "0.5", "ORDERS_ON": "Yes", "ORDERS_OFF": "0",
      "ORDERS_HOSTS": "a, b",
    ]
    try await run(
      application(environment: environment) { context in
        let config = context.config
        #expect(config.int(forKey: "count") == 5 && config.double(forKey: "rate") == 0.5)
        #expect(config.bool(forKey: "on") == true && config.bool(forKey: "off") == false)
        #expect(config.stringArray(forKey: "hosts") == ["a", "b"])
        let (text, number) = (
          try config.requiredString(forKey: "hosts"), try config.requiredInt(forKey: "count")
        )
        #expect(text == "a, b" && number == 5)
      })
  }

  @Test(arguments: [
    (#""many\u0007""#, #"the text "many\u{07}""#), ("1.5", "the number 1.5"),
    ("[1, 2]", "an array of numbers"), ("[]", "an empty array"), ("true", "the boolean true"),
    (#"["a", 1, 2]"#, "an array of texts and numbers"),
  ])
  func `a warning about a value of the wrong type names key, file and both types, once`(
    value: String, found: String
  ) async throws {
    try await withFile("{\"Orders\": {\"limit\": \(value)}}") { file in
      try await run(
        application(.required(file)) { context in
          for _ in 0..<2 { #expect(context.config.int(forKey: "limit", default: 1) == 1) }
          #expect(context.config.int(forKey: "other", default: 1) == 1)
        })
      #expect(
        log.lines(.warning) == [
          """
          configuration key Orders.limit cannot be read as int: file '\(file)' has \(found), which \
          is not used gantry.module=Orders
          """
        ])
    }
  }

  @Test func `a warning names the module that has read the value, whatever its name`() async throws
  {
    try await run(
      application(given: ["Shop.Orders.limit": "many"], module: "Shop.Orders") { context in
        #expect(context.config.int(forKey: "limit", default: 1) == 1)
      })
    #expect(log.lines(.warning).map { $0.hasSuffix(" gantry.module=Shop.Orders") } == [true])
  }

  @Test func `an object where a value is read is of the wrong type, too`() async throws {
    try await withFile(#"{"Orders": {"page": {"size": 1}, "db": {"url": "x"}}}"#) { file in
      try await run(
        application(.required(file)) { context in
          for _ in 0..<2 { #expect(context.config.int(forKey: "page", default: 5) == 5) }
          #expect(context.config.int(forKey: "page.size") == 1)
          #expect(context.config.string(forKey: "pag") == nil)
          #expect(
            throws: ConfigurationError.wrongType(
              key: "Orders.db", source: "file '\(file)'", expected: "string", found: "an object")
          ) {
            try context.config.requiredString(forKey: "db")
          }
          #expect(context.config.string(forKey: "db.url") == "x")
        })
      #expect(
        log.lines(.warning) == [
          """
          configuration key Orders.page cannot be read as int: file '\(file)' has an object, which \
          is not used gantry.module=Orders
          """
        ])
    }
  }

  @Test(arguments: [("given", "memory"), ("environment", "ORDERS_LIMIT from the environment")])
  func `a required value that cannot be used is an error without the value`(
    place: String, source: String
  ) async throws {
    try await run(
      application(
        given: place == "given" ? ["Orders.limit": "hunter2"] : [:],
        environment: place == "environment" ? ["ORDERS_LIMIT": "hunter2"] : [:]
      ) { context in
        let error = #expect(throws: ConfigurationError.self) {
          try context.config.requiredInt(forKey: "limit")
        }
        #expect(
          "\(error.map { "\($0)" } ?? "")"
            == "configuration key Orders.limit cannot be read as int: \(source) has a text")
        #expect(throws: ConfigurationError.missing(key: "Orders.other")) {
          try context.config.requiredString(forKey: "other")
        }
      })
  }

  private static let malformed = [
    ("", "the file is empty"),
    ("{", "unexpected end of file during JSON parse near line 1, column 2"),
    ("[1]", "it has no object with a section for each module"),
    ("{\n  \"Orders\": {\"é\": wrong}\n}", "invalid value near line 2, column 19"),
    (
      "{\"Orders\": {\"ids\": [1, {}]}}",
      "Orders.ids has an array of something other than texts, numbers and booleans"
    ),
    (
      "{\"Orders\": {\"limit\": 1,\n \"limit\": 2}}",
      "the key \"limit\" occurs twice in one object, on line 2"
    ),
    (
      #"{"Orders": {"limit": 1}, "Orders.limit": 2}"#,
      "Orders.limit occurs twice, once with a dot in the name of a section or key"
    ),
  ]

  @Test(arguments: malformed) func `an error about a malformed file says where and why`(
    text: String, expected: String
  ) async throws {
    try await withFile(text) { file in
      for given in [ConfigurationFile.required(file), .optional(file)] {
        #expect(refusal(of: given) == expected)
      }
    }
  }

  @Test func `a file over its limit is refused with its size`() async throws {
    try await withFile(#"{"Orders": {"limit": 5}}"#) { path in
      let reason = "it has 24 bytes, and the limit is 20. Raise the limit if it is right"
      #expect(refusal(of: .required(path, limit: 20)) == reason)
      #expect(refusal(of: .optional(path, limit: 20)) == reason)
      #expect(refusal(of: .required(path, limit: 24)) == nil)
    }
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

  @Test func `a pipe or device instead of a file is an error that says so`() async throws {
    try await withFile { pipe in
      // Nothing writes to it: a read would wait forever.
      #expect(mkfifo(pipe, 0o600) == 0)
      let link = pipe + "-link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pipe)
      for (path, kind) in [(pipe, "a pipe"), (link, "a pipe"), ("/dev/null", "a device")] {
        let reason = "it is \(kind); a reload reads the configuration again, so it must be a file"
        #expect(refusal(of: .required(path)) == reason)
      }
    }
  }

  @Test func `a missing optional file is logged at debug level and read once it appears`()
    async throws
  {
    #expect("shop.json" as ConfigurationFile == .required("shop.json"))
    try await withFile { file in
      let app = application(.optional(file))
      try await app.start()
      #expect(log.lines(.warning) == [])
      #expect(log.lines(.debug).first == "there is no configuration file \(file)")
      try write(#"{"Orders": {"limit": 2}}"#, file)
      #expect(try await app.reloadConfiguration() == ["Orders.limit"])
      try FileManager.default.removeItem(atPath: file)
      #expect(try await app.reloadConfiguration() == ["Orders.limit"])
      await app.stop()
    }
  }

  @Test(arguments: [
    ("5", #""5""#, true), ("1", "true", true), ("5", "5.5", true), ("[5]", #"["5"]"#, true),
    (#"["a", "b"]"#, #"["a, b"]"#, true), ("5", "null", true), ("5", #"{"most": 5}"#, true),
    ("5", "5", false), (#"["a"]"#, #"[ "a" ]"#, false), (#""é""#, #""\u00e9""#, false),
  ])
  func `a reload returns the keys whose value or type has changed`(
    before: String, after: String, changes: Bool
  ) async throws {
    try await withFile("{\"Orders\": {\"limit\": \(before), \"other\": 1}}") { file in
      let app = application(.required(file))
      #expect(try await app.reloadConfiguration() == ["Orders.limit", "Orders.other"])
      try write("{\"Orders\": {\"limit\": \(after), \"other\": 1}}", file)
      let changed = try await app.reloadConfiguration()
      #expect(changed.contains { $0.hasPrefix("Orders.limit") } == changes, "\(changed)")
      #expect(!changed.contains("Orders.other"))
      let event = DidReloadConfiguration(changedKeys: changed)
      #expect(event.changes("Orders") == changes && !event.changes("Order"))
    }
  }

  @Test func `a reload takes new values, warns again, and a broken file changes nothing`()
    async throws
  {
    final class Kept: Sendable { let context = Mutex<ModuleContext?>(nil) }
    let kept = Kept()
    try await withFile(#"{"Orders": {"limit": "many"}}"#) { file in
      let app = application(.required(file)) { context in kept.context.withLock { $0 = context } }
      try await app.start()
      let context = try #require(kept.context.withLock { $0 })
      func read() -> Int { context.config.int(forKey: "limit", default: 1) }
      func warnings() -> Int { log.lines(.warning).count { $0.hasPrefix("configuration key") } }
      #expect(read() == 1 && warnings() == 1)
      for (text, value, count) in [
        (#"{"Orders": {"limit": 5}}"#, 5, 1), ("{", 5, 1), (#"{"Orders": {"limit": "x"}}"#, 1, 2),
      ] {
        try write(text, file)
        _ = try? await app.reloadConfiguration()
        #expect(read() == value && warnings() == count, "\(text)")
      }
      await app.stop()
    }
  }

  @Test func `the latest of many concurrent reloads wins`() async throws {
    try await withFile("{}") { file in
      let app = application(.required(file))
      for _ in 0..<20 {
        try await withThrowingTaskGroup { group in
          for number in 1...10 {
            try write("{\"Orders\": {\"limit\": \(number)}}", file)
            group.addTask { _ = try await app.reloadConfiguration() }
          }
          try await group.waitForAll()
        }
        #expect(try await app.reloadConfiguration() == [], "the last one is in force")
      }
    }
  }

  @Test func `a condition can read the file`() async throws {
    try await withFile(#"{"Orders": {"enabled": true}}"#) { file in
      let host = try await TestApplication.start(
        configFile: .required(file),
        adding: {
          $0.add(.fake("Messages", ModuleOptions(enabled: .config("enabled"))))
          $0.add(.fake("Orders", ModuleOptions(enabled: .config("enabled"))))
        })
      #expect(host.report?.skipped == ["Messages"])
    }
  }

  @Test(arguments: [
    ("limit", false), ("apiKey", true), ("db.PASSWORD", true), ("access-token", true),
    ("clientSecret", true), ("private_key", true), ("passing", false), ("key", false),
  ])
  func `a value whose key names a secret is never shown`(key: String, isSecret: Bool) async throws {
    let app = application(given: ["Orders.\(key)": "hunter2"]) { context in
      _ = context.config.int(forKey: key)
    }
    try await run(app)
    let setting = try #require(app.settings.first)
    #expect(setting.isSecret == isSecret && (setting.value == nil) == isSecret)
    #expect(log.lines.contains { $0.contains("hunter2") } != isSecret)
    #expect(log.lines(.warning).count == 1)
    let explained = Application(
      modules: [],
      sources: [MemoryConfiguration(["Orders.\(key)": "hunter2"])]
    ) { $0.add(.fake("Orders", ModuleOptions(enabled: .config(key)))) }.explain("Orders")
    #expect(explained.description.contains(key))
    #expect(explained.description.contains("hunter2") != isSecret)
  }

  @Test func `the keys that were read are known, with their sources`() async throws {
    let app = application(given: ["Orders.a": 1], environment: ["ORDERS_B": "x"]) { context in
      _ = context.config.int(forKey: "a")
      _ = context.config.string(forKey: "b")
      _ = context.config.int(forKey: "c", default: 3)
    }
    try await run(app)
    #expect(
      app.settings == [
        ConfigurationSetting(key: "Orders.a", source: "memory", value: "1", isSecret: false),
        ConfigurationSetting(
          key: "Orders.b", source: "ORDERS_B from the environment", value: "x", isSecret: false),
        ConfigurationSetting(key: "Orders.c", source: nil, value: "3", isSecret: false),
      ])
  }
}
