// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Logging
import Synchronization
import Testing

/// A service that only the app knows.
protocol Courier: Sendable {
  func fetch(_ path: String) async throws -> String
}

/// Answers every request with its path.
private struct Echo: Courier {
  func fetch(_ path: String) async throws -> String { path }
}

/// Keeps the logged lines with their metadata.
private final class Lines: LogHandler, Sendable {
  private let lines = Mutex<[String]>([])
  private let module: String
  private let root: Lines?

  init(module: String = "none", root: Lines? = nil) {
    self.module = module
    self.root = root
  }

  var all: [String] { lines.withLock { $0 } }

  func log(event: LogEvent) {
    let metadata = event.metadata?.map { "\($0)=\($1)" } ?? []
    lines.withLock {
      $0.append("\(event.level) \(event.message) \(metadata.sorted().joined(separator: " "))")
    }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }
}

@Suite struct ApplicationServiceTests {
  @Module final class SDKModule {
    @Inject let courier: any Courier
    @Inject let log: any LogService
    let page = Mutex("")

    @Launch func load() async throws {
      let text = try await courier.fetch("/orders")
      page.withLock { $0 = text }
      log.log(.notice, "loaded", ["bytes": "\(text.utf8.count)"])
    }
  }

  @Test func `a service that the app provides is injected without a module`() async throws {
    let host = try await TestApplication.start(
      SDKModule.self, adding: { $0.provide(Echo(), as: (any Courier).self) })
    let module = try #require(host.module(SDKModule.self))
    #expect(module.page.withLock { $0 } == "/orders")
    #expect(host.application.services.provided.map(\.type.name) == ["LogService", "Courier"])
    await host.stop()
    #expect(host.application.services.resolve((any Courier).self) != nil)
  }

  @Test func `the injected log writes to the module's logger`() async throws {
    let lines = Lines()
    let application = Application(
      modules: [SDKModule.self], launchOptions: .test,
      logger: Logger(label: "test") { _ in lines }
    ) { $0.provide(Echo(), as: (any Courier).self) }
    try await application.start()
    await application.stop()
    #expect(lines.all.contains { $0.hasPrefix("notice loaded") && $0.contains("bytes=7") })
  }

  @Test func `modules inject the log that the app provides`() async throws {
    struct Mine: LogService {
      let journal: Journal
      func log(
        _ level: LogLevel, _ message: @autoclosure () -> String, _ metadata: [String: String]
      ) {
        journal.write("\(level) \(message())")
      }
    }
    let journal = Journal()
    let host = TestApplication(
      modules: [],
      adding: { application in
        application.provide(Mine(journal: journal), as: (any LogService).self)
        application.add(
          .fake("Orders") { module in
            module.inject((any LogService).self)
            module.launch(
              "write",
              body: .background { _, context in
                try context.inject((any LogService).self).log(.info, "hello")
              })
          })
      })
    try await host.start()
    #expect(journal.lines == ["info hello"])
  }

  @Test func `a log that a module provides replaces the app's and is used again after a restart`()
    async throws
  {
    struct Journaled: LogService {
      let journal: Journal
      func log(
        _ level: LogLevel, _ message: @autoclosure () -> String, _ metadata: [String: String]
      ) {
        journal.write("\(level) \(message()) \(metadata)")
      }
    }
    let journal = Journal()
    let host = TestApplication(
      .fake("Log") {
        $0.provides((any LogService).self, "log") { _ in Journaled(journal: journal) }
      },
      .fake("Orders") { module in
        module.inject((any LogService).self)
        module.launch(
          "write",
          body: .background { _, context in
            try context.inject((any LogService).self).log(.info, "hello")
          })
      })
    #expect(try host.plan.launchOrder == ["Log", "Orders.init", "Orders.write", "Orders"])
    try await host.start()
    #expect(journal.lines == ["info hello [:]"])
    await host.stop()
    try await host.start()
    #expect(journal.lines.count == 2)
  }

  @Test func `an override of the log applies to injection`() async throws {
    struct Silent: LogService {
      func log(
        _ level: LogLevel, _ message: @autoclosure () -> String, _ metadata: [String: String]
      ) {}
    }
    let seen = Journal()
    let host = TestApplication(
      .fake("Orders") { module in
        module.inject((any LogService).self)
        module.launch(
          "look",
          body: .background { _, context in
            seen.write("\(type(of: try context.inject((any LogService).self)))")
          })
      })
    try await ServiceRegistry.withOverride(Silent(), as: (any LogService).self) {
      _ = try await host.start()
    }
    #expect(seen.lines == ["Silent"])
  }

  @Test func `a service that both the app and a module provide is a fault when injected`() {
    let host = TestApplication(
      modules: [],
      adding: { builder in
        builder.provide("app", as: String.self, fileID: "Shop/Main.swift", line: 7)
        builder.add(.fake("Names") { $0.provides(String.self, "s", at: "N.swift:1") { _ in "" } })
        builder.add(.fake("Page") { $0.inject(String.self) })
      })
    #expect(
      host.application.check().map(\.description) == [
        "String is provided by Names (N.swift:1) and the app (Shop/Main.swift:7). Choose one in the"
          + " module list, mark the others `fallback: true`, tell them apart by a qualifier, or"
          + " inject all as an array."
      ])
  }

  @Test func `stubs replace qualified services and shared values`() async throws {
    let seen = Journal()
    let host = TestApplication(
      modules: [],
      providing: { stubs in
        stubs.provide("eu", as: String.self, "europe")
        stubs.provide("plain", as: String.self)
        stubs.provide("ada", for: \.userName)
      },
      adding: { builder in
        builder.add(
          .fake("Orders") { module in
            module.inject(String.self, "europe")
            module.launch(
              "look",
              body: .background { _, context in
                seen.write(try context.inject(String.self, "europe"))
                seen.write(context.values.userName ?? "nobody")
              })
          })
      })
    try await host.start()
    #expect(seen.lines == ["eu", "ada"])
  }
}
