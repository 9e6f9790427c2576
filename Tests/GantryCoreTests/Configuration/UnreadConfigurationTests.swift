// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import LogFixture
import Logging
import Testing

import Gantry
@testable import GantryCore

/// Sections and keys of the configuration file that nothing reads.
@Suite(.timeLimit(.minutes(5))) struct UnreadConfigurationTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let unread: [String]
    var read: [String] = []
    var missing: [String] = []
    var certain: [String] = []
    var open: [String] = []
    var testDescription: String { unread.joined(separator: " ") }
  }

  private static let readers: [String: UnreadKeys.Reader] = [
    "Storage": .settled, "Web": .beginning, "Search": .later, "Shop.Cart": .settled,
  ]

  private static let rows = [
    Row(unread: []),
    Row(
      unread: ["Storge.file", "Storge.size"], missing: ["Storage.file"],
      certain: ["Storge, the name of no module, which is similar to Storage"]),
    Row(unread: ["port"], certain: ["port, the name of no module"]),
    Row(
      unread: ["Storage.flie"], missing: ["Storage.file"],
      certain: ["Storage.flie, which is similar to Storage.file"]),
    // A key that has a value isn't what was meant.
    Row(unread: ["Storage.flie"], read: ["Storage.file"], certain: ["Storage.flie"]),
    Row(unread: ["Storage.bogus"], missing: ["Web.bogus"], certain: ["Storage.bogus"]),
    Row(unread: ["Web.bogus"], open: ["Web.bogus"]),
    Row(
      unread: ["Web.prot"], missing: ["Web.port"],
      certain: ["Web.prot, which is similar to Web.port"]),
    Row(unread: ["Search.index"]),
    Row(
      unread: ["Search.indx"], missing: ["Search.index"],
      certain: ["Search.indx, which is similar to Search.index"]),
    Row(unread: ["Shop.Cart.size"], certain: ["Shop.Cart.size"]),
    Row(
      unread: ["Storage.page.sise"], missing: ["Storage.page.size"],
      certain: ["Storage.page.sise, which is similar to Storage.page.size"]),
    Row(
      unread: ["Web.b", "A.x", "Storage.a"], certain: ["A, the name of no module", "Storage.a"],
      open: ["Web.b"]),
  ]

  @Test(arguments: rows) func `the table of unread keys`(row: Row) {
    let unread = UnreadKeys(
      row.unread,
      read: row.read.map { ($0, false) } + row.missing.map { ($0, true) }, Self.readers)
    func texts(_ findings: [UnreadKeys.Finding]) -> [String] {
      findings.map { UnreadKeys.warning(of: [$0], in: "f") }
    }
    func sentence(_ part: String) -> String {
      """
      nothing has read these parts of the configuration file 'f': \(part). Correct the names, or \
      remove what is not used.
      """
    }
    #expect(texts(unread.certain) == row.certain.map(sentence))
    #expect(texts(unread.open) == row.open.map(sentence))
  }

  @Test func `a warning names ten parts`() {
    let unread = UnreadKeys((10..<30).map { "Storage.\($0)" }, read: [], Self.readers)
    let text = UnreadKeys.warning(of: unread.certain, in: "f")
    #expect(text.contains("Storage.19; 10 more. ") && !text.contains("Storage.20"))
  }

  // MARK: - Applications

  private let log = LogRecorder()
  private let clock = TestClock()

  private func withFile(_ text: String, _ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "conf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "shop.json").path
    try Data(text.utf8).write(to: URL(filePath: path))
    try await body(path)
  }

  private func application(_ file: String, _ manifests: ModuleManifest...) -> Application {
    Application(
      modules: [], configuration: .required(file),
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:]),
      limits: .unwatched, logger: log.logger, clock: clock
    ) { builder in
      for manifest in manifests { builder.add(manifest) }
    }
  }

  private static let storage = ModuleManifest.fake("Storage", ModuleOptions(enabled: .config("on")))
  {
    $0.launch(
      "open",
      body: .background { _, context in _ = context.config.string(forKey: "file", default: "a.db") }
    )
  }

  private var warnings: [String] {
    log.lines(.warning).filter { $0.hasPrefix("nothing has read") }
  }

  private func warning() async {
    while warnings.isEmpty { await Task.yield() }
  }

  @Test func `one warning at ready names what nothing reads, with the near names`() async throws {
    let text = #"{"Storge": {"file": "x"}, "Storage": {"flie": "y", "on": true, "depth": 1}}"#
    try await withFile(text) { file in
      let app = application(file, Self.storage)
      try await app.start()
      await warning()
      #expect(
        warnings == [
          """
          nothing has read these parts of the configuration file '\(file)': Storge, the name of no \
          module, which is similar to Storage; Storage.depth; Storage.flie, which is similar to \
          Storage.file. Correct the names, or remove what is not used.
          """
        ])
      await app.stop()
      #expect(warnings.count == 1)
    }
  }

  @Test(arguments: [true, false])
  func `work that reads its keys as it begins has a second for that`(reads: Bool) async throws {
    let text = #"{"Web": {"port": 80}, "Storage": {"on": true}}"#
    try await withFile(text) { file in
      let gate = Gate()
      let app = application(
        file, Self.storage,
        .fake("Web") { module in
          module.run("serve") { _, context in
            await gate.wait()
            if reads { _ = context.config.int(forKey: "port") }
            for await _ in AsyncStream(Void.self, { _ in }) {}
          }
        })
      try await app.start()
      await clock.waitUntilSleeping()
      #expect(warnings == [])
      gate.open()
      while reads, !app.settings.contains(where: { $0.key == "Web.port" }) { await Task.yield() }
      clock.advance(by: .seconds(1))
      if !reads { await warning() }
      await app.stop()
      #expect(warnings.count == (reads ? 0 : 1))
      #expect(warnings.allSatisfy { $0.contains("Web.port") })
    }
  }

  @Test func `a stop within that second names only what is certain`() async throws {
    try await withFile(#"{"Web": {"port": 80}, "Storge": {"on": true}}"#) { file in
      let app = application(file, .fake("Web") { $0.run("serve") { _, _ in } })
      try await app.start()
      await clock.waitUntilSleeping()
      await app.stop()
      await warning()
      #expect(warnings.count == 1 && warnings[0].contains("Storge"))
      #expect(!warnings[0].contains("Web.port"))
    }
  }

  @Test func `the keys of a module that has not launched may still be read`() async throws {
    let text = #"{"Search": {"index": "x"}, "Storage": {"on": false, "depth": 1}}"#
    try await withFile(text) { file in
      let app = application(
        file, Self.storage, .fake("Search", ModuleOptions(stage: .onDemand)))
      try await app.start()
      await app.configuration.looked()
      await app.stop()
      #expect(warnings == [])
    }
  }

  @Test func `a reload names what is new`() async throws {
    try await withFile(#"{"Storage": {"on": true}}"#) { file in
      let app = application(file, Self.storage)
      try await app.start()
      await app.configuration.looked()
      #expect(warnings == [])
      for text in [
        #"{"Storage": {"on": true}, "Wbe": {}, "Web": {"a": 1}}"#, #"{"Web": {"a": 2}}"#,
      ] {
        try Data(text.utf8).write(to: URL(filePath: file))
        _ = try await app.reloadConfiguration()
        await app.configuration.looked()
        #expect(warnings.count == 1, "the same key once")
      }
      await app.stop()
    }
  }
}
