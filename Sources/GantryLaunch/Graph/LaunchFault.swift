// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// A fault in a launch graph. Nothing starts as long as there is one.
@nonexhaustive public enum LaunchFault: Error, Sendable, Hashable {
  /// A node requires, or is required by, something that does not exist.
  case unknownTarget(node: String, edge: LaunchEdge, near: [String])
  /// Nodes wait for each other; the value has every step of the cycle.
  case cycle([Step])
  /// Several nodes, or a node and a milestone, share a name.
  case duplicateName(String, declaredAt: [String])
  /// A node that *ready* depends on needs a milestone; the path leads from it to the edge's node.
  case blockingNeedsMilestone(path: [String], edge: LaunchEdge)
  /// A node that *ready* waits for requires an on-demand node; the path leads to that node.
  case blockingRequiresOnDemand(path: [String], edge: LaunchEdge)
  /// A node declares an edge to itself.
  case selfEdge(node: String, edge: LaunchEdge)
  /// A node is declared to run before a milestone, which only the app reaches.
  case beforeMilestone(node: String, edge: LaunchEdge)
  /// A node before ready suspends on the main lane, in a launch that blocks the main thread.
  case suspendsOnMain(node: String, declaredAt: String)
}

extension LaunchFault {
  /// One step of a cycle: a node, the node that it waits for, and the declaration of that edge.
  public struct Step: Sendable, Hashable, CustomStringConvertible {
    /// The node that waits.
    public let waiting: String
    /// The node it waits for.
    public let waitsFor: String
    /// The node that declares the edge: one of the two.
    public let declaredBy: String
    /// The edge as it was declared.
    public let edge: LaunchEdge

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - waiting: The node that waits.
    ///   - waitsFor: The node it waits for.
    ///   - declaredBy: The node that declares the edge.
    ///   - edge: The edge as it was declared.
    public init(waiting: String, waitsFor: String, declaredBy: String, edge: LaunchEdge) {
      self.waiting = waiting
      self.waitsFor = waitsFor
      self.declaredBy = declaredBy
      self.edge = edge
    }

    /// The step in one line, for example `Orders waits for Storage: Orders requires Storage (…)`.
    public var description: String {
      "\(waiting) waits for \(waitsFor): \(edge.sentence(of: declaredBy))"
    }
  }
}

extension LaunchFault {
  /// The number of cycles in a message: a dense graph has thousands, and removing an edge from the
  /// first few changes the rest.
  static let cyclesShown = 20

  /// Returns the texts of faults for a message: all faults, but only the first of very many cycles.
  ///
  /// - Parameter faults: The faults, in the order in which to list them.
  package static func texts(of faults: [LaunchFault]) -> [String] {
    texts(of: faults) { fault in
      if case .cycle = fault { true } else { false }
    }
  }

  /// Returns the texts of faults of any type for a message.
  ///
  /// - Parameters:
  ///   - faults: The faults, in the order in which to list them.
  ///   - isCycle: Whether a fault is a cycle.
  package static func texts<Fault: CustomStringConvertible>(
    of faults: [Fault], isCycle: (Fault) -> Bool
  ) -> [String] {
    var cycles = 0
    var texts: [String] = []
    for fault in faults {
      if isCycle(fault) { cycles += 1 }
      if cycles <= cyclesShown || !isCycle(fault) { texts.append(fault.description) }
    }
    if cycles > cyclesShown {
      texts.append(
        """
        There are \(cycles - cyclesShown) more cycles, none shorter than these. Break these first, \
        and check again.
        """)
    }
    return texts
  }
}

extension LaunchFault: CustomStringConvertible {
  /// The fault, its source location, and the fix.
  public var description: String {
    switch self {
    case .unknownTarget(let node, let edge, let near) where !edge.kind.needsTarget:
      return """
        \(edge.sentence(of: node)), but nothing is named \(edge.target). There is a milestone named \
        \(Wording.list(near, "or")). Correct the name.
        """
    case .unknownTarget(let node, let edge, let near):
      return """
        \(edge.sentence(of: node)), but nothing is named \(edge.target).\(Wording.near(near)) \
        Link it, correct the name, or make it \
        `\(edge.kind == .requires ? "wants" : "wantedBy"):`.
        """
    case .cycle(let steps):
      let path = steps.map(\.waiting) + steps.prefix(1).map(\.waiting)
      let lines = steps.map { "\n  \($0)" }.joined()
      let services = Set(steps.compactMap(\.edge.reason?.service)).sorted()
      let advice =
        services.isEmpty ? "" : ", or inject \(Wording.list(services, "or")) as `Lazy`"
      return
        "\(path.joined(separator: " → ")) wait for each other. Remove one dependency\(advice):\(lines)"
    case .duplicateName(let name, let places):
      let list = places.map { $0.isEmpty ? "an unknown place" : $0 }.joined(separator: " and ")
      return "\(name) is declared more than once: at \(list). Rename all but one."
    case .blockingNeedsMilestone(let path, let edge):
      return """
        \(path.joined(separator: " → ")) → milestone \(edge.target): ready would wait for a \
        milestone (\(path.last ?? "") waits for it: \(edge.site)). \
        Make \(path.last ?? "it") `.afterReady`\(Self.orFree(path)).
        """
    case .blockingRequiresOnDemand(let path, let edge):
      return """
        \(path.joined(separator: " → ")): ready would wait for \(path.last ?? "a task"), which runs \
        on demand (\(edge.place)). Make it `.beforeReady`, or use it lazily.
        """
    case .selfEdge(let node, let edge):
      return "\(edge.sentence(of: node)), which is itself. Remove the dependency."
    case .beforeMilestone(let node, let edge):
      return """
        \(edge.sentence(of: node)), which is a milestone: the app reaches it itself. \
        Remove the dependency, or reach the milestone when \(node) has run.
        """
    case .suspendsOnMain(let node, let place):
      return """
        \(node) suspends on the main lane\(place.isEmpty ? "" : " (\(place))"), while the main \
        thread waits until the app is ready. Make it synchronous or `.afterReady`, put it on the \
        background lane, or wait with `await`.
        """
    }
  }

  private static func orFree(_ path: [String]) -> String {
    guard let first = path.first, path.count > 1 else { return "" }
    return ", and keep \(first) from needing it"
  }
}

extension LaunchEdge {
  /// The source location of the edge, and its reason.
  var place: String {
    [site, reason?.words].compactMap(\.self).joined(separator: ", ")
  }

  /// The source location of the edge.
  var site: String { declaredAt.isEmpty ? "an unknown place" : declaredAt }

  /// Returns the edge as a sentence: `Orders requires Storage (Orders.swift:3)`.
  func sentence(of node: String) -> String {
    let verb =
      switch kind {
      case .requires: "requires"
      case .wants: "wants"
      case .after: "comes after"
      case .before: "comes before"
      case .requiredBy: "says it is required by"
      case .wantedBy: "says it is wanted by"
      }
    return "\(node) \(verb) \(target) (\(place))"
  }
}
