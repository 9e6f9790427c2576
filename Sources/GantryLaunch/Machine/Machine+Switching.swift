// SPDX-License-Identifier: Apache-2.0

package import GantryText

extension Machine {
  /// Returns the outcome of the node that represents a module as a whole.
  package func launchOutcome(_ module: Int) -> LaunchOutcome? {
    wiring.modules[module].launch.flatMap { nodes[$0].outcome }
  }

  /// Handles the outcome of a node for its module.
  mutating func settleModule(
    _ module: Int, _ part: Wiring.Part, _ node: Int, _ outcome: LaunchOutcome
  ) {
    let life = modules[module].life
    if wiring.isWhole(node) {
      if outcome == .succeeded {
        if isOpen { out.append(.launched(module, life)) }
      } else {
        silence(module, .ended(outcome))
      }
      out.append(.changed)
    } else if part == .listening, outcome != .succeeded {
      out.append(.discard(module, life, .ended(outcome)))
    }
  }

  private mutating func silence(_ module: Int, _ reason: Silence) {
    out.append(.discard(module, modules[module].life, reason))
    out.append(.detach(module, modules[module].life, reason))
  }

  mutating func create(_ ticket: Ticket) -> Answer {
    guard runs(ticket), let module = wiring.traits[ticket.node].module,
      modules[module].presence == .absent, modules[module].off == nil,
      course == .open || course == .ending
    else { return .refused(.stale) }
    modules[module].presence = .present
    return .created(modules[module].life)
  }

  mutating func retire(_ life: LifeID) -> Answer {
    guard let module = module(living: life), modules[module].presence == .leaving else {
      return .refused(.stale)
    }
    modules[module].presence = .absent
    out.append(.changed)
    return .accepted
  }

  /// Returns the module whose current life has an identifier.
  package func module(living life: LifeID) -> Int? {
    // The first lives have the numbers of their modules.
    let guess = Int(truncatingIfNeeded: life.number &- firstLife)
    if modules.indices.contains(guess), modules[guess].life == life { return guess }
    return modules.firstIndex { $0.life == life }
  }

  // MARK: Off

  /// Returns the outcome of a module that is off because of a failure; nil for any other module.
  package func failure(of module: Int) -> LaunchOutcome? {
    guard let off = modules[module].off, let reason = off.failure else { return nil }
    return module == off.root
      ? .failed(message: reason) : .blocked(by: [wiring.modules[off.root].name.rawValue])
  }

  /// Returns the reason why a module is off; nil for one that may run.
  package func offReason(_ module: Int) -> OffReason? {
    guard let off = modules[module].off else { return nil }
    if let failure = failure(of: module) { return OffReason(.switchedOff, failure.description) }
    return OffReason(
      .switchedOff,
      module == off.root ? "switched off" : "switched off with \(wiring.modules[off.root].name)")
  }

  /// Returns the outcome that a node has because its own module is off.
  func outcomeOfOwn(_ node: Int) -> LaunchOutcome? {
    guard offCount > 0, let module = wiring.traits[node].module, let reason = offReason(module)
    else { return nil }
    return failure(of: module)
      ?? .skipped(because: [LaunchSkip(wiring.name(of: node), .disabled(reason))])
  }

  mutating func switchOff(_ module: Int) -> Answer {
    guard isOpen else { return .refused(.over) }
    guard modules[module].off == nil else { return stayOff(module) }
    do throws(Refusal) {
      let going = try leaving(with: module)
      turnOff(going, root: module, failure: nil)
      return depart(going)
    } catch {
      return .refused(error)
    }
  }

  /// Switches a module off that is off already: from now on it is so by its own name, and it no
  /// longer comes back. The callers that wait for a return that began with it are answered. The call
  /// waits for the last departure of the module or of one that requires it.
  private mutating func stayOff(_ module: Int) -> Answer {
    let kin = modules.indices.filter { modules[$0].off?.root == module }
    turnOff(Set(kin + [module]).sorted(), root: module, failure: nil)
    returns = returns.filter { $0.value.nodes != nil || $0.value.root != module }
    // It may never have existed, but those that require it leave.
    let dependents = wiring.reached(from: module)
    let open = departures.keys.sorted().last { number in
      departures[number]?.members.contains {
        dependents[$0.module] != nil && $0.life == modules[$0.module].life
      } == true
    }
    return open.map { .leaving($0, [], []) } ?? .accepted
  }

