// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchProfile {
  /// The recorded runs of one key, in milliseconds, oldest first.
  struct Entry: Sendable, Hashable {
    let key: Key
    /// The runs of this build.
    private(set) var runs: [String: [Double]] = [:]
    /// Runs of the builds before, where this one has too few of its own.
    private(set) var inherited: [String: [Double]] = [:]

    init(key: Key) { self.key = key }

    init(key: Key, runs: [String: [Double]], inherited: [String: [Double]]) {
      self.key = key
      self.runs = runs
      self.inherited = inherited
    }

    /// Begins a new build; tasks that the build before did not run itself are dropped.
    init(key: Key, after other: Entry) {
      self.key = key
      inherited = other.runs.reduce(into: [:]) { $0[$1.key] = other.window(of: $1.key) }
    }

    /// Adds a run, and drops those that no longer count.
    mutating func add(_ duration: Duration, to task: String) {
      // A finer resolution than a microsecond is noise, and would double the size of the file.
      let milliseconds = (Swift.max(0, duration.milliseconds) * 1000).rounded() / 1000
      let own = (runs[task] ?? []).suffix(LaunchProfile.runsKept - 1) + [milliseconds]
      runs[task] = Array(own)
      if own.count >= LaunchProfile.runsNeeded { inherited[task] = nil }
    }

    /// How long each task takes.
    var durations: [String: Duration] {
      var durations: [String: Duration] = [:]
      for tasks in [runs.keys, inherited.keys] {
        for task in tasks where durations[task] == nil {
          durations[task] = Self.median(of: window(of: task)).map { Duration(milliseconds: $0) }
        }
      }
      return durations
    }

    /// The runs of a task that count.
    private func window(of task: String) -> [Double] {
      let own = runs[task] ?? []
      guard own.count < LaunchProfile.runsNeeded else { return own }
      return Array(((inherited[task] ?? []) + own).suffix(LaunchProfile.runsKept))
    }

    /// The middle one of the values, or the mean of the two in the middle; nil of none.
    private static func median(of values: [Double]) -> Double? {
      let sorted = values.sorted()
      guard !sorted.isEmpty else { return nil }
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
  }
}
