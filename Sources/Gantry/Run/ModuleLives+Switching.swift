// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

extension ModuleLives {
  /// Returns a module and all that require it, each with the module that it requires on the way.
  private func dependents(of module: Int) -> [Int: Int] {
    table.assembly.dependents(of: module, in: table.plan)
  }

  /// Returns the nodes of a module, and of all that require it, that have not begun.
  func waitingNodes(with module: Int) -> [NodeID] {
    dependents(of: module).keys.filter { off[$0] == nil }.flatMap(table.nodes(of:))
      .filter { phases[$0.place] == .waiting }
  }

  /// Whether a module did not launch, but could try again.
  private func hasFailed(_ module: Int) -> Bool {
    table.whole(module).flatMap(outcome)?.isFailure == true
  }

  mutating func switchOff(
    _ module: Int, _ dormant: Set<NodeID>, _ failure: String?
  ) -> [Action] {
    guard isOpen else { return [.refuse(.ended)] }
    guard off[module] == nil else {
      guard failure == nil else { return [] }
      // From now on, the module is off by its own name, no longer because of another one.
      failures[module] = nil
      return turnOff([module], with: module)
    }
    do throws(Refusal) {
      let going = try leaving(with: module, dormant, hasFailed: failure != nil)
      failures[module] = failure
      return turnOff(going, with: module) + [.shutDown(going)]
    } catch {
      return [.refuse(error)]
    }
  }

  /// Returns the modules that stop with a module, in reverse launch order.
  private func leaving(
    with module: Int, _ dormant: Set<NodeID>, hasFailed: Bool
  ) throws(Refusal) -> [Int] {
    let reached = dependents(of: module)
    if hasFailed, let path = essentialPath(in: reached) { throw .essential(path) }
    let isOpen = { (node: NodeID) in
      switch self.phases[node.place] {
      case .waiting: !dormant.contains(node)
      case .running: true
      case .settled: false
      }
    }
    var going: [Int] = []
    for other in table.ordered(reached.keys).reversed() where off[other] == nil {
      guard let whole = table.whole(other) else { continue }
      if isOpen(whole) { throw .stillLaunching(whole) }
      // If a module failed or was skipped, and left nothing behind, there is nothing to switch off.
      if let outcome = outcome(of: whole), outcome != .succeeded, !existing.contains(other) {
        continue
      }
      // A module that has launched may still have later tasks that run.
      if let open = table.nodes(of: other).first(where: isOpen) { throw .stillLaunching(open) }
      if !hasFailed, table.manifest(other).isEssential {
        throw .essential(path(to: other, in: reached))
      }
      going.append(other)
    }
    guard going.contains(module) else { throw .notLaunched }
    return going
  }

  /// Returns the path from a module to one that requires it, directly or through others.
  private func path(to module: Int, in reached: [Int: Int]) -> [Int] {
    var path = [module]
    while let last = path.last, let next = reached[last], next != last { path.append(next) }
    return path.reversed()
  }

  /// Returns the path to the first essential module that runs or launches.
  private func essentialPath(in reached: [Int: Int]) -> [Int]? {
    table.ordered(reached.keys).first { other in
      guard off[other] == nil, table.manifest(other).isEssential else { return false }
      return table.whole(other).flatMap(outcome).map { $0 == .succeeded } ?? true
    }.map { path(to: $0, in: reached) }
  }

  /// Returns the outcome of a module that is off because of a failure; nil for any other module.
  func failure(of module: Int) -> LaunchOutcome? {
    guard let root = off[module], let reason = failures[root] else { return nil }
    return module == root
      ? .failed(message: reason) : .blocked(by: [table.manifest(root).name.rawValue])
  }

  /// Returns the reason why a module is off.
  func offReason(_ module: Int, root: Int) -> OffReason {
    if let failure = failure(of: module) { return OffReason(.switchedOff, failure.description) }
    return table.offReason(module, root: root)
  }

  /// Marks modules as off, so that none of their tasks starts and nothing waits for them any
  /// longer.
  private mutating func turnOff(_ modules: [Int], with root: Int) -> [Action] {
    var actions: [Action] = []
    for module in modules {
      off[module] = root
      reports[module] = nil
      // A module that doesn't exist isn't shut down, so its events and routes are dropped here.
      let failure = failure(of: module)
      if existing.remove(module) == nil {
        let reason = failure.map(Reason.ended) ?? .off(root: root)
        actions.append(.discard(module, reason))
        actions.append(.detach(module, reason))
      }
      let reason = offReason(module, root: root)
      for node in table.nodes(of: module) {
        let outcome =
          failure ?? .skipped(because: [LaunchSkip(table.name(of: node), .disabled(reason))])
        phases[node.place] = .settled(outcome)
        demanded.remove(node)
        resume(node, outcome, &actions)
      }
    }
    return actions
  }

