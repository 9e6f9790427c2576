// SPDX-License-Identifier: Apache-2.0

import Configuration
import Foundation
import Gantry
import GantryTesting
import Logging
import Synchronization
import Testing

@Suite struct ConfigurationLayerTests {
  private static let file = #"{"Orders": {"limit": "file"}}"#
  private static let all = [
    "shop.json": file, "shop.staging.json": #"{"Orders": {"limit": "staging"}}"#,
    "Config/Orders.json": #"{"limit": "module"}"#,
  ]

  /// Runs the body with a temporary folder of files.
  private func withFiles<R>(
    _ files: [String: String], _ body: (URL) async throws -> R
  ) async throws -> R {
    let folder = FileManager.default.temporaryDirectory.appending(path: "conf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Config"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files { try write(text, folder.appending(path: path)) }
    return try await body(folder)
  }

  private func write(_ text: String, _ url: URL) throws { try Data(text.utf8).write(to: url) }

  private func application(
    in folder: URL, given: [AbsoluteConfigKey: ConfigValue] = [:], arguments: [String] = [],
    environment: [String: String] = [:],
    logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
    _ read: @escaping @Sendable (ModuleContext) -> Void
  ) -> Application {
    Application(
      modules: [],
      configuration: ConfigurationSources(
        file: .required(folder.appending(path: "shop.json").path),
        folder: folder.appending(path: "Config").path,
        providers: given.isEmpty ? [] : [InMemoryProvider(values: given)]),
      launchOptions: LaunchOptions(
        source: .test, arguments: arguments, environment: environment),
      logger: logger
    ) {
      $0.add(
        .fake("Orders") { $0.launch("read", body: .background { _, context in read(context) }) })
    }
  }

  @Test func `in each pair of layers the one nearest to the user wins`() async throws {
    let layers = ["given", "argument", "environment", "staging", "module", "file"]
    for (place, near) in layers.enumerated() {
      for far in layers[(place + 1)...] {
        let journal = Journal()
        let here = [near, far]
        let files = Self.all.filter { file, _ in
          switch file {
          // If the environment has a file, the base file may be empty.
          case "shop.json": here.contains("file")
          case "Config/Orders.json": here.contains("module")
          default: here.contains("staging")
          }
        }
        var environment = here.contains("environment") ? ["ORDERS_LIMIT": "environment"] : [:]
        if here.contains("staging") { environment["GANTRY_ENVIRONMENT"] = "staging" }
        try await withFiles(["shop.json": "{}"].merging(files) { $1 }) { folder in
          let app = application(
            in: folder, given: here.contains("given") ? ["Orders.limit": "given"] : [:],
            arguments: here.contains("argument") ? ["--orders-limit", "argument"] : [],
            environment: environment
          ) { journal.write($0.config.string(forKey: "limit", default: "nothing")) }
          try await app.start()
          await app.stop()
        }
        #expect(journal.lines == [near], "\(near) and \(far)")
      }
    }
  }

  @Test(arguments: [
    ("shop.json", #"{"Orders": {"limit": "many"}}"#, #"the text "many""#),
    ("shop.json", #"{"Orders": {"limit": 1.5}}"#, "the number 1.5"),
    ("shop.json", #"{"Orders": {"limit": [1, 2]}}"#, "an array"),
    ("shop.json", #"{"Orders": {"limit": []}}"#, "an array"),
    ("Config/Orders.json", #"{"limit": "many"}"#, #"the text "many""#),
  ])
  func `a warning about a value of the wrong type names key, file, and both types`(
    file: String, text: String, found: String
  ) async throws {
    let log = LogRecorder()
    try await withFiles(["shop.json": "{}"].merging([file: text]) { $1 }) { folder in
      let app = application(in: folder, logger: log.logger) { context in
        _ = context.config.int(forKey: "limit", default: 1, fileID: "Orders/A.swift", line: 3)
      }
      try await app.start()
      let path = folder.appending(path: file).path
      #expect(
        log.lines(.warning) == [
          """
          configuration key Orders.limit cannot be read as int at Orders/A.swift:3: \
          file '\(path)' has \(found), which is not used gantry.module=Orders
          """
        ])
      await app.stop()
    }
  }

  @Test(arguments: ["given", "the command line", "the environment", "file"])
  func `a required value of the wrong type throws an error with key, source and type`(
    place: String
  ) async throws {
    let journal = Journal()
    let text = place == "file" ? Self.file : "{}"
    try await withFiles(["shop.json": text]) { folder in
      let app = application(
        in: folder, given: place == "given" ? ["Orders.limit": "hunter2"] : [:],
        arguments: place == "the command line" ? ["--orders-limit", "hunter2"] : [],
        environment: place == "the environment" ? ["ORDERS_LIMIT": "hunter2"] : [:]
      ) { context in
        for reader in [
          { try context.config.requiredInt(forKey: "limit") },
          { try context.config.snapshot().requiredInt(forKey: "limit") },
        ] {
          do { journal.write("\(try reader())") } catch { journal.write("\(error)") }
        }
      }
      try await app.start()
      await app.stop()
      let source =
        switch place {
        case "given": "InMemoryProvider[]"
        case "file": "file '\(folder.appending(path: "shop.json").path)'"
        case "the environment": "ORDERS_LIMIT from the environment"
        default: "--orders-limit from the command line"
        }
      let line = "configuration key Orders.limit cannot be read as int: \(source) has a text"
      #expect(journal.lines == [line, line])
    }
  }

  @Test(arguments: [
    (#"{"Orders": {"limit": null}}"#, []), (#"{"Orders": {"limit": {"most": 5}}}"#, []),
    (#"{"Orders": null}"#, []), (#"{"Orders": 5}"#, ["Orders"]), (#"{"Orders": []}"#, ["Orders"]),
    (#"{"Other": 5}"#, []),
  ])
  func `null and objects count as no value, and a module's section must be an object`(
    text: String, warned: [String]
  ) async throws {
    let (log, journal) = (LogRecorder(), Journal())
    try await withFiles(["shop.json": text]) { folder in
      let app = application(in: folder, logger: log.logger) { context in
        journal.write("\(context.config.int(forKey: "limit", default: 1))")
      }
      try await app.start()
      await app.stop()
      let path = folder.appending(path: "shop.json").path
      #expect(
        log.lines(.warning)
          == warned.map {
            "nothing reads \($0) in configuration file \(path): a module's part is an object"
          })
    }
    #expect(journal.lines == ["1"])
  }

  @Test func `a value of the wrong type is reported again after a reload`() async throws {
    final class Kept: Sendable { let context = Mutex<ModuleContext?>(nil) }
    let (log, kept) = (LogRecorder(), Kept())
    let (bad, good) = (#"{"Orders": {"limit": "many"}}"#, #"{"Orders": {"limit": 5}}"#)
    try await withFiles(["shop.json": bad]) { folder in
      let app = application(in: folder, logger: log.logger) { context in
        kept.context.withLock { $0 = context }
      }
      try await app.start()
      let context = try #require(kept.context.withLock { $0 })
      func read() -> [Int] { (0..<2).map { _ in context.config.int(forKey: "limit", default: 1) } }
      #expect(read() == [1, 1] && log.lines(.warning).count == 1)
      try write(good, folder.appending(path: "shop.json"))
      try await app.reloadConfiguration()
      #expect(read() == [5, 5] && log.lines(.warning).count == 1)
      try write(bad, folder.appending(path: "shop.json"))
      try await app.reloadConfiguration()
      #expect(read() == [1, 1] && log.lines(.warning).count == 2)
      await app.stop()
    }
  }

  @Test(arguments: [
    ("5", #""5""#, true), ("true", #""true""#, true), ("1", "true", true), ("5", "5.5", true),
    ("[5]", #"["5"]"#, true), (#"["a", "b"]"#, #"["a, b"]"#, true), ("5", "null", true),
    ("5", #"{"most": 5}"#, true), ("5", "5", false), (#"["a"]"#, #"[ "a" ]"#, false),
    ("true", "true", false), (#""é""#, #""\u00e9""#, false),
  ])
  func `a changed type counts as a changed value`(
    before: String, after: String, changes: Bool
  ) async throws {
    try await withFiles(["Config/Orders.json": "{\"limit\": \(before)}", "shop.json": "{}"]) {
      folder in
      let app = application(in: folder) { _ in }
      try await app.reloadConfiguration()
      try write("{\"limit\": \(after)}", folder.appending(path: "Config/Orders.json"))
      let changed = try await app.reloadConfiguration()
      #expect(changed.contains { $0.hasPrefix("Orders.limit") } == changes, "\(changed)")
    }
  }

  @Test func `a reload returns only the changed keys`() async throws {
    try await withFiles(Self.all) { folder in
      let app = application(in: folder) { _ in }
      #expect(
        try await app.reloadConfiguration() == ["Orders.limit"], "at first everything is new")
      #expect(try await app.reloadConfiguration() == [])
      try write(
        #"{"limit": "module", "tax": {"rate": 20}}"#, folder.appending(path: "Config/Orders.json"))
      let changed = try await app.reloadConfiguration()
      #expect(changed == ["Orders.tax.rate"])
      let event = DidReloadConfiguration(changedKeys: changed)
      #expect(event.changes("Orders") && !event.changes("Order"))
    }
  }

  @Test func `the latest of many concurrent reloads wins`() async throws {
    try await withFiles(["shop.json": Self.file]) { folder in
      let app = application(in: folder) { _ in }
      let file = folder.appending(path: "shop.json")
      for _ in 0..<20 {
        try await withThrowingTaskGroup { group in
          for number in 1...10 {
            let text = Data("{\"Orders\": {\"limit\": \"\(number)\"}}".utf8)
            try text.write(to: file, options: .atomic)
            group.addTask { _ = try await app.reloadConfiguration() }
          }
          try await group.waitForAll()
        }
        #expect(try await app.reloadConfiguration() == [], "the last one is in force")
      }
    }
  }

  @Test func `a failed reload leaves the values in force`() async throws {
    let journal = Journal()
    try await withFiles(Self.all) { folder in
      let app = application(in: folder) { context in
        journal.write(context.config.string(forKey: "limit", default: "nothing"))
      }
      try await app.reloadConfiguration()
      try write("{", folder.appending(path: "Config/Orders.json"))
      let error = await #expect(throws: ApplicationError.self) {
        try await app.reloadConfiguration()
      }
      guard case .configuration(let file, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(file.hasSuffix("Config/Orders.json"))
    }
  }

  @Test func `an environment's missing file is an error if another has one`() async throws {
    try await withFiles(Self.all) { folder in
      let app = application(in: folder, environment: ["GANTRY_ENVIRONMENT": "stagin"]) { _ in }
      let error = await #expect(throws: ApplicationError.self) { try await app.start() }
      #expect(error?.description.contains("shop.stagin.json") == true)
      #expect(error?.description.contains("there are files only for staging") == true)
    }
    let log = LogRecorder()
    try await withFiles(["shop.json": Self.file]) { folder in
      let app = application(
        in: folder, environment: ["GANTRY_ENVIRONMENT": "production"], logger: log.logger
      ) { _ in }
      try await app.start()
      await app.stop()
      let file = folder.appending(path: "shop.json").path
      #expect(
        log.lines(.warning).contains(
          "GANTRY_ENVIRONMENT is 'production', but no environment has a file beside \(file)"))
    }
  }

  @Test func `a pipe or device instead of a file is an error that says so`() async throws {
    try await withFiles([:]) { folder in
      let pipe = folder.appending(path: "pipe.json").path
      // Nothing writes to it: a read would wait forever.
      #expect(mkfifo(pipe, 0o600) == 0)
      let link = folder.appending(path: "link.json").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pipe)
      for (path, kind) in [(pipe, "a pipe"), (link, "a pipe"), ("/dev/null", "a device")] {
        let app = Application(modules: [], configuration: .file(.required(path)))
        let error = await #expect(throws: ApplicationError.self) {
          try await app.reloadConfiguration()
        }
        guard case .configuration(path, let reason) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(
          reason
            == "it is \(kind); a reload reads the configuration again, so it must be a file")
      }
    }
  }

  @Test func `a file that no module reads is a warning with similar names`() async throws {
    let log = LogRecorder()
    try await withFiles(["shop.json": "{}", "Config/Ordres.json": "{}"]) { folder in
      let app = application(in: folder, logger: log.logger) { _ in }
      try await app.reloadConfiguration()
    }
    #expect(log.lines(.warning).count == 1)
    #expect(
      log.lines(.warning)[0].contains(
        "Ordres.json: there is no module Ordres; did you mean Orders?"))
  }

  @Test func `a missing folder is an error`() async throws {
    let app = Application(
      modules: [], configuration: ConfigurationSources(folder: "/nowhere/Config"))
    let error = await #expect(throws: ApplicationError.self) { try await app.reloadConfiguration() }
    guard case .configuration("/nowhere/Config", "there is no such file") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    ("limit", true), ("apiKey", false), ("db.PASSWORD", false), ("access-token", false),
    ("clientSecret", false), ("passing", true),
  ])
  func `a value whose key names a secret is never shown`(key: String, shows: Bool) async throws {
    let parts = key.split(separator: ".").map(String.init)
    let object = parts.reversed().reduce("\"hunter2\"") { "{\"\($1)\": \($0)}" }
    try await withFiles(["shop.json": "{\"Orders\": \(object)}"]) { folder in
      let app = Application(
        modules: [],
        configuration: .file(.required(folder.appending(path: "shop.json").path))
      ) {
        $0.add(.fake("Orders", ModuleOptions(enabled: .config(key))))
      }
      try await app.reloadConfiguration()
      let text = app.explain("Orders").description
      #expect(text.contains(key) && text.contains("hunter2") == shows, "\(text)")
    }
  }
}
