// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch
internal import GantryServices
internal import GantryText
internal import Synchronization

/// The changes when a module was switched off or on.
public struct ModuleSwitchReport: Sendable {
  /// The module that was switched.
  public let name: ModuleName
  /// The modules and functions that were switched off or came back, in the order of these changes;
  /// empty if there was nothing to do.
  public let modules: [ModuleName]
  /// How the modules that went off were stopped.
  public let shutdown: ShutdownReport
  /// How the modules that came back have launched; nil if there were none.
  public let launch: LaunchReport?
  /// The new plan of the whole application; modules that are off are skipped in it.
  public let plan: LaunchPlan
}

/// The reason why a module could not be switched off or on.
@nonexhaustive
public enum ModuleSwitchError: Error, Hashable, Sendable {
  /// No module or function of this name is linked; `near` has similar names.
  case unknown(name: ModuleName, near: [ModuleName])
  /// The application is not running.
  case notRunning
  /// The app cannot run without the last module of the path; each module requires the one before
  /// it.
  case essential(path: [ModuleName])
  /// A module that would be switched off, or one of its tasks, is still launching.
  case stillLaunching(name: ModuleName)
  /// The module did not launch, so there is nothing to switch; the chain leads to the cause.
  case notLaunched(name: ModuleName, chain: [String])
  /// A requirement of the module is switched off, or did not launch.
  case requires(name: ModuleName, off: [ModuleName])
}

extension ModuleSwitchError: CustomStringConvertible {
  /// The obstacle, and how to remove it.
  public var description: String {
    switch self {
    case .unknown(let name, let near):
      return "\(name) is not linked.\(Wording.near(near.map(\.rawValue)))"
    case .notRunning:
      return "the application is not running. Start it first."
    case .essential(let path):
      let names = path.map(\.rawValue).joined(separator: " ← ")
      return path.count == 1
        ? "\(names) is essential and cannot be switched off."
        : "\(names): the last is essential and would be switched off with the first."
    case .stillLaunching(let name):
      return "\(name) is still launching. Await `application.waitUntilIdle()` first."
    case .notLaunched(let name, let chain):
      let causes = ["\(name) did not launch"] + chain
      return "there is nothing to switch: \(causes.joined(separator: " ← "))."
    case .requires(let name, let off):
      let names = off.map(\.rawValue).joined(separator: " and ")
      let (verb, object) = off.count == 1 ? ("is", "it") : ("are", "them")
      return "\(name) requires \(names), which \(verb) not running. Enable \(object) first."
    }
  }
}

/// The phase of a module's life.
public enum ModuleState: String, Sendable, Codable, CaseIterable {
  /// It isn't linked into this program, or has another name.
  case unknown
  /// It is known, but nothing has been started.
  case registered
  /// It does not run this time.
  case skipped
  /// It waits for others, or its launch tasks are running.
  case launching
  /// It waits for a demand, or for a milestone that has not been reached.
  case waiting
  /// Its before-ready tasks have ended.
  case launched
  /// Its creation or a before-ready task did not succeed, its long-running work failed for good, or
  /// it reports a failure.
  case failed
  /// It has launched and was shut down.
  case stopped

  var words: String {
    switch self {
    case .unknown: "not linked"
    case .registered: "registered, not started"
    case .skipped: "skipped"
    case .launching: "still launching"
    case .waiting: "waiting"
    case .launched: "launched"
    case .failed: "failed"
    case .stopped: "stopped"
    }
  }
}

extension RunningModules {
  /// The modules that are switched off, each with the reason.
  var offReasons: [ModuleName: OffReason] {
    let lives = state.withLock(\.lives)
    return Dictionary(
      uniqueKeysWithValues: lives.off.map { module, root in
        (table.manifest(module).name, lives.offReason(module, root: root))
      })
  }

  func offReason(of module: Int) -> OffReason? {
    state.withLock { state in
      state.lives.off[module].map { state.lives.offReason(module, root: $0) }
    }
  }

  /// Switches a module off, with all that require it.
  ///
  /// - Returns: The modules to shut down, in this order; empty if the module was already off.
  /// - Throws: ``ModuleSwitchError``; if the module has not launched, without the chain.
  func switchOff(_ module: Int) throws(ModuleSwitchError) -> [Int] {
    try change(.switchedOff(module, dormant: dormantNodes(with: module)), module).going
  }

  /// Returns the nodes of a module, and of all that require it, that may never begin.
  func dormantNodes(with module: Int) -> Set<NodeID> {
    let waiting = state.withLock { $0.lives.waitingNodes(with: module) }
    return Set(waiting.filter { isDormant(table.name(of: $0)) })
  }

  /// Returns the outcome of a module that is off because of a failure, with the chain of modules
  /// down to the failure; nil for any other module.
  func failure(of module: Int) -> (outcome: LaunchOutcome, chain: [String])? {
    let lives = state.withLock(\.lives)
    guard let outcome = lives.failure(of: module), let root = lives.off[module],
      let reason = lives.failures[root]
    else { return nil }
    let chain = module == root ? [reason] : ["\(table.manifest(root).name) failed: \(reason)"]
    return (outcome, chain)
  }

  /// Switches a module on, with those that stopped or failed because of it.
  ///
  /// - Returns: The failed modules to shut down first, and then the modules to launch, in launch
  ///   order; empty if there is nothing to do.
  /// - Throws: ``ModuleSwitchError``.
  func switchOn(
    _ module: Int
  ) throws(ModuleSwitchError) -> (going: [Int], coming: [Int]) {
    try change(.switchedOn(module), module)
  }

  private func change(
    _ input: ModuleLives.Input, _ module: Int
  ) throws(ModuleSwitchError) -> (going: [Int], coming: [Int]) {
    let actions: [ModuleLives.Action]
    do throws(ModuleLives.Refusal) {
      actions = try attempt(input)
    } catch {
      throw switchError(error, module)
    }
    var (going, coming): ([Int], [Int]) = ([], [])
    for action in actions {
      if case .shutDown(let modules) = action { going = modules }
      if case .launch(let modules) = action { coming = modules }
    }
    return (going, coming)
  }

  private func switchError(_ refusal: ModuleLives.Refusal, _ module: Int) -> ModuleSwitchError {
    let name = table.manifest(module).name
    return switch refusal {
    case .stillLaunching(let node): .stillLaunching(name: table.part(node))
    case .essential(let path): .essential(path: path.map { table.manifest($0).name })
    case .notLaunched: .notLaunched(name: name, chain: [])
    case .requires(let others): .requires(name: name, off: others.map { table.manifest($0).name })
    case .isOff, .circle, .ended: .notRunning
    }
  }
}