  /// Returns the modules that stop with a module, in reverse launch order.
  private func leaving(with module: Int) throws(Refusal) -> [Int] {
    let reached = wiring.reached(from: module)
    let isDormant = dormantNodes()
    let isLaunching = { (node: Int) in
      switch self.nodes[node].phase {
      case .waiting: !isDormant[node]
      case .queued, .resting, .running: true
      case .settled: false
      }
    }
    var going: [Int] = []
    for other in wiring.ordered(reached.keys).reversed() where modules[other].off == nil {
      guard let launch = wiring.modules[other].launch else { continue }
      if isLaunching(launch) { throw .stillLaunching(launch) }
      if hasLeftNothing(other) { continue }
      // A module that has launched may still have later tasks that run.
      if let open = wiring.modules[other].nodes.first(where: isLaunching) {
        throw .stillLaunching(open)
      }
      if wiring.modules[other].isEssential { throw .essential(path(to: other, in: reached)) }
      going.append(other)
    }
    guard going.contains(module) else { throw .notLaunched }
    return going
  }

  /// Whether a module failed or was skipped without leaving anything behind. A node that has not
  /// settled may still create it.
  private func hasLeftNothing(_ module: Int) -> Bool {
    guard let outcome = launchOutcome(module) else { return false }
    return outcome != .succeeded && modules[module].presence == .absent
      && wiring.modules[module].nodes.allSatisfy { nodes[$0].outcome != nil }
  }

  /// Returns the path from a module to one that requires it, directly or through others.
  private func path(to module: Int, in reached: [Int: Int]) -> [Int] {
    var path = [module]
    while let last = path.last, let next = reached[last], next != last { path.append(next) }
    return path.reversed()
  }

  mutating func fail(_ life: LifeID, _ reason: String) -> Answer {
    guard isOpen, let module = module(living: life), modules[module].off == nil,
      modules[module].presence == .present
    else { return .refused(.stale) }
    let reached = wiring.reached(from: module)
    let affected = wiring.ordered(reached.keys).filter {
      modules[$0].off == nil && !hasLeftNothing($0)
    }
    if let essential = affected.first(where: { wiring.modules[$0].isEssential }) {
      return end(.failure(path: path(to: essential, in: reached), reason: reason))
    }
    let going = Array(affected.reversed())
    turnOff(going, root: module, failure: reason)
    return depart(going)
  }

  /// Marks modules as off, so that none of their nodes begins.
  private mutating func turnOff(_ group: [Int], root: Int, failure: String?) {
    let wereOff = Set(group.filter { modules[$0].off != nil })
    offCount += group.count - wereOff.count
    for module in group { modules[module].off = Off(root: root, failure: failure) }
    for module in group {
      // A module that exists is shut down, and falls silent then.
      if modules[module].presence == .absent, let reason = offReason(module) {
        silence(module, self.failure(of: module).map(Silence.ended) ?? .off(reason))
      }
      for node in wiring.modules[module].nodes { settleOff(node, again: wereOff.contains(module)) }
    }
    out.append(.changed)
  }

  /// Settles a node of a module that is off.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - again: Whether the module was off before; a node that has not run then has no record to keep.
  mutating func settleOff(_ node: Int, again: Bool) {
    guard let outcome = outcomeOfOwn(node) else { return }
    nodes[node].isDemanded = false
    switch nodes[node].phase {
    case .waiting, .queued, .resting: settle(node, outcome, isQuiet: true)
    case .running:
      // A body that has not begun would wait for its idle turn, and the module for the body.
      if !nodes[node].hasBegun, case .idle = nodes[node].cause {
        out.append(.hurry(Ticket(node, nodes[node].attempt)))
      }
    case .settled:
      if !again || nodes[node].began != nil { keepFirstRecord(of: node) }
      nodes[node].phase = .settled(outcome)
    }
  }

