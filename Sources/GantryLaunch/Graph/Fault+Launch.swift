// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// One step of a cycle: a node, the node that it waits for, and the declaration of that edge.
package struct CycleStep: Sendable, CustomStringConvertible {
  /// The node that waits.
  let waiting: String
  /// The node it waits for.
  let waitsFor: String
  /// The node that declares the edge: one of the two.
  let declaredBy: String
  /// The edge as it was declared.
  let edge: LaunchEdge

  /// Creates a step.
  package init(waiting: String, waitsFor: String, declaredBy: String, edge: LaunchEdge) {
    self.waiting = waiting
    self.waitsFor = waitsFor
    self.declaredBy = declaredBy
    self.edge = edge
  }

  /// The step in one line, for example `Orders waits for Storage: Orders requires Storage (…)`.
  package var description: String {
    "\(waiting) waits for \(waitsFor): \(edge.sentence(of: declaredBy))"
  }
}

/// The faults of a launch graph. Nothing starts as long as there is one.
extension Fault {
  /// A node requires, or is required by, something that does not exist.
  package static func unknownTarget(node: String, edge: LaunchEdge, near: [String]) -> Fault {
    let advice =
      edge.kind.needsTarget
      ? """
      \(Wording.near(near)) Link it, correct the name, or make it \
      `\(edge.kind == .requires ? "wants" : "wantedBy"):`.
      """ : " There is a milestone named \(Wording.list(near, "or")). Correct the name."
    return of(
      "unknownTarget",
      "\(edge.sentence(of: node)), but nothing is named \(edge.target).\(advice)", [node], edge,
      stub: edge.kind.needsTarget ? "$0.module(\"\(edge.target)\")" : nil)
  }

  /// Nodes wait for each other; the value has every step of the cycle.
  package static func cycle(_ steps: [CycleStep]) -> Fault {
    let path = steps.map(\.waiting) + steps.prefix(1).map(\.waiting)
    let lines = steps.map { "\n  \($0)" }.joined()
    let services = Set(steps.compactMap(\.edge.reason?.service)).sorted()
    let advice = services.isEmpty ? "" : ", or inject \(Wording.list(services, "or")) as `Lazy`"
    return Fault(
      "cycle",
      "\(path.joined(separator: " → ")) wait for each other. Remove one dependency\(advice):\(lines)",
      modules: steps.map { ModuleName($0.waiting) }, at: steps.map(\.edge.declaredAt))
  }

  /// Several nodes, or a node and a milestone, share a name.
  package static func duplicateName(_ name: String, declaredAt locations: [String]) -> Fault {
    let list = locations.map { $0.isEmpty ? "an unknown place" : $0 }.joined(separator: " and ")
    return Fault(
      "duplicateName", "\(name) is declared more than once: at \(list). Rename all but one.",
      modules: [ModuleName(name)], at: locations)
  }

  /// A node that *ready* depends on needs a milestone; the path leads from it to the edge's node.
  package static func blockingNeedsMilestone(path: [String], edge: LaunchEdge) -> Fault {
    let last = path.last ?? ""
    let rest = path.count > 1 ? ", and keep \(path[0]) from needing it" : ""
    return of(
      "blockingNeedsMilestone",
      """
      \(path.joined(separator: " → ")) → milestone \(edge.target): ready would wait for a \
      milestone (\(last) waits for it: \(edge.site)). Make \(last) `.afterReady`\(rest).
      """, path, edge)
  }

  /// A node that *ready* waits for requires an on-demand node; the path leads to that node.
  package static func blockingRequiresOnDemand(path: [String], edge: LaunchEdge) -> Fault {
    of(
      "blockingRequiresOnDemand",
      """
      \(path.joined(separator: " → ")): ready would wait for \(path.last ?? "a task"), which runs \
      on demand (\(edge.place)). Make it `.beforeReady`, or use it lazily.
      """, path, edge)
  }

  /// A `.first` task needs a milestone; the path leads from it to the edge's node.
  package static func firstNeedsMilestone(path: [String], edge: LaunchEdge) -> Fault {
    let advice =
      path.count > 1
      ? "Keep \(path[0]) from requiring \(path[path.count - 1])" : "Make it `.afterReady`"
    return of(
      "firstNeedsMilestone",
      """
      \(path.joined(separator: " → ")) → milestone \(edge.target): \(path.first ?? "") is \
      `.first`, and would wait for a milestone (\(edge.site)). \(advice).
      """, path, edge)
  }

  /// A `.first` task requires a node of a later stage; the path leads from it to that node.
  package static func firstRequiresLater(
    path: [String], stage: LaunchStage, edge: LaunchEdge
  ) -> Fault {
    let (first, last) = (path.first ?? "", path.last ?? "")
    return of(
      "firstRequiresLater",
      """
      \(path.joined(separator: " → ")): \(first) is `.first`, and \(last) is \
      `.\(stage.rawValue)` (\(edge.place)). Make \(last) `.beforeReady`, or keep \(first) from \
      requiring it.
      """, path, edge)
  }

  /// A node of the first group waits for another node that it doesn't require; the path leads from
  /// the `.first` task to the node that waits.
  package static func firstWaitsForOthers(
    path: [String], other: String, declaredBy: String, edge: LaunchEdge
  ) -> Fault {
    let (first, last) = (path.first ?? "", path.last ?? "")
    let why =
      first == last ? "is `.first`" : "runs first, since \(first) is `.first` and requires it"
    let lazily = edge.reason?.service.map { ", inject \($0) as `Lazy`" } ?? ""
    return of(
      "firstWaitsForOthers",
      """
      \(edge.sentence(of: declaredBy)), but \(last) \(why). Let \(last) require \(other), which \
      then also runs first\(lazily), or remove the dependency.
      """, path + [other], edge)
  }

  /// A node declares an edge to itself.
  package static func selfEdge(node: String, edge: LaunchEdge) -> Fault {
    of(
      "selfEdge", "\(edge.sentence(of: node)), which is itself. Remove the dependency.", [node],
      edge)
  }

  /// A node is declared to run before a milestone, which only the app reaches.
  package static func beforeMilestone(node: String, edge: LaunchEdge) -> Fault {
    of(
      "beforeMilestone",
      """
      \(edge.sentence(of: node)), which is a milestone: the app reaches it itself. \
      Remove the dependency, or reach the milestone when \(node) has run.
      """, [node], edge)
  }

  private static func of(
    _ kind: String, _ message: String, _ nodes: [String], _ edge: LaunchEdge, stub: String? = nil
  ) -> Fault {
    Fault(
      kind, message, modules: nodes.map { ModuleName($0) }, at: [edge.declaredAt], stub: stub)
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
