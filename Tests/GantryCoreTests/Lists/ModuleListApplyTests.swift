// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryTesting
import Testing

import Gantry
@testable import GantryCore

struct ModuleListApplyTests {
  @Test func `an entry with only a name changes nothing`() throws {
    let orders = ModuleOptions(name: "Orders", stage: .idle, after: "Log", priority: 100)
    let result = try apply(#"{"modules": ["Orders"]}"#, to: [module(orders)])
    let options = try #require(result.manifests.first?.options)
    #expect(options.priority == 100)
    #expect(options.stage == .idle)
    #expect(options.dependencies == [.init(.after, "Log")])
    #expect(result.excluded.isEmpty)
  }

  @Test func `unlisted and disabled modules are excluded, each with its reason`() throws {
    let result = try apply(
      #"{"modules": ["A", {"name": "B", "enabled": false}]}"#,
      to: [module("A"), module("B"), module("C")])
    #expect(
      result.excluded == [
        "B": OffReason(.list, "disabled in the list (modules.json:modules[1].enabled)"),
        "C": OffReason(.list, "not in the list modules.json"),
      ])
    #expect(result.faults.isEmpty)
  }

  @Test func `an empty list excludes every module`() throws {
    let result = try apply(#"{"modules": []}"#, to: [module("A"), module("B")])
    #expect(result.excluded.keys.sorted() == ["A", "B"])
  }

  @Test func `a function runs unless the list disables it`() throws {
    let functions: [ModuleManifest] = ["setUp", "warmUp"].map { name in
      ModuleManifest(function: name, fileID: "App/main.swift", line: 1) { _ in }
    }
    let result = try apply(
      #"{"modules": [{"name": "warmUp", "enabled": false}]}"#, to: functions)
    #expect(
      result.excluded == [
        "warmUp": OffReason(.list, "disabled in the list (modules.json:modules[0].enabled)")
      ])
  }

  @Test func `an earlier reason for exclusion stays`() throws {
    var manifests = [module("A"), module("B")]
    var excluded: [ModuleName: OffReason] = ["A": "first", "B": "first"]
    let list = try ModuleList(
      json: #"{"modules": [{"name": "B", "enabled": false}]}"#)
    _ = list.apply(to: &manifests, excluding: &excluded)
    #expect(excluded == ["A": "first", "B": "first"])
  }

  @Test func `listed names that are not linked are faults with location and similar names`() throws
  {
    let json = """
      {"modules": ["Ordrs", {"name": "Nothing", "enabled": false}]}
      """
    let result = try apply(json, to: [module("Account"), module("Orders")])
    #expect(
      result.faults == [
        .unknownListed(
          name: "Ordrs", declaredAt: "modules.json:modules[0]", near: ["Orders"]),
        .unknownListed(name: "Nothing", declaredAt: "modules.json:modules[1]", near: []),
      ])
    #expect(
      result.faults.first?.description == """
        Ordrs is named in the module list (modules.json:modules[0]) but is not linked. Did you \
        mean Orders? Link its target, or correct the name.
        """)
  }

  @Test func `between equal priorities the list order decides before the name`() throws {
    let plan = try apply(
      #"{"modules": ["C", "D", "A", "B"]}"#,
      to: [module("A"), module("B"), module("C"), module(ModuleOptions(name: "D", priority: 499))]
    ).graph.plan()
    #expect(plan.tasks.map(\.name) == ["D", "C", "A", "B"])
  }

  @Test func `unlisted functions come after listed modules`() throws {
    let function = ModuleManifest(function: "a", fileID: "App/main.swift", line: 1) { _ in }
    let result = try apply(
      #"{"modules": ["C", "B"]}"#, to: [function, module("B"), module("C")])
    #expect(result.manifests.map(\.options.listPosition) == [2, 1, 0])
  }

  @Test func `a module's edge overrides the list order`() throws {
    let first = ModuleOptions(name: "A", after: "B")
    let result = try apply(
      #"{"modules": ["A", "B"]}"#, to: [module(first), module("B")])
    #expect(try result.graph.plan().tasks.map(\.name) == ["B", "A"])
  }

  @Test func `in an ordered list each module comes after the running one above it`() throws {
    let json = """
      {"ordered": true,
       "modules": ["C", {"name": "B", "enabled": false}, "Unknown", "A"]}
      """
    let result = try apply(json, to: [module("A"), module("B"), module("C")])
    let above = LaunchEdge(.after, "C", declaredAt: "modules.json:modules[3]", reason: .list)
    #expect(result.edges == ["A": [above]])
  }

  @Test(arguments: [
    ("a condition", ModuleOptions(name: "B", enabled: .when { _ in false })),
    ("a requirement that is disabled", ModuleOptions(name: "B", requires: "Off")),
    ("nobody asking for it", ModuleOptions(name: "B", stage: .onDemand)),
  ])
  func `the order skips an entry that does not run`(why: String, between: ModuleOptions) throws {
    let json = """
      {"ordered": true,
       "modules": ["A", "B", "C", "D", {"name": "Off", "enabled": false}]}
      """
    let host = TestApplication(
      modules: ModuleSelection([], list: try ModuleList(json: json)),
      adding: {
        for name in ["A", "C", "D", "Off"] { $0.add(.fake(name)) }
        $0.add(.fake("B", between))
      })
    let task = try #require(try host.plan.task(named: "C"))
    let waits = task.dependencies.map { "\($0.name) (\($0.declaredAt))" }
    #expect(waits == ["A (modules.json:modules[2])"], "\(why)")
    #expect(try host.plan.task(named: "D")?.dependencies.map(\.name) == ["C"])
  }

  @Test func `an order that contradicts a dependency is a cycle that names both locations`() throws
  {
    let first = ModuleOptions(name: "A", requires: "B")
    let result = try apply(
      #"{"ordered": true, "modules": ["A", "B"]}"#, to: [module(first), module("B")])
    let faults = result.graph.check()
    #expect(faults.map(\.kind) == ["cycle"])
    #expect(
      faults.first?.message.split(separator: "\n").dropFirst().sorted() == [
        "  A waits for B: A requires B (Parts/A.swift:1)",
        "  B waits for A: B comes after A (modules.json:modules[1])",
      ])
  }

  private struct Result {
    var manifests: [ModuleManifest]
    var excluded: [ModuleName: OffReason] = [:]
    var faults: [Fault] = []

    var edges: [String: [LaunchEdge]] {
      var edges: [String: [LaunchEdge]] = [:]
      for node in graph.nodes where !node.edges.isEmpty { edges[node.name] = node.edges }
      return edges
    }

    var graph: LaunchGraph {
      LaunchAssembly(manifests, skipped: excluded, milestones: []).graph
    }
  }

  private func apply(_ json: String, to manifests: [ModuleManifest]) throws -> Result {
    var result = Result(manifests: manifests)
    let list = try ModuleList(json: json)
    result.faults = list.apply(to: &result.manifests, excluding: &result.excluded)
    return result
  }

  private func module(_ name: ModuleName) -> ModuleManifest { module(ModuleOptions(name: name)) }

  private func module(_ options: ModuleOptions) -> ModuleManifest {
    let file = "Parts/\(options.name?.rawValue ?? "").swift"
    return ModuleManifest(of: ListedModule.self, options, fileID: file, line: 1) { _ in }
  }
}

/// The type of every module in these tests; it is never created.
private final class ListedModule: Module {
  static var manifest: ModuleManifest { ModuleManifest(of: ListedModule.self) { _ in } }
  init(context: ModuleContext) {}
}
