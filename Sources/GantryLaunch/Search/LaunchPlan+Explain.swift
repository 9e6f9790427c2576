// SPDX-License-Identifier: Apache-2.0

internal import GantryText

extension LaunchPlan {
  /// Explains the position of a node in the plan.
  ///
  /// - Parameter name: The name of the node.
  /// - Returns: A few lines for people; if there is no such node, one line with similar names.
  public func explain(_ name: String) -> String {
    guard let position = tasks.firstIndex(where: { $0.name == name }) else {
      let near = NearNames.of(name, among: tasks.lazy.map(\.name))
      return "\(name) is not in the plan.\(Wording.near(near))"
    }
    let task = tasks[position]
    var lines = ["\(name) is number \(position + 1) of \(tasks.count) in launch order."]
    guard task.skipped.isEmpty else {
      return (lines + ["It is skipped:"] + task.skipped.map { "  \($0)" }).joined(separator: "\n")
    }
    lines.append("It runs \(task.stageSentence), \(task.laneSentence).")
    if let sentence = promotion(of: task) { lines.append(sentence) }
    for dependency in task.dependencies { lines.append("  \(dependency.sentence)") }
    for milestone in task.milestones { lines.append("  waits for milestone \(milestone)") }
    if task.dependencies.isEmpty && task.milestones.isEmpty {
      lines.append("It waits for no other task.")
    }
    let holds = tasks.filter { other in other.dependencies.contains { $0.position == position } }
    if !holds.isEmpty {
      lines.append("Tasks that wait for it: \(holds.map(\.name).joined(separator: ", ")).")
    }
    if !task.isJoin, task.stage <= .afterReady { lines += placing(of: task, at: position) }
    let ties = "priority \(task.priority), then tie-break, then name"
    lines.append("Ties are broken by \(ties).")
    return lines.joined(separator: "\n")
  }

  /// Returns the node that needs a task in an earlier stage than declared, and the cost of that.
  private func promotion(of task: Task) -> String? {
    guard let promoter = task.promotedBy else { return nil }
    let sentence = "It asked to be \(task.declaredStage.rawValue), but \(promoter) needs it earlier"
    guard task.stage == .beforeReady, !task.isJoin else { return "\(sentence)." }
    let cost = task.recordedDuration.map { "\($0.text)" } ?? "one task"
    return "\(sentence). That costs \(cost) on the \(task.lane.rawValue) lane before ready."
  }

  /// Returns the reasons why a task gets its place before or after others.
  private func placing(of task: Task, at position: Int) -> [String] {
    let isBlocking = task.stage == .beforeReady
    switch policy {
    case .fifo: return ["The task that is free first runs first."]
    case .rank:
      return ["The task with the longest path to the end runs first. \(ranking(of: task))"]
    case .ready:
      guard isBlocking else { return [ahead(task), ranking(of: task)] }
      let model = PlanModel(tasks, workers: workers)
      let way = model.ways(within: model.isBlocking)[position]
      return [
        "Ready waits for it, so it runs before the tasks that ready does not need.",
        "The longest path from its start to ready is \(length(of: way)). \(ranking(of: task))",
      ]
    }
  }

  private func ranking(of task: Task) -> String {
    let peers = tasks.filter { other in
      other.lane == task.lane && !other.isJoin && other.skipped.isEmpty
        && (policy == .rank || other.stage == task.stage)
    }
    let number = peers.count { $0.rank < task.rank } + 1
    let needs = task.stage == .beforeReady ? "needs" : "does not need"
    let all = policy == .rank ? "\(peers.count)" : "the \(peers.count) that ready \(needs)"
    return "On the \(task.lane.rawValue) lane it ranks \(number) of \(all)."
  }

  private func length(of way: Int) -> String {
    let isRecorded = tasks.contains { $0.recordedDuration != nil }
    return isRecorded ? Duration.nanoseconds(way).text : way == 1 ? "one task" : "\(way) tasks"
  }

  /// Returns whether, when and why a task that *ready* doesn't need runs ahead of it.
  private func ahead(_ task: Task) -> String {
    let start = "Ready does not need it"
    if let count = task.runsAheadAfter {
      let gap = count == 0 ? "at the start" : "after task \(count) of those that ready needs"
      return "\(start), but it fits into a gap on the \(task.lane.rawValue) lane: \(gap)."
    }
    let held = "\(start), so it is held until the app is ready, even if its lane is free, because"
    if !task.milestones.isEmpty { return "\(held) it waits for a milestone." }
    let isHeld = { (other: Task) in other.stage == .afterReady && other.runsAheadAfter == nil }
    if let other = task.dependencies.first(where: { isHeld(tasks[$0.position]) }) {
      return "\(held) it waits for \(other.name), which is also held."
    }
    guard let duration = task.recordedDuration else {
      return "\(held) it has no recorded duration."
    }
    return "\(held) no earlier gap is long enough for twice its \(duration.text)."
  }
}

extension LaunchPlan.Task {
  fileprivate var stageSentence: String {
    switch stage {
    case .beforeReady: "before ready"
    case .afterReady: runsAheadAfter == nil ? "after ready" : "as soon as it delays no other task"
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
  package var sentence: String {
    let verb =
      switch kind {
      case .requires: "requires"
      case .wants: "wants"
      case .order: "comes after"
      }
    let place = [declaredAt, reason?.words ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    return place.isEmpty ? "\(verb) \(name)" : "\(verb) \(name) (\(place))"
  }
}
