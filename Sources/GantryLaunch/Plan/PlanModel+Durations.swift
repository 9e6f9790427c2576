// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension PlanModel {
  /// The model of tasks with the known durations.
  ///
  /// Where some have a record, those without are taken to be as long as the middle one; where none
  /// has, ways are counted in tasks.
  init(_ tasks: [LaunchPlan.Task], workers: Int) {
    let recorded = tasks.map(\.recordedDuration)
    let limit = Self.limit(tasks.count)
    let known = recorded.compactMap { $0?.nanoseconds(limit: limit) }.sorted()
    let guess = known.isEmpty ? 1 : known[known.count / 2]
    let durations = tasks.indices.map { task in
      if tasks[task].isJoin || !tasks[task].skipped.isEmpty { return 0 }
      return recorded[task]?.nanoseconds(limit: limit) ?? guess
    }
    self.init(tasks, workers: workers, durations: durations) { recorded[$0] != nil }
  }

  /// The longest duration of a task, so that no sum over all of them overflows.
  static func limit(_ count: Int) -> Int { Int.max / 8 / (count + 1) }
}

extension Duration {
  /// Whole nanoseconds; a value out of range is clamped.
  func nanoseconds(limit: Int) -> Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < limit / 1_000_000_000 else { return limit }
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
