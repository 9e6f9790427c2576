// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryTesting

import Gantry
@testable import GantryCore

/// An input to the lives of modules, by name.
enum LivesStep: Sendable {
  /// A module is created, and all its nodes that need no demand end.
  case launched(String)
  case began(String)
  case settled(String, LaunchOutcome = .succeeded)
  case created(String)
  case demanded(String)
  case needed(String, by: String? = nil)
  case obtained(String, by: String)
  case awaited(String, by: Int)
  case gaveUp(Int, for: String)
  case reached(String)
  case off(String, dormant: [String] = [])
  case on(String)
  case returned([String])
  case failed(String, dormant: [String] = [])
  case reported(String, ModuleHealth)
  case stopped
  case closed
}

/// The lives of modules that are known only by manifest, with inputs and actions by name.
struct LivesScript {
  var lives: ModuleLives

  init(_ manifests: [ModuleManifest]) throws {
    let assembly = LaunchAssembly(
      manifests.sorted { $0.name.rawValue < $1.name.rawValue }, skipped: [:], choices: [:],
      milestones: [])
    lives = ModuleLives(NodeTable(assembly, try assembly.graph.plan()))
  }

  /// Handles steps, and returns the actions after the last one, a line each.
  mutating func take(_ steps: [LivesStep]) -> [String] {
    var actions: [ModuleLives.Action] = []
    for step in steps {
      for input in inputs(of: step) { actions = lives.handle(input) }
    }
    return actions.map(words)
  }

  func node(_ name: String) -> NodeID { lives.table[name] ?? NodeID(place: -1) }

  func module(_ name: String) -> Int { lives.table.assembly.index(of: ModuleName(name)) ?? -1 }

  private func inputs(of step: LivesStep) -> [ModuleLives.Input] {
    switch step {
    case .launched(let name):
      let nodes = lives.table.nodes(of: module(name)).filter { node in
        lives.table.plan.task(named: lives.table.name(of: node))?.stage != .onDemand
      }
      return [.created(module(name))]
        + nodes.flatMap { node -> [ModuleLives.Input] in
          [.began(node), .settled(node, .succeeded)]
        }
    case .began(let name): return [.began(node(name))]
    case .settled(let name, let outcome): return [.settled(node(name), outcome)]
    case .created(let name): return [.created(module(name))]
    case .demanded(let name): return [.demanded(node(name))]
    case .needed(let name, let user): return [.needed(node(name), by: user.map(node))]
    case .obtained(let name, let user): return [.obtained(node(name), by: node(user))]
    case .awaited(let name, let waiter): return [.awaited(node(name), by: waiter)]
    case .gaveUp(let waiter, let name): return [.gaveUp(waiter, for: node(name))]
    case .reached(let name): return [.reached(Milestone(name))]
    case .off(let name, let dormant):
      return [.switchedOff(module(name), dormant: Set(dormant.map(node)))]
    case .on(let name): return [.switchedOn(module(name))]
    case .returned(let names): return [.returned(names.map(module))]
    case .failed(let name, let dormant):
      return [
        .switchedOff(module(name), dormant: Set(dormant.map(node)), failure: "broken")
      ]
    case .reported(let name, let health): return [.reported(module(name), health)]
    case .stopped: return [.stopped]
    case .closed: return [.closed]
    }
  }

  private func words(_ action: ModuleLives.Action) -> String {
    switch action {
    case .demand(let node): "demand \(name(node))"
    case .reach(let milestone): "reach \(milestone)"
    case .resume(let waiter, let outcome): "resume \(waiter): \(outcome?.description ?? "nothing")"
    case .discard(let module, let reason): "discard \(names([module])): \(words(reason))"
    case .detach(let module, let reason): "detach \(names([module])): \(words(reason))"
    case .shutDown(let modules): "shut down \(names(modules))"
    case .launch(let modules): "launch \(names(modules))"
    case .takeBack(let nodes, let missing):
      "take back \(nodes.map(name).joined(separator: " "))"
        + (missing.isEmpty
          ? "" : " without \(missing.sorted().map(name).joined(separator: " "))")
    case .cancel: "cancel"
    case .refuse(let refusal): "refuse: \(words(refusal))"
    }
  }

  private func words(_ reason: ModuleLives.Reason) -> String {
    switch reason {
    case .ended(let outcome): "\(outcome)"
    case .off(let root): "off with \(names([root]))"
    }
  }

  private func words(_ refusal: ModuleLives.Refusal) -> String {
    switch refusal {
    case .isOff(let module, let root): "\(names([module])) is off with \(names([root]))"
    case .circle(let path): path.map(name).joined(separator: " → ")
    case .stillLaunching(let node): "\(name(node)) is launching"
    case .essential(let path): "essential \(names(path))"
    case .notLaunched: "not launched"
    case .requires(let modules): "requires \(names(modules))"
    case .ended: "ended"
    }
  }

  private func name(_ node: NodeID) -> String { lives.table.name(of: node) }

  private func names(_ modules: [Int]) -> String {
    modules.map { lives.table.manifest($0).name.rawValue }.joined(separator: " ")
  }
}
