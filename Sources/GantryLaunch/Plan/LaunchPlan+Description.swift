// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension LaunchPlan: CustomStringConvertible {
  /// The plan as a table, one line a node, in launch order.
  public var description: String {
    var table = TextTable(
      ["#", "name", "stage", "lane", "priority", "waits for"], numeric: [0, 4])
    for (position, task) in tasks.enumerated() {
      table.add([
        "\(position + 1)", task.name, task.stageText, task.isJoin ? "join" : task.lane.rawValue,
        "\(task.priority)", task.waitText,
      ])
    }
    return table.text
  }

  /// Says why a node stands where it stands.
  ///
  /// - Parameter name: The name of the node.
  /// - Returns: A few lines for people; one line with near names when there is no such node.
  public func explain(_ name: String) -> String {
    guard let position = tasks.firstIndex(where: { $0.name == name }) else {
      let near = NearNames.of(name, among: tasks.lazy.map(\.name))
      let hint = Wording.near(near)
      return "\(name) is not in the plan.\(hint)"
    }
    let task = tasks[position]
    var lines = ["\(name) is number \(position + 1) of \(tasks.count) in launch order."]
    guard task.skipped.isEmpty else {
      return (lines + ["It is skipped:"] + task.skipped.map { "  \($0)" }).joined(separator: "\n")
    }
    lines.append("It runs \(task.stageSentence), \(task.laneSentence).")
    if let promoter = task.promotedBy {
      lines.append(
        "It asked to be \(task.declaredStage.rawValue), but \(promoter) needs it earlier.")
    }
    for dependency in task.dependencies { lines.append("  \(dependency.sentence)") }
    for milestone in task.milestones { lines.append("  waits for milestone \(milestone)") }
    if task.dependencies.isEmpty && task.milestones.isEmpty { lines.append("It waits for nobody.") }
    let holds = tasks.filter { other in other.dependencies.contains { $0.position == position } }
    if !holds.isEmpty {
      lines.append("For it wait: \(holds.map(\.name).joined(separator: ", ")).")
    }
    let ties = "priority \(task.priority), then tie-break, then name"
    lines.append("Among those that are free to start: \(ties).")
    return lines.joined(separator: "\n")
  }
}

extension LaunchPlan.Task {
  var stageText: String {
    if !skipped.isEmpty { return "skipped" }
    return promotedBy.map { "\(stage.rawValue) (for \($0))" } ?? stage.rawValue
  }

  var waitText: String {
    guard skipped.isEmpty else { return skipped.joined(separator: " ← ") }
    let names = dependencies.map { $0.kind == .requires ? $0.name : "\($0.name) (\($0.kind))" }
    return (names + milestones.map { "\($0) (milestone)" }).joined(separator: ", ")
  }

  fileprivate var stageSentence: String {
    switch stage {
    case .blocking: "before ready"
    case .deferred: "after ready"
    case .idle: "when nothing else is left"
    case .onDemand: "on demand"
    }
  }

  fileprivate var laneSentence: String {
    if isJoin { return "as a join without a body" }
    return lane == .main ? "on the main lane" : "on the background lane"
  }
}

extension LaunchPlan.Dependency {
  var sentence: String {
    let verb =
      switch kind {
      case .requires: "requires"
      case .wants: "wants"
      case .order: "comes after"
      }
    let place = [declaredAt, reason ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    return place.isEmpty ? "\(verb) \(name)" : "\(verb) \(name) (\(place))"
  }
}