  mutating func switchOn(_ module: Int) -> [Action] {
    guard isOpen else { return [.refuse(.ended)] }
    guard off[module] != nil || hasFailed(module) else { return [] }
    do throws(Refusal) {
      let (group, off) = try returning(with: module)
      let failed = group.filter { off[$0] == nil }
      let running = failed.flatMap(table.nodes(of:)).first { phases[$0.place] == .running }
      if let running { throw .stillLaunching(running) }
      self.off = off
      // First, the remains of modules that did not launch are removed.
      let left = failed.isEmpty ? [] : turnOff(failed, with: module) + [.shutDown(failed)]
      return left + [.launch(group)]
    } catch {
      return [.refuse(error)]
    }
  }

  /// Returns the modules that come back with a module, in launch order.
  ///
  /// These are the modules that went off with it, and those that failed with it or because of it.
  ///
  /// If one of them also requires another module that doesn't run, it stays off because of that
  /// module.
  ///
  /// - Returns: The modules, and the new value of ``off``.
  private func returning(
    with module: Int
  ) throws(Refusal) -> (group: [Int], off: [Int: Int]) {
    let requirements = table.assembly.requirements(in: table.plan)
    var off = off
    var group = Set(off.keys.filter { off[$0] == module || $0 == module })
    group.formUnion(dependents(of: module).keys.filter { off[$0] == nil && hasFailed($0) })
    var isStable = false
    while !isStable {
      isStable = true
      for other in group.sorted() {
        let missing = requirements[other, default: []].filter {
          (off[$0] != nil || hasFailed($0)) && !group.contains($0)
        }
        guard let first = missing.min() else { continue }
        if other == module { throw .requires(missing.sorted()) }
        if off[other] != nil { off[other] = off[first] ?? first }
        group.remove(other)
        isStable = false
      }
    }
    return (table.ordered(group), off)
  }
}

extension LaunchOutcome {
  /// Whether a task did not run because of others.
  var isWithoutRunning: Bool {
    switch self {
    case .skipped, .blocked: true
    case .succeeded, .failed, .timedOut, .cancelled, .quarantined: false
    }
  }
}

extension ModuleManifest {
  /// Whether the app cannot run without the module, or without one of its tasks.
  var isEssential: Bool {
    options.isEssential || tasks.contains { $0.options.isEssential }
  }
}

extension ModuleLives {
  /// Requests a provider, and records that a node waits for it.
  ///
  /// A wait that would complete a cycle is refused, since its nodes would wait for each other
  /// forever.
  mutating func need(_ provider: NodeID, by user: NodeID?) -> [Action] {
    let awaited = table.awaited(of: provider)
    if let user {
      if outcome(of: user) == nil, awaited.contains(where: { outcome(of: $0) == nil }),
        let path = circle(from: awaited, to: user)
      {
        return [.refuse(.circle(path))]
      }
      uses[user, default: []].append(provider)
    }
    return demand(awaited)
  }

  mutating func obtain(_ provider: NodeID, by user: NodeID) {
    guard let place = uses[user]?.firstIndex(of: provider) else { return }
    uses[user]?.remove(at: place)
    if uses[user]?.isEmpty == true { uses[user] = nil }
  }

  /// Returns the path of waits from a node that is still launching back to itself.
  ///
  /// For a node that represents its module, any node of that module completes the path.
  private func circle(from awaited: [NodeID], to user: NodeID) -> [NodeID]? {
    let module = table.isWhole(user) ? table.module(of: user) : nil
    var cameFrom: [NodeID: NodeID] = [:]
    for node in awaited { cameFrom[node] = node }
    var open = Array(awaited.reversed())
    while let node = open.popLast() {
      if node == user || module != nil && table.module(of: node) == module {
        var path = [user]
        var step = node
        while let previous = cameFrom[step], previous != step {
          step = previous
          path.append(previous)
        }
        return [user] + path.reversed()
      }
      // A node that has ended no longer waits for the modules that it uses.
      let used = outcome(of: node) == nil ? uses[node, default: []] : []
      for next in table.dependencies(of: node) + used.flatMap(table.awaited)
      where cameFrom[next] == nil {
        cameFrom[next] = node
        open.append(next)
      }
    }
    return nil
  }
}
