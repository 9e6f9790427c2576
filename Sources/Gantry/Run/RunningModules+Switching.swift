// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices
internal import Synchronization

extension RunningModules {
  /// The modules that have been switched off, each with the reason.
  var offReasons: [ModuleName: OffReason] {
    let lives = state.withLock(\.lives)
    return Dictionary(
      uniqueKeysWithValues: lives.off.map { module, root in
        (lives.table.manifest(module).name, lives.offReason(module, root: root))
      })
  }

  func offReason(of module: Int) -> OffReason? {
    state.withLock { state in
      state.lives.off[module].map { state.lives.offReason(module, root: $0) }
    }
  }

  /// The shared values of the modules that have not been switched off.
  var valueClaims: [SharedValueClaim] {
    let off = offReasons
    return assembly.values.filter { off[$0.provider] == nil }
  }

  /// Switches a module off, with all that require it.
  ///
  /// - Returns: The modules that go, in this order, to be shut down; empty when it was off already.
  /// - Throws: ``ModuleSwitchError``; without the chain of one that has not launched.
  func switchOff(_ module: Int) throws(ModuleSwitchError) -> [Int] {
    try change(.switchedOff(module, dormant: dormantNodes(with: module)), module).going
  }

  /// The nodes of a module and of all that require it that may never begin.
  func dormantNodes(with module: Int) -> Set<NodeID> {
    let (waiting, table) = state.withLock { state in
      (state.lives.waitingNodes(with: module), state.lives.table)
    }
    return Set(waiting.filter { isDormant(table.name(of: $0)) })
  }

  /// How a module has ended that is off because of a failure, with the modules behind it that are;
  /// nil for any other.
  func failure(of module: Int) -> (outcome: LaunchOutcome, chain: [String])? {
    let lives = state.withLock(\.lives)
    guard let outcome = lives.failure(of: module), let root = lives.off[module],
      case .failure(let reason)? = lives.causes[root]
    else { return nil }
    let chain = module == root ? [reason] : ["\(lives.table.manifest(root).name) failed: \(reason)"]
    return (outcome, chain)
  }

  /// Switches a module on, with those that went or failed because of it.
  ///
  /// - Returns: Modules that failed, to be shut down, and the modules to be launched then, in launch
  ///   order; empty when there is nothing to do.
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
    let table = table
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
