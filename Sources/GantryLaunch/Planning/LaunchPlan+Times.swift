// SPDX-License-Identifier: Apache-2.0

extension LaunchPlan {
  /// The times of a launch, from its start.
  package struct Times: Sendable, Hashable {
    /// The time at which the app was ready.
    package fileprivate(set) var ready = Duration.zero
    /// The time at which everything had ended.
    package fileprivate(set) var end = Duration.zero
    /// The times at which each task ran, by its position in the plan; nil if it did not run.
    package fileprivate(set) var tasks: [Range<Duration>?]
  }

  /// Returns the times of a launch in which each task takes exactly its duration and succeeds.
  ///
  /// The machine of a real launch decides the order. No milestone is reached, and no on-demand task
  /// is demanded.
  ///
  /// - Parameters:
  ///   - durations: The duration of each task, by name, and zero for missing names; nil takes the
  ///     plan's durations.
  ///   - workers: The number of synchronous background tasks that can run at a time; nil takes the
  ///     plan's number.
  /// - Complexity: O((V + E) log V).
  package func times(durations: [String: Duration]? = nil, workers: Int? = nil) -> Times {
    let limit = Int.max / (tasks.count + 1)
    var machine = LaunchMachine(self, workers: workers)
    var times = Times(tasks: Array(repeating: nil, count: tasks.count))
    var actions: [LaunchMachine.Action] = []
    var next = 0
    var ends = MinHeap()
    var now = 0
    machine.take(.start, into: &actions)
    machine.take(.closed, into: &actions)
    while true {
      while next < actions.count {
        switch actions[next] {
        case .run(let task, _):
          let duration = durations.map { $0[tasks[task].name] } ?? tasks[task].recordedDuration
          let end = now + (duration?.nanoseconds(limit: limit) ?? 0)
          times.tasks[task] = .nanoseconds(now)..<(.nanoseconds(end))
          ends.push(task, key: end)
        case .settled(let task, let outcome):
          // The machine doesn't ask for a join to run.
          if outcome == .succeeded, times.tasks[task] == nil {
            times.tasks[task] = .nanoseconds(now)..<(.nanoseconds(now))
          }
          machine.take(.acknowledged(task: task), into: &actions)
        case .ready: times.ready = .nanoseconds(now)
        case .queued, .rest, .hurry, .replaced, .stop, .cancel, .quiet, .finished: break
        }
        next += 1
      }
      machine.dispatch(into: &actions)
      if next < actions.count { continue }
      guard let first = ends.first else { break }
      now = first.key
      // Tasks that end at the same time are all handled before places are given to others.
      while let end = ends.first, end.key == now {
        ends.pop()
        machine.take(.finished(task: end.value, .succeeded), into: &actions)
      }
    }
    times.end = .nanoseconds(now)
    return times
  }
}
