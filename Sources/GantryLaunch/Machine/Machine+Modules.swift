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

  /// Records that the body of a node has created its module. Between the begin of the end and the
  /// close of the run, an instance still counts, and is shut down in its turn.
  mutating func create(_ ticket: Ticket) -> Answer {
    guard runs(ticket), let module = wiring.traits[ticket.node].module,
      !modules[module].isPresent, course == .open || course == .ending
    else { return .refused(.stale) }
    modules[module].isPresent = true
    return .accepted
  }

  /// Records that the long-running work of a module has failed for good. The module stays; only an
  /// essential one ends the run.
  mutating func fail(_ module: Int, _ reason: String) -> Answer {
    guard isOpen, modules.indices.contains(module), modules[module].isPresent,
      modules[module].failure == nil
    else { return .refused(.stale) }
    modules[module].failure = reason
    out.append(.changed)
    guard wiring.modules[module].isEssential else { return .accepted }
    return end(.failure(module, reason: reason))
  }

  /// Shuts the modules down that exist, one after another, in reverse launch order. Bodies that
  /// still run are left behind.
  mutating func close() -> Answer {
    if course == .open || course == .waiting { _ = end(.stopped) }
    guard course == .ending else { return .refused(.over) }
    course = .closing
    for node in nodes.indices where nodes[node].phase == .running {
      stayBehind(Ticket(node, nodes[node].attempt))
      settle(node, .cancelled)
    }
    leaving = wiring.orderedByCreation(modules.indices.filter { modules[$0].isPresent })
    shutNextDown()
    return .accepted
  }

  /// Records that a module was shut down.
  mutating func retire(_ module: Int) -> Answer {
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
    /// The outcome of its launch; nil while it launches.
    package let outcome: LaunchOutcome?
    /// The outcome of the root cause, where another module blocked it.
    package let root: LaunchOutcome?
    /// Whether it waits for a demand or a milestone, and no part of it has begun.
    package let isDormant: Bool
    package let isOpen: Bool
    /// The later tasks of a launched module that have failed, timed out or were blocked, in words.
    package let failedTasks: [String]
    /// Why a launched module hears no events, because it waited with them for such a task, in words.
    package let deafness: String?
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
    let (launch, own) = (wiring.modules[module].launch, wiring.modules[module].nodes)
    let outcome = launch.flatMap { nodes[$0].outcome }
    let isPartOfReady = launch.map { wiring.traits[$0].stage == .beforeReady } ?? true
    let failed = outcome == .succeeded ? own.filter { nodes[$0].outcome?.isFailure == true } : []
    return ModuleFacts(
      outcome: outcome, root: outcome.flatMap(rootOutcome),
      isDormant: !isPartOfReady && (launch.map { isDormant[$0] } ?? false)
        && own.allSatisfy { nodes[$0].phase == .waiting },
      isOpen: isOpen || course == .waiting,
      failedTasks: failed.filter { wiring.traits[$0].part == .task }.map { node in
        "\(wiring.name(of: node)) \(failure(of: node))"
      },
      deafness: failed.first { wiring.traits[$0].part == .listening }.flatMap { nodes[$0].outcome }
        .map { "it hears no events: \($0)\(rootCause(of: $0))" },
      failedRequirements: wiring.modules[module].requirements
        .filter { modules[$0].failure != nil }.map { wiring.modules[$0].name })
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
    guard case .blocked(let chain) = outcome, let name = chain.last else { return nil }
    return wiring.positions[name].flatMap { nodes[$0].outcome }
  }
}
