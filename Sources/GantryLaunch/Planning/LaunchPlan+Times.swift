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
    var machine = Machine(Wiring(self), workers: workers)
    var times = Times(tasks: Array(repeating: nil, count: tasks.count))
    var actions: [Machine.Action] = []
    var ends = MinHeap()
    var now = 0
    machine.handle(.start, at: .zero, into: &actions)
    while true {
      for action in actions {
        switch action {
        case .run(let ticket):
          let node = ticket.node
          let duration =
            durations.map { $0[tasks[node].name.rawValue] } ?? tasks[node].recordedDuration
          let end = now + (duration?.nanoseconds(limit: limit) ?? 0)
          times.tasks[node] = .nanoseconds(now)..<(.nanoseconds(end))
          ends.push(node, key: end)
        case .settled(let ticket, .succeeded) where times.tasks[ticket.node] == nil:
          // The machine doesn't ask for a join to run.
          times.tasks[ticket.node] = .nanoseconds(now)..<(.nanoseconds(now))
        case .ready: times.ready = .nanoseconds(now)
        default: break
        }
      }
      actions.removeAll(keepingCapacity: true)
      guard let first = ends.first else { break }
      now = first.key
      // Tasks that end at the same time are all handled before slots are given to others.
      while let end = ends.first, end.key == now {
        ends.pop()
        _ = machine.take(
          .ended(Ticket(end.value, 1), .succeeded), at: .nanoseconds(now), into: &actions)
      }
      machine.dispatch(into: &actions)
    }
    times.end = .nanoseconds(now)
    return times
  }
}
