// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryTesting
import TestRounds
import Testing

import Gantry
@testable import GantryCore

/// The graphs of random applications, with and without faults.
@Suite struct ManifestGraphPropertyTests {
  private struct Small: Sendable {}
  private struct Large: Sendable {}

  /// A random application: modules and functions with edges, services, results and conditions.
  private struct Shape {
    var random: SeededGenerator
    let names = (0..<9).map { "M\($0)" }
    /// Whether to avoid the faults that nearly every random application has.
    let isTame: Bool

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      isTame = random.chance(60)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: elements.indices, using: &random)]
    }

    /// Edges to modules and tasks, a few of which don't exist.
    private mutating func edges(_ most: Int, of name: String) -> [ModuleDependency] {
      (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in
        if isTame {
          let kinds = [DependencyKind.requires, .wants, .after]
          let above = names.prefix { $0 != name }
          return above.isEmpty
            ? nil : ModuleDependency(pick(kinds), ModuleName(pick(Array(above))))
        }
        let target = random.chance(20) ? "\(pick(names)).t0" : random.chance(4) ? "No" : pick(names)
        return ModuleDependency(pick(DependencyKind.allCases), ModuleName(target))
      }
    }

    private mutating func conditions() -> [Condition] {
      let holds = random.chance(80)
      return random.chance(30) ? [.when("chance") { _ in holds }] : []
    }

    private mutating func taskOptions(of name: String) -> TaskOptions {
      var options =
        random.chance(15)
        ? TaskOptions(after: Milestone(pick(["consent", "login"])))
        : TaskOptions(
          pick(isTame ? [.beforeReady, .afterReady, .idle] : LaunchStage.allCases),
          concurrent: random.chance(20))
      if options.milestone == nil { options.dependencies = edges(1, of: name) }
      options.priority = random.chance(20) ? 7 : nil
      options.timeout = random.chance(20) ? .milliseconds(250) : nil
      options.retry = random.chance(20) ? .backoff : .never
      options.isEssential = random.chance(10)
      options.conditions = conditions()
      if random.chance(10), !isTame { options = options.taking(Small.self) }
      if random.chance(10) { options = options.taking(Large?.self) }
      if random.chance(6) { options = options.returning(Small.self) }
      if random.chance(isTame ? 2 : 6) { options = options.returning(Large.self) }
      return options
    }

    private mutating func module(_ name: String) -> ModuleManifest {
      var options = ModuleOptions(
        stage: random.chance(80) ? .beforeReady : .afterReady,
        priority: Priority(rawValue: Int.random(in: -2...2, using: &random)),
        essential: random.chance(10), events: random.chance(30) ? .afterReadyTasks : nil)
      options.dependencies = edges(2, of: name)
      options.conditions = conditions()
      let tasks = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        (options: taskOptions(of: name), isOnMain: random.chance(30))
      }
      let offers = isTame ? name == "M1" : random.chance(25)
      let takes =
        random.chance(30) && name > "M1" ? Int.random(in: 0...3, using: &random) : nil
      let fallback = random.chance(30)
      let hears = random.chance(40)
      return .fake(name, options) { module in
        for (index, task) in tasks.enumerated() {
          module.launch(
            "t\(index)", task.options, fileID: "\(name)/T.swift", line: index,
            body: task.isOnMain ? .main { _, _ in } : .background { _, _ in })
        }
        if offers { module.provide(Int.self, "n", ProvideOptions(fallback: fallback)) { _ in 1 } }
        switch takes {
        case 0: module.inject(Int.self)
        case 1: module.inject(Int?.self)
        case 2: module.inject([Int].self)
        case 3: module.inject(Lazy<Int>.self)
        default: break
        }
        if hears { module.on(Greeting.self, "hear", body: .background { _, _, _ in }) }
      }
    }

    private mutating func function(_ name: String) -> ModuleManifest {
      let options = random.chance(80) ? taskOptions(of: name) : nil
      let hears = options == nil || random.chance(40)
      return ModuleManifest(function: ModuleName(name), fileID: "F/F.swift", line: 1) { function in
        if let options {
          function.launch(options, fileID: "F/F.swift", line: 1, body: .background { _ in })
        }
        if hears {
          function.on(Greeting.self, fileID: "F/F.swift", line: 1, body: .background { _, _, _ in })
        }
      }
    }

    mutating func application() throws -> Application {
      var manifests = names.map { module($0) }
      manifests += (0..<3).map { function("f\($0)") }
      var list: ModuleList?
      if random.chance(40) {
        let entries = names.shuffled(using: &random).dropLast(random.chance(30) ? 1 : 0).map {
          #"{"name": "\#($0)", "enabled": \#(random.chance(90))}"#
        }
        list = try ModuleList(
          json: """
            {"ordered": \(random.chance(50)), "modules": [\(entries.joined(separator: ","))]}
            """)
      }
      return TestApplication(
        modules: ModuleSelection([], list: list),
        milestones: random.chance(50) ? [Milestone("consent")] : [],
        adding: { for manifest in manifests { $0.add(manifest) } }
      ).application
    }
  }

  @Test(arguments: 0..<UInt64(rounds(300)))
  func `the graph in a manifest equals the graph that the application assembles`(
    seed: UInt64
  ) throws {
    var shape = Shape(seed: seed)
    let application = try shape.application()
    let json = try application.manifest.json()
    let manifest = try JSONDecoder().decode(AppManifest.self, from: Data(json.utf8))
    let assembly = application.assemble()
    let read = manifest.graph.launch
    #expect(read.nodes.map(\.name) == assembly.graph.nodes.map(\.name), "seed \(seed)")
    for (node, own) in zip(read.nodes, assembly.graph.nodes) {
      #expect(node == own, "seed \(seed): \(own.name)")
    }
    #expect(read.milestones == assembly.graph.milestones, "seed \(seed)")
    #expect(read.check() == assembly.graph.check(), "seed \(seed)")
    // Its plan therefore equals the application's.
    let workers = try? application.plan().workers
    let plan = workers.flatMap { try? read.plan(workers: $0) }
    #expect(plan == (try? application.plan()), "seed \(seed)")
  }

  @Test(arguments: 0..<UInt64(rounds(100)))
  func `each module owns nodes, and exactly one of them is its launch`(seed: UInt64) throws {
    var shape = Shape(seed: seed)
    let manifest = try shape.application().manifest
    let owners = Set(manifest.graph.nodes.map(\.owner))
    #expect(owners == Set(manifest.modules.map(\.name)), "seed \(seed)")
    for name in owners {
      let roles = manifest.graph.nodes.filter { $0.owner == name && $0.name == name.rawValue }
      #expect(roles.count == 1, "seed \(seed): \(name)")
    }
  }

  @Test func `some random applications have faults, and others have none`() throws {
    let faulty = try (0..<300 as Range<UInt64>).count { seed in
      var shape = Shape(seed: seed)
      return try !shape.application().check().isEmpty
    }
    #expect(faulty > 30 && faulty < 270, "\(faulty)")
  }
}
