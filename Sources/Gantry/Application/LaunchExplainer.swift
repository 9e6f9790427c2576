// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// A node of a plan or of a report, as far as it says why something did not run.
protocol ExplainableNode {
  var name: String { get }
  var owner: ModuleName { get }
  var role: LaunchNode.Role { get }
  var dependencies: [LaunchPlan.Dependency] { get }
  /// Why it is skipped, down to the cause; empty when it is not.
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

/// Finds out why one module or task is where it is, in the names that people wrote: the node that
/// creates a module is the module.
struct LaunchExplainer<Node: ExplainableNode> {
  typealias Answer = (state: ModuleState, chain: [String])

  let name: ModuleName
  let nodes: [Node]

  /// Explains by how nodes have settled.
  ///
  /// - Parameters:
  ///   - outcome: How a node has settled; nil when it has not.
  ///   - failedTask: A task of the module that failed.
  ///   - isOver: Whether the launch is over, and the module stopped.
  ///   - wait: Gives the answer while there isn't an outcome.
  func explanation(
    _ outcome: (String) -> LaunchOutcome?, failedTask: String? = nil, isOver: Bool = false,
    _ wait: () -> Answer
  ) -> Explanation {
    let answer: Answer =
      switch outcome(name.rawValue) {
      case .succeeded: (isOver ? .stopped : .launched, [])
      case .skipped(let chain): (.skipped, skipChain.isEmpty ? texts(of: chain) : skipChain)
      case .quarantined: (.skipped, skipChain)
      case .blocked(let names): (.failed, causes(names, outcome))
      case .failed(let message): (.failed, [message])
      case .cancelled? where failedTask != nil:
        (.failed, causes(failedTask.map { [$0] } ?? [], outcome))
      case .cancelled?: (.registered, ["the launch ended before it had launched"])
      case .some(let outcome): (.failed, ["\(outcome)"])
      case nil: wait()
      }
    return Explanation(name: name, state: answer.state, chain: answer.chain)
  }

  /// The cause of the wait of a task without an outcome.
  func wait(_ wait: LaunchWait?) -> Answer {
    guard let wait = wait?.renaming(part) else { return (.launching, []) }
    let others = wait.chain.dropFirst()
    switch wait.state {
    case .milestone(let name): return (.waiting, others + [Explanation.missing(name)])
    case .stage(.onDemand): return (.waiting, others + [Explanation.undemanded])
    default: return (.launching, [wait.description])
    }
  }

  /// From the node's requirement down to the one that isn't enabled; empty when the node isn't skipped.
  var skipChain: [String] {
    var chain: [LaunchSkip] = []
    var next = nodes.first { $0.name == name.rawValue }
    // A file may hold a circle.
    while let node = next, !node.skipChain.isEmpty, chain.count <= nodes.count {
      next = targets(of: node.dependencies.filter { $0.kind == .requires })
        .first { !$0.skipChain.isEmpty }
      // A report's node has the whole chain from there.
      chain += next.map { [LaunchSkip(node.name, .requires($0.name))] } ?? node.skipChain
    }
    return texts(of: chain)
  }

  /// The nodes that dependencies lead to; in a file they may lead nowhere.
  private func targets(of dependencies: [LaunchPlan.Dependency]) -> [Node] {
    dependencies.lazy.map(\.position).filter(nodes.indices.contains).map { nodes[$0] }
  }

  /// The links in words, without those from a module to its own creation.
  private func texts(of chain: [LaunchSkip]) -> [String] {
    chain.filter { link in
      guard case .requires(let other) = link.reason else { return true }
      return part(other) != part(link.task)
    }
    .map { $0.text(askedFor: name.rawValue, part) }
  }

  /// From the task that blocked the node down to the root cause.
  ///
  /// - Parameters:
  ///   - names: The chain as the outcome of the node has it.
  ///   - known: The parts that the whole chain has already: a file may hold a circle.
  ///   - outcome: How a node has settled.
  private func causes(
    _ names: [String], besides known: Set<String> = [], _ outcome: (String) -> LaunchOutcome?
  ) -> [String] {
    var chain: [String] = []
    var last = part(name.rawValue)
    for cause in names {
      let part = part(cause)
      let isInner = part != cause
      var end = outcome(cause)
      var rest: [String] = []
      if case .blocked(let more)? = end {
        end = nil
        // The causes of an earlier attempt aren't part of this chain yet.
        if cause == names.last, !known.contains(cause) { rest = more }
      }
      if let end, !isInner {
        chain.append("\(part) \(end)")
      } else {
        if part != last { chain.append(part) }
        if let end { chain.append("init(context:) \(end)") }
      }
      last = part
      if !rest.isEmpty { chain += causes(rest, besides: known.union(names), outcome) }
    }
    return chain
  }

  /// Returns the name by which a user knows a node.
  private func part(_ node: String) -> String {
    guard let known = nodes.first(where: { $0.name == node }), known.role == .creation else {
      return node
    }
    return known.owner.rawValue
  }
}

extension Explanation {
  static func missing(_ milestone: String) -> String {
    "milestone \(milestone) has not been reached"
  }

  static var undemanded: String { "it runs on demand, and nothing has asked for it" }
}

extension LaunchExplainer where Node == LaunchReport.Task {
  func explanation(
    in report: LaunchReport, isOver: Bool = false, _ wait: () -> Answer
  ) -> Explanation {
    explanation(
      { report.task(named: $0)?.outcome }, failedTask: failedTask, isOver: isOver, wait)
  }

  /// The cause of the wait of a task that has not begun: along the dependencies without an outcome, down
  /// to the first one that runs, or that waits for something else.
  func wait(of task: Node) -> Answer {
    var (last, chain) = (task, [String]())
    // A file may hold a circle.
    for _ in nodes where last.awaitedMilestones.isEmpty && last.started == nil {
      guard let open = targets(of: last.dependencies).first(where: { $0.outcome == nil }) else {
        break
      }
      let name = part(open.name)
      if name != chain.last ?? part(task.name) { chain.append(name) }
      last = open
    }
    if last.started != nil {
      let cause = "waits for \(chain.joined(separator: " ← ")), which runs"
      return (.launching, [chain.isEmpty ? "init(context:) runs" : cause])
    }
    if let milestone = last.awaitedMilestones.first {
      return (.waiting, chain + [Explanation.missing(milestone)])
    }
    if last.stage == .onDemand, last.queued == nil {
      return (.waiting, chain + [Explanation.undemanded])
    }
    return (.launching, chain.isEmpty ? [] : ["waits for \(chain.joined(separator: " ← "))"])
  }

  /// The stop that a failure causes cancels the module's other tasks; the failure is the cause.
  private var failedTask: String? {
    nodes.first {
      $0.owner == name && $0.name != name.rawValue && $0.outcome?.isFailure == true
    }?.name
  }
}

/// Why a module is where it is: one chain from its state to the cause.
public struct Explanation: Sendable, Equatable, CustomStringConvertible {
  /// The module or task that was asked about.
  public let name: ModuleName
  /// Where it is in its life.
  public let state: ModuleState
  /// From the nearest reason to the root cause; of a module that has launched, how its long-running
  /// work is, where that has ended or runs again.
  public let chain: [String]

  init(name: ModuleName, state: ModuleState, chain: [String]) {
    self.name = name
    self.state = state
    self.chain = chain
  }

  /// One line, for example `Orders is skipped ← requires Storage ← condition does not hold: …`.
  public var description: String {
    (["\(name) \(state == .failed ? "has" : "is") \(state.words)"] + chain)
      .joined(separator: " ← ")
  }
}
