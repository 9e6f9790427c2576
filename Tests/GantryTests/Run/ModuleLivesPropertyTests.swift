// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryTesting
import TestRounds
import Testing

import Gantry
@testable import GantryCore

/// Random modules with random inputs.
@Suite struct ModuleLivesPropertyTests {
  /// The expected state, tracked beside the lives.
  private struct World {
    var script: LivesScript
    var generator: SeededGenerator
    var waiting: [ModuleLives.Waiter: NodeID] = [:]
    var lastWaiter = 0
    var created: Set<Int> = []
    var off: Set<Int> = []
    /// Modules that were to launch and have not launched yet.
    var coming: [Int] = []
    var isClosed = false

    var table: NodeTable { script.lives.table }

    mutating func node() -> NodeID {
      NodeID(place: Int.random(in: 0..<table.places.count, using: &generator))
    }

    mutating func module() -> Int {
      Int.random(in: table.assembly.manifests.indices, using: &generator)
    }
  }

  private static let outcomes: [LaunchOutcome] = [
    .succeeded, .succeeded, .succeeded, .failed(message: "broken"), .timedOut, .cancelled,
    .skipped(because: [LaunchSkip("any", .disabled("off"))]),
  ]

  private static func world(_ seed: UInt64) throws -> World {
    var generator = SeededGenerator(seed: seed)
    let names = (0..<8).map { ModuleName("M\($0)") }
    let manifests = names.enumerated().map { index, name in
      var options = ModuleOptions(essential: generator.chance(5))
      options.dependencies = names[..<min(index, 5)].filter { _ in generator.chance(25) }
        .map { ModuleDependency(.requires, $0) }
      // No module requires the last ones, which may launch at their first use.
      let stages: [LaunchStage] = [.beforeReady, .afterReady, .onDemand]
      let chosen = stages.filter { $0 != .onDemand || index >= 5 }
        .filter { _ in generator.chance(40) }
      return ModuleManifest.fake("\(name)", options) { module in
        for stage in chosen {
          module.launch("\(stage)", TaskOptions(stage), body: .background { _, _ in })
        }
      }
    }
    return World(script: try LivesScript(manifests), generator: generator)
  }

  /// A possible input; nil while another change is pending.
  private func input(_ world: inout World) -> ModuleLives.Input? {
    switch Int.random(in: 0..<100, using: &world.generator) {
    case ..<25:
      return .began(world.node())
    case ..<55:
      let node = world.node()
      let outcome = Self.outcomes.randomElement(using: &world.generator) ?? .succeeded
      return .settled(node, outcome)
    case ..<65: return .created(world.module())
    case ..<68: return .demanded(world.node())
    case ..<73: return .needed(world.node(), by: world.node())
    case ..<76: return .obtained(world.node(), by: world.node())
    case ..<82:
      world.lastWaiter += 1
      return .awaited(world.node(), by: world.lastWaiter)
    case ..<84:
      guard let (waiter, node) = world.waiting.min(by: { $0.key < $1.key }) else { return nil }
      return .gaveUp(waiter, for: node)
    case ..<85: return .reached(Milestone("m\(world.module())"))
    case ..<87: return .reported(world.module(), .degraded(because: "slow"))
    default: break
    }
    // Changes come one after another.
    guard world.coming.isEmpty else {
      defer { world.coming = [] }
      return .returned(world.coming)
    }
    let module = world.module()
    guard world.generator.chance(50) else { return .switchedOn(module) }
    let waiting = world.script.lives.waitingNodes(with: module)
    return .switchedOff(module, dormant: Set(waiting.filter { _ in world.generator.chance(95) }))
  }

  private func take(
    _ input: ModuleLives.Input, _ world: inout World, _ note: Comment
  ) {
    let before = world.script.lives
    if case .awaited(let node, let waiter) = input { world.waiting[waiter] = node }
    let actions = world.script.lives.handle(input)
    let isRefused = actions.contains { if case .refuse = $0 { true } else { false } }
    if isRefused {
      let isUnchanged = world.script.lives == before
      #expect(actions.count == 1 && isUnchanged, note)
    }
    switch input {
    case .created(let module) where !isRefused:
      #expect(!world.isClosed && !world.off.contains(module), note)
      #expect(world.created.insert(module).inserted, note)
    case .began(let node) where !isRefused:
      let module = world.table.module(of: node)
      #expect(module.map { !world.off.contains($0) } ?? true, note)
    case .returned(let modules) where !isRefused: world.off.subtract(modules)
    case .closed: world.isClosed = true
    default: break
    }
    for action in actions { check(action, &world, note) }
    let lives = world.script.lives
    #expect(Set(lives.off.keys) == world.off, note)
    #expect(lives.existing == world.created, note)
    #expect(world.off.isDisjoint(with: lives.reports.keys), note)
    for node in world.waiting.values { #expect(lives.outcome(of: node) == nil, note) }
    if world.isClosed { #expect(world.waiting.isEmpty && world.created.isEmpty, note) }
  }

  private func check(_ action: ModuleLives.Action, _ world: inout World, _ note: Comment) {
    switch action {
    case .resume(let waiter, _):
      // Each waiter resumes once.
      #expect(world.waiting.removeValue(forKey: waiter) != nil, note)
    case .demand(let node): #expect(world.script.lives.outcome(of: node) == nil, note)
    case .shutDown(let modules):
      #expect(Set(modules).count == modules.count, note)
      // Modules that were off have been shut down by then.
      #expect(world.off.isDisjoint(with: world.created), note)
      #expect(world.isClosed || world.off.isDisjoint(with: modules), note)
      world.created.subtract(modules)
      if !world.isClosed { world.off.formUnion(modules) }
    case .launch(let modules):
      #expect(world.off.isSuperset(of: modules), note)
      world.coming = modules
    case .takeBack(let nodes, let missing):
      #expect(nodes.allSatisfy { world.script.lives.outcome(of: $0) == nil }, note)
      #expect(missing.allSatisfy(world.script.lives.isOff), note)
      #expect(missing.isDisjoint(with: nodes), note)
    default: break
    }
  }

  /// Whether a node that is launching waits for itself.
  private func waitsForItself(_ node: NodeID, _ lives: ModuleLives) -> Bool {
    var seen: Set<NodeID> = []
    var open = [node]
    while let next = open.popLast() {
      guard lives.outcome(of: next) == nil else { continue }
      let used = lives.uses[next, default: []].flatMap(lives.table.awaited)
      for other in lives.table.dependencies(of: next) + used {
        if other == node { return true }
        if seen.insert(other).inserted { open.append(other) }
      }
    }
    return false
  }

  @Test(arguments: 1...UInt64(rounds(200)))
  func `no module stops twice, waits in vain, or runs while it is off`(seed: UInt64) throws {
    var world = try Self.world(seed)
    for round in 0..<400 {
      let note: Comment = "seed \(seed), round \(round)"
      guard let input = input(&world) else { continue }
      take(input, &world, note)
      // A node that needs an ended module continues at once.
      if case .needed(let provider, let user?) = input,
        world.table.awaited(of: provider).allSatisfy({ world.script.lives.outcome(of: $0) != nil })
      {
        take(.obtained(provider, by: user), &world, note)
      }
      for user in world.script.lives.uses.keys {
        let isEndless = waitsForItself(user, world.script.lives)
        #expect(!isEndless, note)
      }
    }
    take(.stopped, &world, "seed \(seed)")
    take(.switchedOn(world.module()), &world, "seed \(seed)")
    take(.closed, &world, "seed \(seed)")
    #expect(world.waiting.isEmpty, "seed \(seed)")
  }
}
