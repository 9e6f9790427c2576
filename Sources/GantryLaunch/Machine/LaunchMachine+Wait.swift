// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchMachine {
  /// Finds the cause of a task's wait.
  ///
  /// Of several dependencies the chain follows the one that has run the longest, then launch order.
  ///
  /// - Parameters:
  ///   - name: The name of the task that is waited for.
  ///   - elapsed: How long a task, by its position, has been running; nil when it has not begun.
  /// - Returns: Nil when there is no such task, or it has settled.
  public func wait(for name: String, elapsed: (Int) -> Duration? = { _ in nil }) -> LaunchWait? {
    guard let first = plan.tasks.firstIndex(where: { $0.name == name }) else { return nil }
    guard phases[first] != .settled else { return nil }
    var chain: [String] = []
    var task = first
    while true {
      chain.append(plan.tasks[task].name)
      guard phases[task] == .waiting, let next = holder(of: task, elapsed) else { break }
      task = next
    }
    let time = hasBegun(task) ? elapsed(task) : nil
    return LaunchWait(
      chain: chain, state: state(of: task, hasBegun: time != nil), lane: plan.tasks[task].lane,
      elapsed: time)
  }

  private func holder(of task: Int, _ elapsed: (Int) -> Duration?) -> Int? {
    var best: Int?
    var bestTime = Duration.seconds(-1)
    for dependency in plan.tasks[task].dependencies {
      let position = dependency.position
      guard (0..<task).contains(position), phases[position] != .settled else { continue }
      let time = hasBegun(position) ? elapsed(position) ?? .zero : .seconds(-1)
      if best == nil || time > bestTime { (best, bestTime) = (position, time) }
    }
    return best
  }

  /// Whether a task runs, or waits for its next try.
  private func hasBegun(_ task: Int) -> Bool {
    phases[task] == .running || phases[task] == .resting
  }

  private func state(of task: Int, hasBegun: Bool) -> LaunchWait.State {
    switch phases[task] {
    case .queued: return .queued
    case .resting:
      return .resting(attempt: Int(attempts[task]), failure: failures[task] ?? "")
    case .running: return hasBegun ? .running : .queued
    case .settling, .settled: return .settling
    case .waiting: break
    }
    guard isStarted else { return .notStarted }
    if let missing = plan.tasks[task].milestones.first(where: { !reached.contains($0) }) {
      return .milestone(missing)
    }
    return .stage(plan.tasks[task].stage)
  }
}
