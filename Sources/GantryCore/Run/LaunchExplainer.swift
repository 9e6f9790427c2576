// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// A node of a plan or a report, with the facts that explain why it did not run.
protocol ExplainableNode {
  var name: ModuleName { get }
  var owner: ModuleName { get }
  var role: LaunchNode.Role { get }
  var dependencies: [LaunchPlan.Dependency] { get }
  /// The reasons why it is skipped, down to the cause; empty if it isn't skipped.
  var skipChain: [LaunchSkip] { get }
}

extension LaunchPlan.Task: ExplainableNode {
  var skipChain: [LaunchSkip] { skipped }
}

extension LaunchReport.Task: ExplainableNode {
  var skipChain: [LaunchSkip] {
    if outcome == .quarantined {
      return [LaunchSkip(name, .disabled(OffReason(.safeMode, "quarantined by safe mode")))]
    }
    guard case .skipped(let chain) = outcome else { return [] }
    return chain
  }
}

/// Explains the state of one module or task, in the names that people wrote: the node that creates
/// a module goes by the module's name.
struct LaunchExplainer<Node: ExplainableNode> {
  typealias Answer = (state: ModuleState, chain: [Explanation.Reason])

  /// The module or task in question.
  var name: ModuleName
  let nodes: [Node]
  private let positions: [ModuleName: Int]
  private let outcome: (ModuleName) -> LaunchOutcome?

  /// Creates an explainer, which can answer for several names.
  ///
  /// - Parameters:
  ///   - name: The module or task in question.
  ///   - nodes: The nodes of the launch.
  ///   - positions: The positions of the nodes, by name; nil looks for them.
  ///   - outcome: Returns the outcome of a node; nil if it has none yet.
  init(
    _ name: ModuleName, _ nodes: [Node], positions: [ModuleName: Int]? = nil,
    outcome: @escaping (ModuleName) -> LaunchOutcome? = { _ in nil }
  ) {
    (self.name, self.nodes, self.outcome) = (name, nodes, outcome)
    // In a file, two nodes may have the same name.
    self.positions =
      positions ?? Dictionary(zip(nodes.map(\.name), 0...)) { first, _ in first }
  }

  /// Explains the state by the outcomes of the nodes.
  ///
  /// - Parameters:
  ///   - isOver: Whether the launch is over and the module has stopped.
  ///   - wait: Returns the answer for a node without an outcome, unless the launch is over.
  func explanation(
    isOver: Bool = false, _ wait: () -> Answer = { (.launching, []) }
  ) -> Explanation {
    let end = outcome(name)
    let answer: Answer =
      switch end {
      case .succeeded: (isOver ? .stopped : .launched(.good), [])
      case .skipped(let chain): leftOut(skips.isEmpty ? chain : skips)
      case .quarantined: leftOut(skips)
      case .blocked(let names, let isShortened):
        failed(causes(names, isShortened: isShortened))
      case .failed(let message)?: failed([Explanation.Reason(message, name: name, end)])
      case .cancelled: failedTask.map { failed(causes([$0])) } ?? Self.ended
      case .timedOut?: failed([Explanation.Reason("\(LaunchOutcome.timedOut)", name: name, end)])
      case nil: isOver ? Self.ended : wait()
      }
    return Explanation(name: name, state: answer.state, chain: answer.chain)
  }

  private static var ended: Answer {
    (.stopped, [Explanation.Reason("the launch ended before it had launched")])
  }

  private func failed(_ chain: [Explanation.Reason]) -> Answer {
    (.failed(because: chain), chain)
  }

  /// Returns the state of a node that doesn't run, by the links down to the cause.
  private func leftOut(_ links: [LaunchSkip]) -> Answer {
    let chain = reasons(of: links)
    return (.leftOut(because: chain), chain)
  }

  /// The state of a node that doesn't run, with the reasons; nil if it isn't skipped.
  var leftOut: Answer? {
    let links = skips
    return links.isEmpty ? nil : leftOut(links)
  }

  /// Returns why a task without an outcome waits.
  func wait(_ wait: LaunchWait?) -> Answer {
    guard let wait = wait?.renaming(part) else { return (.launching, []) }
    var others = wait.chain.dropFirst().map { Explanation.Reason($0.rawValue, name: $0) }
    if wait.isShortened, !others.isEmpty {
      others.insert(Explanation.Reason("…"), at: others.count - 1)
    }
    switch wait.state {
    case .milestone(let name): return (.waiting, others + [.missing(name)])
    case .stage(.onDemand): return (.waiting, others + [.undemanded])
    default: return (.launching, [Explanation.Reason("\(wait)", name: others.last?.name)])
    }
  }

  /// The chain from the node's requirement down to the one that isn't enabled; empty if the node
  /// isn't skipped.
  private var skips: [LaunchSkip] {
    var chain: [LaunchSkip] = []
    var next = positions[name].map { nodes[$0] }
    // A file may contain a cycle, and a chain may be long.
    while let node = next, !node.skipChain.isEmpty, chain.count <= nodes.count {
      if chain.count >= LaunchChain.limit {
        chain += node.skipChain.suffix(1)
        break
      }
      next = targets(of: node.dependencies.filter { $0.kind == .requires })
        .first { !$0.skipChain.isEmpty }
      // A report's node has the whole chain from this point.
      chain += next.map { [LaunchSkip(node.name, .requires($0.name))] } ?? node.skipChain
    }
    return chain
  }

