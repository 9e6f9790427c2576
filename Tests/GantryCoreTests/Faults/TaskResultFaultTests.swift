// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

/// Faults about results before anything runs, and errors of bodies.
@Suite struct TaskResultFaultTests {
  private static func task(
    _ name: String, _ options: TaskOptions,
    _ body: @escaping @concurrent @Sendable (ModuleContext) async throws -> Void = { _ in }
  ) -> ModuleManifest {
    ModuleManifest(function: ModuleName(name), fileID: "\(name).swift", line: 1) {
      $0.launch(options, fileID: "\(name).swift", line: 2, body: .background(body))
    }
  }

  private static let returning = TaskOptions().returning(Catalog.self)
  private static let taking = TaskOptions().taking(Catalog.self)

  private static func texts(_ manifests: ModuleManifest...) -> [String] {
    TestApplication(modules: [], adding: { for manifest in manifests { $0.add(manifest) } })
      .application.check().map(\.description)
  }

  @Test func `two tasks that return the same type are a fault that names both locations`() {
    #expect(
      Self.texts(
        Self.task("attic", Self.returning), Self.task("cellar", Self.returning),
        Self.task("reader", Self.taking)) == [
          "Catalog is provided by attic (attic.swift:2) and cellar (cellar.swift:2). Provide it only "
            + "once, or wrap one of them in a type of your own."
        ])
  }

  @Test func `two tasks may not return the same type even if nothing takes it`() {
    let texts = Self.texts(Self.task("attic", Self.returning), Self.task("cellar", Self.returning))
    #expect(texts.count == 1 && texts[0].contains("attic (attic.swift:2) and cellar"))
  }

  @Test func `a task may not return a type that a module provides`() {
    let provider = ModuleManifest.fake("Shop") {
      $0.provide(Catalog.self, "catalog", fileID: "Shop.swift", line: 2) { _ in Catalog(title: "")
      }
    }
    #expect(
      Self.texts(Self.task("attic", Self.returning), provider) == [
        "Catalog is provided by Shop (Shop.swift:2) and attic (attic.swift:2). Provide it only once, "
          + "or wrap one of them in a type of your own."
      ])
  }

  @Test func `a type that nothing provides is a fault that names the tasks that take it`() {
    #expect(
      Self.texts(Self.task("reader", Self.taking), Self.task("writer", Self.taking)) == [
        "No launch task returns Catalog, and no module provides it, but reader (reader.swift:2) and "
          + "writer (writer.swift:2) take it. Return it from a task, link a module that provides it, "
          + "or make the parameter optional."
      ])
  }

  private enum Other {
    struct Catalog: Sendable {}
    struct Catalogs: Sendable {}
  }

  @Test func `suggestions are types that a task returns`() {
    #expect(
      Self.texts(
        Self.task("reader", Self.taking), Self.task("one", TaskOptions().returning(Stock.self)),
        Self.task("two", TaskOptions().returning(Other.Catalogs.self)),
        Self.task("three", TaskOptions().returning(Other.Catalog.self))) == [
          "No launch task returns GantryCoreTests.Catalog, and no module provides it, but reader "
            + "(reader.swift:2) takes it. Did you mean "
            + "GantryCoreTests.TaskResultFaultTests.Other.Catalog or Catalogs? Return it from a task, "
            + "link a module that provides it, or make the parameter optional."
        ])
  }

  @Test func `a task cannot take what it returns`() {
    #expect(
      Self.texts(Self.task("loop", Self.returning.taking(Catalog.self))) == [
        "loop injects Catalog (loop.swift:2), which it provides itself (loop.swift:2). Use the value "
          + "directly."
      ])
  }

  @Test func `a cycle of results is a fault that names the taken types`() {
    let text = Self.texts(
      Self.task("left", Self.returning.taking(Stock.self)),
      Self.task("right", TaskOptions().returning(Stock.self).taking(Catalog?.self))
    ).joined()
    #expect(text.hasPrefix("left → right → left wait for each other. Remove one dependency:"))
    #expect(text.contains("left requires right (left.swift:2, takes Stock)"))
    #expect(text.contains("right wants left (right.swift:2, takes Catalog)"))
  }

  @Test func `a task must be declared after the task whose result it takes`() {
    func module(concurrent: Bool) -> ModuleManifest {
      .fake("Shop") { module in
        module.launch(
          "read", Self.taking, fileID: "Shop.swift", line: 2, body: .background { _, _ in })
        var options = Self.returning
        options.isConcurrent = concurrent
        module.launch("open", options, fileID: "Shop.swift", line: 3, body: .background { _, _ in })
      }
    }
    let text = Self.texts(module(concurrent: false)).joined()
    #expect(text.contains("Shop.open comes after Shop.read (Shop.swift:3, written below it)"))
    #expect(text.contains("Shop.read requires Shop.open (Shop.swift:2, takes Catalog)"))
    #expect(Self.texts(module(concurrent: true)) == [])
  }

  @Test func `a disabled task takes and returns nothing`() {
    var off = Self.taking
    off.conditions = [.environment("X")]
    #expect(Self.texts(Self.task("reader", off)) == [])
    var spare = Self.returning
    spare.conditions = [.environment("X")]
    #expect(
      Self.texts(
        Self.task("attic", spare), Self.task("cellar", spare), Self.task("reader", Self.taking))
        == [])
  }

  @Test func `Void and Never are not results`() async throws {
    #expect(TaskOptions().returning(Void.self).returns == nil)
    #expect(TaskOptions().returning(Never.self).returns == nil)
    let options = TaskOptions().returning(Void.self)
    let host = TestApplication(
      Self.task("one", options) { try $0.setResult((), as: Void.self) }, Self.task("two", options))
    try await host.start()
    #expect(host.report?.failed == [])
  }

  /// A body that reads what isn't there or sets what it doesn't declare, and the message with which
  /// its task fails.
  struct Misuse: Sendable, CustomTestStringConvertible {
    let options: TaskOptions
    let message: String
    let body: @Sendable (ModuleContext) throws -> Void
    var testDescription: String { message }

    init(
      _ options: TaskOptions, _ message: String,
      _ body: @escaping @Sendable (ModuleContext) throws -> Void
    ) {
      self.options = options
      self.message = message
      self.body = body
    }
  }

  static let misuses = [
    Misuse(
      TaskOptions().returning(Stock.self),
      "task returns Catalog without declaring it. Add `.returning(Catalog.self)` to the task's options."
    ) { try $0.setResult(Catalog(title: ""), as: Catalog.self) },
    Misuse(
      TaskOptions(),
      "task returns Catalog without declaring it. Add `.returning(Catalog.self)` to the task's options."
    ) { try $0.setResult(Catalog(title: ""), as: Catalog?.self) },
    Misuse(
      TaskOptions().taking(Catalog?.self),
      "No module provides Catalog. Link a module that provides it, or call `resolveIfPresent(…)`."
    ) { _ = try $0.result(Catalog.self) },
  ]

  @Test(arguments: misuses)
  func `a body fails if it reads what is missing or sets what it doesn't declare`(
    misuse: Misuse
  ) async throws {
    let host = TestApplication(Self.task("task", misuse.options) { try misuse.body($0) })
    try await host.start()
    #expect(host.outcome(of: "task") == .failed(message: misuse.message))
  }

  @Test func `the manifest lists what a task takes and returns`() throws {
    let host = TestApplication(
      Self.task("index", Self.returning.taking(Stock.self).taking((any Ledger)?.self)))
    let task = try #require(host.application.manifest.modules.first?.tasks.first)
    #expect(task.returns == "GantryCoreTests.Catalog")
    #expect(task.takes.map(\.type) == ["GantryCoreTests.Stock", "GantryCoreTests.Ledger"])
    #expect(task.takes.map(\.isOptional) == [false, true])
    let text = try host.application.manifest.json()
    #expect(text.contains(#""returns" : "GantryCoreTests.Catalog""#))
    #expect(try JSONDecoder().decode(AppManifest.self, from: Data(text.utf8)).json() == text)
  }

  @Test func `a selection includes the modules whose results it takes`() throws {
    let host = TestApplication(
      Self.task("reader", Self.taking), Self.task("shelf", Self.returning),
      Self.task("other", TaskOptions().returning(Stock.self)), only: ["reader"])
    #expect(try host.plan.launchOrder == ["shelf", "reader"])
  }
}
