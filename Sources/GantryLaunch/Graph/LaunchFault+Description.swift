// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension LaunchFault: CustomStringConvertible {
  /// The fault, its source location, and the fix.
  public var description: String {
    switch self {
    case .unknownTarget(let node, let edge, let near) where !edge.kind.needsTarget:
      return """
        \(edge.sentence(of: node)), but nothing is named \(edge.target), and a milestone is named \
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
      let services = Set(steps.compactMap(\.edge.service)).sorted()
      let advice =
        services.isEmpty ? "" : ", or inject \(Wording.list(services, "or")) as `Lazy`"
      return
        "\(path.joined(separator: " → ")) wait for each other. Remove one edge\(advice):\(lines)"
    case .duplicateName(let name, let places):
      let list = places.map { $0.isEmpty ? "an unknown place" : $0 }.joined(separator: " and ")
      return "\(name) is declared more than once: at \(list). Rename all but one."
    case .blockingNeedsMilestone(let path, let edge):
      return """
        \(path.joined(separator: " → ")) → milestone \(edge.target): ready would wait for a \
        milestone (\(edge.sentence(of: path.last ?? ""))). \
        Make \(path.last ?? "it") `.afterReady`\(Self.orFree(path)).
        """
    case .blockingRequiresOnDemand(let path, let edge):
      return """
        \(path.joined(separator: " → ")): ready would wait for a node that runs on demand \
        (\(edge.place)). Make \(path.last ?? "it") `.beforeReady`, or use it lazily.
        """
    case .selfEdge(let node, let edge):
      return "\(edge.sentence(of: node)), which is itself. Remove the edge."
    case .beforeMilestone(let node, let edge):
      return """
        \(edge.sentence(of: node)), which is a milestone: the app reaches it itself. \
        Remove the edge, or reach the milestone when \(node) has run.
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
  /// Where and why the edge was declared.
  var place: String {
    [declaredAt.isEmpty ? "an unknown place" : declaredAt, reason].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// The edge as a statement: `Orders requires Storage (Orders.swift:3)`.
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
