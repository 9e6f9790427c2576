// SPDX-License-Identifier: Apache-2.0

internal import GantryText

extension Machine {
  /// Returns the module that was switched on, as another one comes back with it.
  package func root(ofReturning module: Int) -> Int? {
    lastReturn(of: module).flatMap { returns[$0]?.root }
  }

  /// Returns the number of the last return with which a module has come back.
  func lastReturn(of module: Int) -> Int? {
    returns.filter { $0.value.group.contains(module) }.keys.max()
  }

  /// Returns the number of the return with which a module is going to come back, as far as is known
  /// now.
  func pendingReturn(of module: Int) -> Int? {
    returns.filter { _, coming in
      coming.nodes == nil && (try? returning(with: coming.root))?.group.contains(module) == true
    }.keys.min()
  }

  /// Shuts down and brings back the modules whose turn it is.
  ///
  /// A stop takes the modules one after another, in reverse order of creation. A departure also waits
  /// for the module's bodies, and for later modules that require it.
  ///
  /// - Returns: Whether modules have come back, so that nodes may begin or settle.
  mutating func moveModules() -> Bool {
    guard !departures.isEmpty || !returns.isEmpty else { return false }
    for number in departures.keys.sorted() { moveOn(number) }
    guard isOpen else { return false }
    for number in returns.keys.sorted() {
      guard let coming = returns[number], coming.nodes == nil, isGone(coming.root) else { continue }
      let back = try? returning(with: coming.root)
      if let back {
        guard back.group.allSatisfy(isGone) else { continue }
        comeBack(number, back.group, back.roots)
        // The dependents of nodes that this settles are told before the next return begins.
        return true
      }
      // A requirement of the root has gone off, so nothing comes back.
      returns[number]?.nodes = []
    }
    return false
  }

  /// Whether nothing of a module's last life is left.
  private func isGone(_ module: Int) -> Bool {
    modules[module].presence == .absent && modules[module].running == 0
  }

  /// Forgets the returns that are at rest and that no caller waits for.
  mutating func forgetReturns() {
    guard !returns.isEmpty else { return }
    let awaited = Set(waits.lazy.map(\.goal))
    returns = returns.filter { number, coming in
      coming.nodes == nil || awaited.contains(.returned(number)) || !isAtRest(coming, nil)
    }
  }

  private mutating func moveOn(_ number: Int) {
    guard var departure = departures[number] else { return }
    defer { departures[number] = departure.next < departure.members.count ? departure : nil }
    while departure.next < departure.members.count {
      let (module, life) = (
        departure.members[departure.next].module, departure.members[departure.next].life
      )
      if modules[module].life != life || modules[module].presence == .absent {
        departure.next += 1
        departure.isUnderway = false
        continue
      }
      // While the run closes, only the stop shuts modules down.
      guard !departure.isUnderway, departure.isStop || isOpen || course == .ending else { return }
      if modules[module].presence == .leaving {
        guard departure.isStop else { return }
        departure.isUnderway = true
        out.append(.hasten(module, life))
        return
      }
      guard departure.isStop || mayLeave(module) else { return }
      modules[module].presence = .leaving
      departure.isUnderway = true
      out.append(.shutDown(module, life))
      return
    }
    if departure.isStop { course = .closed }
  }

  /// Whether no body of a module runs, and no module that is created after it and requires it is
  /// there or has a running body, such as the one that creates it.
  private func mayLeave(_ module: Int) -> Bool {
    modules[module].running == 0
      && wiring.dependents[module].allSatisfy { other in
        isGone(other)
          || wiring.modules[other].creation < wiring.modules[module].creation
      }
  }

  /// Brings modules back in one step: their lives are new, and their nodes wait again.
  private mutating func comeBack(_ number: Int, _ group: [Int], _ roots: [Int: Int]) {
    for (module, root) in roots {
      modules[module].off = Off(root: root, failure: failureMessage(of: root))
      for node in wiring.modules[module].nodes { settleOff(node, again: true) }
    }
    let own = group.flatMap { wiring.modules[$0].nodes }
    for node in own { reset(node) }
    var life = LifeID.reserve(group.count)
    for module in group {
      // One that was blocked and left nothing comes back without having been off.
      if modules[module].off != nil { offCount -= 1 }
      modules[module].off = nil
      modules[module].life = LifeID(number: life)
      life += 1
      out.append(.announce(module, modules[module].life))
    }
    let others = heldBack(by: Set(own))
    for node in others { reset(node) }
    renewReasons()
    let back = (own + others).sorted()
    hasReturned = true
    returns[number]?.group = group
    returns[number]?.nodes = back
    returns[number]?.start = now
    restart(back)
    out.append(.changed)
  }

  /// Returns the error of a module that doesn't run; nil if it was switched off, or did not launch
  /// because of others.
  private func failureMessage(of module: Int) -> String? {
    if let off = modules[module].off { return off.failure }
    guard let outcome = launchOutcome(module), outcome.isFailure else { return nil }
    if case .failed(let message) = outcome { return message }
    return "\(outcome)"
  }

  /// Returns the tasks of other modules that did not run because of nodes that come back, and that
  /// nothing else holds back.
  private func heldBack(by back: Set<Int>) -> [Int] {
    var found: Set<Int> = []
    for node in nodes.indices {
      guard !back.contains(node), let own = wiring.traits[node].module, modules[own].off == nil,
        wiring.traits[node].part == .task || wiring.traits[node].part == .listening,
        wiring.plan.tasks[node].skipped.isEmpty, nodes[node].outcome?.isWithoutRunning == true
      else { continue }
      let required = wiring.plan.tasks[node].dependencies.filter { $0.kind == .requires }
      guard required.contains(where: { back.contains($0.position) || found.contains($0.position) }),
        !required.contains(where: { isOff($0.position) && !back.contains($0.position) })
      else { continue }
      found.insert(node)
    }
    return found.sorted()
  }