  /// Returns the nodes that dependencies lead to; in a file, they may lead nowhere.
  private func targets(of dependencies: [LaunchPlan.Dependency]) -> [Node] {
    dependencies.lazy.map(\.position).filter(nodes.indices.contains).map { nodes[$0] }
  }

  /// Returns the links of a chain as reasons, without the links from a module to its own creation.
  private func reasons(of chain: [LaunchSkip]) -> [Explanation.Reason] {
    chain.compactMap { link in
      let own = part(link.task)
      let text = link.text(askedFor: name, part)
      return switch link.reason {
      case .requires(let other) where part(other) == own: nil
      case .requires(let other): Explanation.Reason(text, name: part(other))
      case .disabled(let reason): Explanation.Reason(text, name: own, cause: reason.cause)
      }
    }
  }

  /// Returns the chain from the task that blocked the node down to the root cause.
  ///
  /// - Parameters:
  ///   - names: The chain in the outcome of the node.
  ///   - isShortened: Whether it lacks the names before its last one.
  ///   - known: The parts that are already in the whole chain, since a file may contain a cycle.
  private func causes(
    _ names: [ModuleName], isShortened: Bool = false, besides known: Set<ModuleName> = []
  ) -> [Explanation.Reason] {
    var chain: [Explanation.Reason] = []
    var last = part(name)
    for (index, cause) in names.enumerated() {
      if isShortened, index == names.count - 1 { chain.append(Explanation.Reason("…")) }
      let part = part(cause)
      let isInner = part != cause
      var end = outcome(cause)
      var rest: (names: [ModuleName], isShortened: Bool) = ([], false)
      if case .blocked(let more, let isShortened)? = end {
        end = nil
        // The causes of an earlier attempt aren't part of this chain yet.
        if cause == names.last, !known.contains(cause) { rest = (more, isShortened) }
      }
      if isInner || end == nil, part != last {
        chain.append(Explanation.Reason(part.rawValue, name: part))
      }
      if let end {
        let function = isInner ? "init(context:)" : part.rawValue
        chain.append(Explanation.Reason("\(function) \(end)", name: part, end))
      }
      last = part
      if !rest.names.isEmpty {
        chain += causes(
          rest.names, isShortened: rest.isShortened, besides: known.union(names))
      }
    }
    return chain
  }

  /// Returns the name that users know a node by.
  private func part(_ node: ModuleName) -> ModuleName {
    guard let position = positions[node], nodes[position].role == .creation else { return node }
    return nodes[position].owner
  }

  /// The task that failed: its failure stops the launch, which cancels the module's other tasks.
  private var failedTask: ModuleName? {
    nodes.first { node in
      node.owner == name && node.name != name && outcome(node.name)?.isFailure == true
    }?.name
  }
}

extension LaunchExplainer where Node == LaunchPlan.Task {
  init(_ name: ModuleName, in machine: Machine) {
    let wiring = machine.wiring
    self.init(name, wiring.plan.tasks, positions: wiring.positions) { name in
      wiring.positions[name].flatMap { machine.nodes[$0].outcome }
    }
  }
}

extension LaunchExplainer where Node == LaunchReport.Task {
  init(_ name: ModuleName, in report: LaunchReport) {
    let positions = Dictionary(zip(report.tasks.map(\.name), 0...)) { first, _ in first }
    self.init(name, report.tasks, positions: positions) { name in
      positions[name].flatMap { report.tasks[$0].outcome }
    }
  }

  /// Returns why a task that has not begun waits.
  ///
  /// The chain follows the dependencies without an outcome, down to the first one that runs or
  /// waits for something else.
  func wait(of task: Node) -> Answer {
    var (last, chain) = (task, [Explanation.Reason]())
    // A file may contain a cycle.
    for _ in nodes where last.awaitedMilestones.isEmpty && last.started == nil {
      guard let open = targets(of: last.dependencies).first(where: { $0.outcome == nil }) else {
        break
      }
      let name = part(open.name)
      if name != chain.last?.name ?? part(task.name) {
        chain.append(Explanation.Reason(name.rawValue, name: name))
      }
      last = open
    }
    if last.started != nil {
      guard let name = chain.last?.name else {
        return (.launching, [Explanation.Reason("init(context:) is running")])
      }
      let words = "waits for \(chain.line), which is running"
      return (.launching, [Explanation.Reason(words, name: name)])
    }
    if let milestone = last.awaitedMilestones.first {
      return (.waiting, chain + [.missing(milestone)])
    }
    if last.stage == .onDemand, last.queued == nil {
      return (.waiting, chain + [.undemanded])
    }
    guard let name = chain.last?.name else { return (.launching, []) }
    return (.launching, [Explanation.Reason("waits for \(chain.line)", name: name)])
  }
}
