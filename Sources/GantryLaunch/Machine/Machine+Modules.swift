// SPDX-License-Identifier: Apache-2.0

/// The modules of a run: each launches once, and stays until the stop.
extension Machine {
  /// Handles the outcome of a node for its module.
  mutating func settleModule(
    _ module: Int, _ part: Wiring.Part, _ node: Int, _ outcome: LaunchOutcome
  ) {
    if wiring.isWhole(node) {
      if outcome == .succeeded {
        if isOpen { out.append(.launched(module)) }
      } else {
        out.append(.discard(module, outcome))
        out.append(.detach(module, outcome))
      }
      out.append(.changed)
      return
    }
    if part == .listening, outcome != .succeeded { out.append(.discard(module, outcome)) }
    if outcome.isFailure { out.append(.changed) }
  }

  /// Records that the body of a node has created its module. While the run ends, an instance still
  /// counts, and is shut down in its turn. If it is refused, the body shuts its instance down.
  mutating func create(_ ticket: Ticket) -> Answer {
    guard runs(ticket), let module = wiring.traits[ticket.node].module,
      !modules[module].isPresent, course == .open || course == .ending
    else { return .refused(.stale) }
    modules[module].isPresent = true
    return .accepted
  }

  /// Records that the long-running work of a module has failed for good. The module stays; only an
  /// essential one ends the run.
  mutating func failWork(_ module: Int, _ reason: String) -> Answer {
    guard isOpen, modules.indices.contains(module), modules[module].isPresent,
      modules[module].workFailure == nil
    else { return .refused(.stale) }
    modules[module].workFailure = reason
    out.append(.changed)
    guard wiring.modules[module].isEssential else { return .accepted }
    return end(.workFailed(module, reason: reason))
  }

  /// Shuts the modules down that exist, one after another, in reverse order of their creation in the
  /// plan. Bodies that still run are left behind.
  mutating func close() -> Answer {
    if course == .open || course == .waiting { _ = end(.stopped) }
    guard course == .ending else { return .refused(.over) }
    course = .closing
    for node in nodes.indices where nodes[node].phase == .running {
      abandon(Ticket(node, nodes[node].attempt))
      settle(node, .cancelled)
    }
    leaving = wiring.orderedByCreation(modules.indices.filter { modules[$0].isPresent })
    shutNextDown()
    return .accepted
  }

  /// Records that a module was shut down.
  mutating func recordShutdown(of module: Int) -> Answer {
    guard course == .closing, leaving.last == module else { return .refused(.stale) }
    leaving.removeLast()
    modules[module].isPresent = false
    out.append(.changed)
    shutNextDown()
    return .accepted
  }

  private mutating func shutNextDown() {
    if let next = leaving.last { out.append(.shutDown(next)) } else { course = .closed }
  }
}

// MARK: - Facts

extension Machine {
  /// The facts that the health of a module depends on.
  package struct ModuleFacts: Sendable {
    /// The outcome of its launch; nil until it has one.
    package let outcome: LaunchOutcome?
    /// Whether it waits for a demand or a milestone, and no part of it has begun.
    package let isDormant: Bool
    /// Whether it was shut down, or the run has ended without it.
    package let isOver: Bool
    /// What has failed after its launch, apart from its own work; nil for most modules.
    package let flaws: ModuleFlaws?
  }

  /// What has failed of a launched module, apart from its own work, or of the modules that it requires.
  package struct ModuleFlaws: Sendable, Equatable {
    /// The later tasks that have failed, timed out or were blocked, in words.
    package let failedTasks: [String]
    /// Why the module hears no events, because it waited with them for such a task, in words.
    package let handlersFailure: String?
    /// The modules that it requires directly, and whose long-running work has failed for good.
    package let failedRequirements: [ModuleName]
  }

  /// Returns the facts of all modules.
  ///
  /// - Complexity: O(V + E).
  package func moduleFacts() -> [ModuleFacts] {
    let isDormant = dormantNodes()
    return wiring.modules.indices.map { facts(of: $0, isDormant) }
  }

  private func facts(of module: Int, _ isDormant: [Bool]) -> ModuleFacts {
    let outcome = launchOutcome(of: module)
    return ModuleFacts(
      outcome: outcome, isDormant: outcome == nil && self.isDormant(module, isDormant),
      isOver: isOver(module), flaws: flaws(of: module))
  }

  /// Whether a module was shut down, or the run has ended without it.
  package func isOver(_ module: Int) -> Bool {
    !isOpen && course != .waiting && !modules[module].isPresent
  }

  /// Whether a module is no part of *ready*, waits for something that may never come, and no part of
  /// it has begun.
  private func isDormant(_ module: Int, _ isDormant: [Bool]) -> Bool {
    guard let launch = wiring.modules[module].launch, isDormant[launch],
      wiring.traits[launch].stage != .beforeReady
    else { return false }
    return wiring.modules[module].nodes.allSatisfy { nodes[$0].phase == .waiting }
  }

  /// Returns the outcome of a module's launch; nil while it launches.
  package func launchOutcome(of module: Int) -> LaunchOutcome? {
    wiring.modules[module].launch.flatMap { nodes[$0].outcome }
  }

  /// Returns what has failed of a module or of its requirements; nil if nothing has.
  ///
  /// - Complexity: O(nodes and requirements of the module).
  package func flaws(of module: Int) -> ModuleFlaws? {
    let failed =
      launchOutcome(of: module) == .succeeded
      ? wiring.modules[module].nodes.filter { nodes[$0].outcome?.isFailure == true } : []
    let requirements = wiring.modules[module].requirements.filter { modules[$0].workFailure != nil }
    guard !failed.isEmpty || !requirements.isEmpty else { return nil }
    return ModuleFlaws(
      failedTasks: failed.filter { wiring.traits[$0].part == .task }.map { node in
        "\(wiring.name(of: node)) \(failure(of: node))"
      },
      handlersFailure: failed.first { wiring.traits[$0].part == .listening }.flatMap {
        nodes[$0].outcome
      }
      .map { "it hears no events: \($0)\(rootCause(of: $0))" },
      failedRequirements: requirements.map { wiring.modules[$0].name })
  }

  /// Returns how a node has failed, as a predicate that leads down to the root cause.
  private func failure(of node: Int) -> String {
    guard let outcome = nodes[node].outcome else { return "" }
    return outcome.predicate(of: wiring.name(of: node)) + rootCause(of: outcome)
  }

  private func rootCause(of outcome: LaunchOutcome) -> String {
    rootOutcome(of: outcome).map { ", which \($0)" } ?? ""
  }

  /// Returns the outcome of the task at the root of a blocked one.
  private func rootOutcome(of outcome: LaunchOutcome) -> LaunchOutcome? {
    guard case .blocked(let chain, _) = outcome, let name = chain.last else { return nil }
    return wiring.positions[name].flatMap { nodes[$0].outcome }
  }
}