  /// Finds the present causes why nodes don't run: what they named may have come back, while another
  /// module that theirs requires has not.
  private mutating func renewReasons() {
    // A module may require one whose nodes come later, because one of its launch tasks does.
    var isRenewed = true
    while isRenewed {
      isRenewed = false
      for node in nodes.indices {
        guard let outcome = nodes[node].outcome, outcome.isWithoutRunning,
          wiring.plan.tasks[node].skipped.isEmpty, let module = wiring.traits[node].module,
          modules[module].off == nil,
          let cause = outcomeByDependencies(node) ?? outcomeByModules(module, of: node),
          cause != outcome
        else { continue }
        keepFirstRecord(of: node)
        nodes[node].phase = .settled(cause)
        isRenewed = true
      }
    }
  }

  /// Returns the outcome that follows for a node from the modules that its module requires.
  private func outcomeByModules(_ module: Int, of node: Int) -> LaunchOutcome? {
    wiring.modules[module].requirements.lazy.compactMap { wiring.modules[$0].launch }
      .compactMap { outcome(of: node, by: $0, .requires) }.first
  }

  func isOff(_ node: Int) -> Bool {
    wiring.traits[node].module.map { modules[$0].off != nil } ?? false
  }

  private mutating func reset(_ node: Int) {
    guard case .settled(let outcome) = nodes[node].phase else { return }
    // Its body may have run, or rested, as its module failed.
    let wasUntouched =
      firstRecords[node] == nil && nodes[node].began == nil && outcome == outcomeOfOwn(node)
    if !wasUntouched { keepFirstRecord(of: node) }
    unsettled += 1
    if let stray = strays.keys.first(where: { $0.node == node && strays[$0] == .placed }),
      wiring.traits[node].lane == 1
    {
      lanes.giveUp(stray)
      strays[stray] = .lent
      out.append(.replaced(stray))
    }
    var fresh = Node(left: 0)
    fresh.attempt = nodes[node].attempt
    fresh.base = fresh.attempt
    fresh.isDemanded = nodes[node].isDemanded
    fresh.isExtra = !wasUntouched || wiring.traits[node].stage == .beforeReady
    nodes[node] = fresh
    // A body of an earlier life may still wait, but this life doesn't.
    uses[node] = nil
  }

  /// Lets nodes that wait again run, as far as their dependencies allow.
  private mutating func restart(_ back: [Int]) {
    for node in back where nodes[node].phase == .waiting { openIfFollowing(node) }
    countWaits()
    for node in back where nodes[node].phase == .waiting {
      if let outcome = outcomeWithoutRunning(node) ?? outcomeByDependencies(node) {
        settle(node, outcome)
      } else {
        queueIdle(node)
      }
    }
    let asked = back.filter { node in
      nodes[node].phase == .waiting
        && (wiring.traits[node].stage <= (isReady ? .afterReady : .beforeReady)
          || nodes[node].isDemanded)
    }
    // Tasks whose stage is open may wait for them anew.
    let needed = nodes.indices.filter { node in
      nodes[node].phase == .waiting && nodes[node].isStageOpen && !wiring.traits[node].followsTasks
    }.flatMap(unsettledDependencies)
    _ = demand(asked + needed)
  }

  /// Recounts the waits of all waiting nodes: a dependency that waits again counts again.
  mutating func countWaits() {
    for node in nodes.indices where nodes[node].phase == .waiting {
      let milestones = Set(wiring.plan.tasks[node].milestones).count(where: reached.contains)
      nodes[node].left =
        wiring.waitsFor[node] - Int32(milestones) - (nodes[node].isStageOpen ? 1 : 0)
    }
    for node in nodes.indices where nodes[node].outcome != nil {
      for slot in wiring.range(of: node) {
        let next = Int(wiring[slot].task)
        if nodes[next].phase == .waiting { nodes[next].left -= 1 }
      }
    }
  }
}

// MARK: - Facts

extension Machine {
  /// The facts that the health of a module depends on.
  package struct ModuleFacts: Sendable {
    /// The outcome of its launch, or of its being off; nil while it launches.
    package let outcome: LaunchOutcome?
    /// The outcome of the root cause, where another module blocked it.
    package let root: LaunchOutcome?
    /// Whether it waits for a demand or a milestone, and no part of it has begun.
    package let isDormant: Bool
    package let isOpen: Bool
  }

  /// Returns the facts of all modules.
  ///
  /// - Complexity: O(V + E).
  package func moduleFacts() -> [ModuleFacts] {
    let isDormant = dormantNodes()
    return wiring.modules.indices.map { module in
      let launch = wiring.modules[module].launch
      let outcome =
        failure(of: module)
        ?? (modules[module].off == nil
          ? launchOutcome(module) : .skipped(because: []))
      var root: LaunchOutcome?
      if case .blocked(let chain)? = outcome, let name = chain.last {
        root = wiring.positions[name].flatMap { nodes[$0].outcome }
      }
      let isPartOfReady = launch.map { wiring.traits[$0].stage == .beforeReady } ?? true
      return ModuleFacts(
        outcome: outcome, root: root,
        isDormant: !isPartOfReady && (launch.map { isDormant[$0] } ?? false)
          && wiring.modules[module].nodes.allSatisfy { nodes[$0].phase == .waiting },
        isOpen: isOpen || course == .waiting)
    }
  }
}
