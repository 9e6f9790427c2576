// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryTesting
import Testing

import Gantry
@testable import GantryCore

/// The launch graph in the manifest, rule by rule.
@Suite struct ManifestGraphTests {
  typealias Node = LaunchNode

  private struct Database: Sendable {}

  private static func graph(
    _ manifests: ModuleManifest..., list: ModuleList? = nil, only: [ModuleName] = []
  ) -> AppManifest.Graph {
    TestApplication(
      modules: ModuleSelection([], list: list, only: only),
      adding: { for manifest in manifests { $0.add(manifest) } }
    ).application.manifest.graph
  }

  private static func node(_ name: String, _ graph: AppManifest.Graph) throws -> Node {
    try #require(graph.nodes.first { $0.name == name }, "\(graph.nodes.map(\.name))")
  }

  private static func task(
    _ options: TaskOptions = TaskOptions(), line: Int = 5
  )
    -> (inout ModuleBuilder<Fake>, String) -> Void
  {
    { module, name in
      module.launch(name, options, fileID: "T/T.swift", line: line, body: .background { _, _ in })
    }
  }

  @Test func `a module with tasks has a creation, sequential tasks, and a launch`() throws {
    let graph = Self.graph(
      .fake("Orders", ModuleOptions(essential: true)) { module in
        Self.task()(&module, "open")
        Self.task(line: 6)(&module, "load")
        Self.task(TaskOptions(.afterReady), line: 7)(&module, "sync")
      })
    #expect(
      graph.nodes.map { "\($0.name) \($0.role) \($0.stage)" } == [
        "Orders.init creation beforeReady", "Orders.open task beforeReady",
        "Orders.load task beforeReady", "Orders.sync task afterReady", "Orders launch beforeReady",
      ])
    #expect(graph.nodes.allSatisfy { $0.owner == "Orders" && $0.isEssential && $0.skipped == nil })
    #expect(
      try Self.node("Orders.load", graph).edges == [
        LaunchEdge(.requires, "Orders.init", declaredAt: "T/T.swift:6", reason: .owner),
        LaunchEdge(.after, "Orders.open", declaredAt: "T/T.swift:6", reason: .sequence),
      ])
    #expect(
      try Self.node("Orders.sync", graph).edges == [
        LaunchEdge(.requires, "Orders", declaredAt: "T/T.swift:7", reason: .owner)
      ])
    let launch = try Self.node("Orders", graph)
    #expect(launch.isJoin && launch.edges.allSatisfy { $0.reason == .part })
    #expect(launch.edges.map(\.target) == ["Orders.init", "Orders.open", "Orders.load"])
  }

  @Test func `a module with only on-demand tasks has the same nodes, all on demand`() throws {
    let graph = Self.graph(.fake("Map") { Self.task(TaskOptions(.onDemand))(&$0, "open") })
    #expect(graph.nodes.map(\.name) == ["Map.init", "Map.open", "Map"])
    #expect(graph.nodes.allSatisfy { $0.stage == .onDemand })
    #expect(try Self.node("Map", graph).edges.map(\.target) == ["Map.init", "Map.open"])
  }

  @Test func `handlers that wait for after-ready tasks have their own node`() throws {
    let graph = Self.graph(
      .fake("Cart", ModuleOptions(events: .afterReadyTasks)) { module in
        Self.task(TaskOptions(.afterReady))(&module, "load")
        module.on(Greeting.self, "hear", body: .background { _, _, _ in })
      })
    let handlers = try Self.node("Cart.handlers", graph)
    #expect(handlers.role == .handlers && handlers.stage == .afterReady)
    #expect(handlers.edges.map(\.target) == ["Cart", "Cart.load"])
  }

  @Test func `a function's task is its node, and its handlers come after it`() throws {
    let graph = Self.graph(
      ModuleManifest(function: "setUp", fileID: "App/F.swift", line: 1) { function in
        function.launch(
          TaskOptions(.afterReady, requires: "Log", timeout: .seconds(2), retry: .immediately(3)),
          fileID: "App/F.swift", line: 1, body: .main { _ in })
        function.on(Greeting.self, fileID: "App/F.swift", line: 1, body: .background { _, _, _ in })
      }, .fake("Log"))
    let task = try Self.node("setUp", graph)
    #expect(task.role == .task && task.stage == .afterReady && task.lane == .main)
    #expect(task.timeout == .seconds(2) && task.retry.count == 3)
    #expect(
      task.edges == [LaunchEdge(.requires, "Log", declaredAt: "App/F.swift:1")],
      "an edge that is written by hand has no reason")
    let handlers = try Self.node("setUp.handlers", graph)
    #expect(handlers.role == .handlers && handlers.owner == "setUp")
    #expect(handlers.edges.map(\.reason) == [.part])
  }

  @Test func `an edge that delays another module points to its creation`() throws {
    let graph = Self.graph(
      .fake("Log", ModuleOptions(before: "Orders")) { Self.task()(&$0, "open") },
      .fake("Orders") { Self.task()(&$0, "open") })
    #expect(
      try Self.node("Log", graph).edges.first
        == LaunchEdge(.before, "Orders.init", declaredAt: "Log/LogModule.swift:1"))
  }

  @Test func `an edge to a milestone has that reason, and the graph lists the milestone`() throws {
    let consent = Milestone("consent")
    let graph = Self.graph(.fake("Ads") { Self.task(TaskOptions(after: consent))(&$0, "show") })
    #expect(graph.milestones == [consent])
    let edge = LaunchEdge(.requires, "consent", declaredAt: "T/T.swift:5", reason: .milestone)
    #expect(try Self.node("Ads.show", graph).edges.contains(edge))
  }

  @Test func `an injection points to the chosen provider and names the type`() throws {
    func provider(_ name: String, fallback: Bool = false) -> ModuleManifest {
      .fake(name) { $0.provide(Int.self, "number", ProvideOptions(fallback: fallback)) { _ in 1 } }
    }
    let consumer = ModuleManifest.fake("Shop") {
      $0.inject(Int.self, fileID: "Shop/S.swift", line: 2)
    }
    func edges(_ graph: AppManifest.Graph) throws -> [LaunchEdge] {
      try Self.node("Shop", graph).edges
    }
    func edge(_ target: String) -> LaunchEdge {
      LaunchEdge(
        .requires, target, declaredAt: "Shop/S.swift:2", reason: .service(type: "Int", .one))
    }
    let real = Self.graph(consumer, provider("A", fallback: true), provider("B"))
    #expect(try edges(real) == [edge("B")])
    // Two providers are a fault: only the edge to one of them is missing.
    let open = Self.graph(consumer, provider("A"), provider("B"))
    #expect(try edges(open) == [] && open.nodes.count == 3)
    let list = try ModuleList(json: #"{"modules": ["A", "Shop"]}"#)
    let chosen = Self.graph(consumer, provider("A"), provider("B"), list: list)
    #expect(try edges(chosen) == [edge("A")])
  }

  @Test func `a service that the app provides adds no node`() throws {
    let host = TestApplication(
      modules: [],
      adding: { builder in
        builder.provide(7, as: Int.self)
        builder.add(.fake("Shop") { $0.inject(Int.self) })
      })
    let manifest = host.application.manifest
    #expect(manifest.findings?.faults.isEmpty == true)
    #expect(manifest.graph.nodes.map(\.edges) == [[]])
  }

  @Test func `a lazy injection orders nothing but is listed`() throws {
    let graph = Self.graph(
      .fake("Shop") { $0.inject(Lazy<Int>.self, fileID: "Shop/S.swift", line: 2) },
      .fake("Stock") { $0.provide(Int.self, "number") { _ in 1 } })
    let shop = try Self.node("Shop", graph)
    #expect(shop.edges.isEmpty)
    #expect(
      graph.idleEdges["Shop"] == [
        LaunchEdge(
          .wants, "Stock", declaredAt: "Shop/S.swift:2", reason: .service(type: "Int", .lazy))
      ])
  }

  @Test func `an edge for a result points to the task that returns it`() throws {
    let graph = Self.graph(
      .fake("Shop") { Self.task(TaskOptions().taking(Database.self))(&$0, "load") },
      .fake("Stock") { Self.task(TaskOptions().returning(Database.self))(&$0, "open") })
    let edge = LaunchEdge(
      .requires, "Stock.open", declaredAt: "T/T.swift:5", reason: .result(type: "Database"))
    #expect(try Self.node("Shop.load", graph).edges.contains(edge))
  }

  @Test func `a module whose condition fails says so and lists what it would need`() throws {
    let graph = Self.graph(
      .fake("Shop", ModuleOptions(requires: "Stock", enabled: .environment("SHOP"))) { module in
        module.inject(Int.self, fileID: "Shop/S.swift", line: 2)
        Self.task(TaskOptions().taking(Database.self))(&module, "load")
      },
      .fake("Stock") { module in
        module.provide(Int.self, "number") { _ in 1 }
        Self.task(TaskOptions().returning(Database.self))(&module, "open")
      },
      .fake("Till", ModuleOptions(requires: "Shop")) {
        $0.inject(Int.self, fileID: "Till/T.swift", line: 2)
      })
    let creation = try Self.node("Shop.init", graph)
    let off = OffReason(
      .condition, "condition does not hold: environment variable SHOP")
    #expect(graph.nodes.filter { $0.owner == "Shop" }.allSatisfy { $0.skipped == off })
    #expect(creation.edges.map(\.target) == ["Stock"])
    let service = LaunchEdge(
      .requires, "Stock", declaredAt: "Shop/S.swift:2", reason: .service(type: "Int", .one))
    #expect(graph.idleEdges["Shop.init"] == [service])
    #expect(graph.idleEdges["Shop.load"]?.map(\.target) == ["Stock.open"])
    // `Till` only requires a module that is off, which an edge shows.
    let till = try Self.node("Till", graph)
    #expect(till.skipped == nil && graph.idleEdges["Till"]?.map(\.target) == ["Stock"])
  }

  @Test func `a single task can be off, and the launch does not wait for it`() throws {
    let manifest = ModuleManifest.fake("Shop") { module in
      Self.task(TaskOptions(enabled: .environment("LOAD")))(&module, "load")
      Self.task()(&module, "open")
    }
    let graph = Self.graph(manifest)
    #expect(try Self.node("Shop.load", graph).skipped?.cause == .condition)
    #expect(try Self.node("Shop", graph).skipped == nil)
    #expect(try Self.node("Shop", graph).edges.map(\.target) == ["Shop.init", "Shop.open"])
  }

  @Test func `lists and selections turn modules off, and an ordered list orders the running ones`()
    throws
  {
    let list = try ModuleList(
      json: #"""
        {"ordered": true,
         "modules": ["C", {"name": "B", "enabled": false}, "A"]}
        """#)
    let graph = Self.graph(.fake("A"), .fake("B"), .fake("C"), .fake("D"), list: list)
    #expect(graph.nodes.map { $0.skipped?.cause } == [nil, .list, nil, .list])
    let above = try #require(Self.node("A", graph).edges.first)
    #expect(above.kind == .after && above.target == "C" && above.reason == .list)
    let chosen = Self.graph(.fake("A"), .fake("B"), only: ["A"])
    #expect(chosen.nodes.map { $0.skipped?.cause } == [nil, .selection])
  }

  @Test func `faults leave the rest of the graph unchanged`() throws {
    let graph = Self.graph(
      .fake("A", ModuleOptions(requires: "B", "Nowhere")), .fake("B", ModuleOptions(after: "A")))
    #expect(try Self.node("A", graph).edges.map(\.target) == ["B", "Nowhere"])
    #expect(graph.launch.check().count == 2)
  }
}
