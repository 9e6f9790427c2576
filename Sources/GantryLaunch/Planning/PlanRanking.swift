// SPDX-License-Identifier: Apache-2.0

extension [LaunchPlan.Task] {
  /// Sets the rank of each task: by stage, then priority, then the longest path from its start to
  /// *ready*, then launch order.
  ///
  /// For tasks that *ready* doesn't depend on, the path ends where the launch does.
  ///
  /// - Complexity: O(V log V + E).
  mutating func rank() {
    let paths = longestPaths()
    // By index, here and below, since copying each task would cost more than reading it.
    let order = indices.sorted { first, second in
      if self[first].stage != self[second].stage { return self[first].stage < self[second].stage }
      if self[first].priority != self[second].priority {
        return self[first].priority > self[second].priority
      }
      return paths[first] == paths[second] ? first < second : paths[first] > paths[second]
    }
    for (rank, task) in order.enumerated() { self[task].rank = rank }
  }

  /// Returns the length of the longest path that begins with each task, in nanoseconds.
  ///
  /// If some tasks have a recorded duration, those without are assumed to take the median. If none
  /// has, the length is the number of tasks.
  private func longestPaths() -> [Int] {
    // With this limit, no sum overflows.
    let limit = Int.max / (count + 1)
    let recorded = map { $0.recordedDuration?.nanoseconds(limit: limit) }
    let known = recorded.compactMap(\.self).sorted()
    let guess = known.isEmpty ? 1 : known[known.count / 2]
    var paths = Array<Int>(repeating: 0, count: count)
    for task in indices.reversed() {
      if !self[task].isJoin, self[task].skipped.isEmpty { paths[task] += recorded[task] ?? guess }
      let isBlocking = self[task].stage <= .beforeReady
      for index in self[task].dependencies.indices {
        let first = self[task].dependencies[index].position
        guard isBlocking || self[first].stage > .beforeReady else { continue }
        paths[first] = Swift.max(paths[first], paths[task])
      }
    }
    return paths
  }
}

extension Duration {
  /// Returns whole nanoseconds; a value out of range is clamped.
  func nanoseconds(limit: Int) -> Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < limit / 1_000_000_000 else { return limit }
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