  /// Keeps the record of a node's first life for the report of the launch.
  mutating func keepFirstRecord(of node: Int) {
    if firstRecords[node] == nil, !nodes[node].isExtra { firstRecords[node] = nodes[node] }
  }

  /// Lets those modules leave that exist.
  private mutating func depart(_ going: [Int]) -> Answer {
    let members = wiring.orderedByCreation(going.filter { modules[$0].presence == .present })
      .reversed().map { Departure.Member(module: $0, life: modules[$0].life) }
    let number = nextNumber()
    if !members.isEmpty {
      departures[number] = Departure(members: Array(members), isStop: false)
    }
    return .leaving(number, going, members.map(\.life))
  }

  // MARK: On

  /// Whether a module did not launch, but could try again.
  private func hasFailed(_ module: Int) -> Bool {
    guard let launch = wiring.modules[module].launch, let outcome = nodes[launch].outcome else {
      return false
    }
    return outcome != .succeeded && wiring.plan.tasks[launch].skipped.isEmpty
  }

  mutating func switchOn(_ module: Int) -> Answer {
    guard isOpen else { return .refused(.over) }
    guard modules[module].off != nil || hasFailed(module) else {
      guard let last = lastReturn(of: module), let coming = returns[last], !isAtRest(coming, nil)
      else { return .accepted }
      return .returning(last, leaving: [])
    }
    if let pending = pendingReturn(of: module) { return .returning(pending, leaving: []) }
    do throws(Refusal) {
      let group = try returning(with: module).group
      let failed = wiring.ordered(wiring.reached(from: module).keys).filter {
        modules[$0].off == nil && hasFailed($0) && (group.contains($0) || !hasLeftNothing($0))
      }
      let running = failed.flatMap { wiring.modules[$0].nodes }
        .first { nodes[$0].phase == .running }
      if let running { throw .stillLaunching(running) }
      let number = nextNumber()
      // A demand outlives a failed launch, but not a return that came to nothing.
      let asked = group.filter { modules[$0].off == nil }.flatMap { wiring.modules[$0].nodes }
        .filter { nodes[$0].isDemanded }
      var lives: [LifeID] = []
      if !failed.isEmpty {
        // First, the remains of modules that did not launch are removed.
        turnOff(failed, root: module, failure: nil)
        if case .leaving(_, _, let members) = depart(failed) { lives = members }
      }
      for node in group.flatMap({ wiring.modules[$0].nodes }) {
        nodes[node].isDemanded = asked.contains(node)
      }
      returns[number] = Return(root: module, group: [], nodes: nil, start: now)
      return .returning(number, leaving: lives)
    } catch {
      return .refused(error)
    }
  }

  /// Returns the modules that come back with a module, in launch order.
  ///
  /// These are the modules that went off because of it, and those that require it and did not launch.
  /// If one of them also requires another module that doesn't run, it stays off because of that
  /// module, and comes back with it.
  ///
  /// - Returns: The modules, and the new roots of those that stay off.
  func returning(
    with module: Int
  ) throws(Refusal) -> (group: [Int], roots: [Int: Int]) {
    var group = Set(modules.indices.filter { modules[$0].off?.root == module || $0 == module })
    group.formUnion(
      wiring.reached(from: module).keys.filter { modules[$0].off == nil && hasFailed($0) })
    var roots: [Int: Int] = [:]
    var isStable = false
    while !isStable {
      isStable = true
      for other in group.sorted() {
        let missing = wiring.modules[other].requirements.filter {
          (modules[$0].off != nil || hasFailed($0)) && !group.contains($0)
        }
        guard let first = missing.first else { continue }
        if other == module { throw .requires(missing) }
        if modules[other].off != nil {
          roots[other] = roots[first] ?? modules[first].off?.root ?? first
        }
        group.remove(other)
        isStable = false
      }
    }
    return (wiring.ordered(group), roots)
  }
}
