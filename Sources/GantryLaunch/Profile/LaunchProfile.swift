// SPDX-License-Identifier: Apache-2.0

/// The durations of tasks in earlier launches, from which the next launch is planned.
///
/// A profile keeps runs by ``Key``: those of one kind of process or launch source never count for
/// another. A task's duration is the median of its last nine runs. Of all estimators of location,
/// the median tolerates the most outliers: just under half of the runs (P. J. Huber, *Robust
/// Statistics*, 1981, section 3.2). It follows a lasting change as soon as more than half of the
/// runs show it.
///
/// A new build inherits the runs of the build that was recorded last. They count together with its
/// own runs until a task has run three times in the new build; from then on only its own runs
/// count. So the first launch after an update, often the slowest of all, doesn't decide anything.
/// And builds that are launched only once or twice still have a history.
package struct LaunchProfile: Sendable, Hashable {
  /// The version of the encoded form that this library reads and writes.
  package static let currentSchemaVersion = 1
  /// The number of runs of a task to keep for each key: the last ones.
  package static let runsKept = 9
  /// The number of runs that a new build needs to count alone: with three, an outlier can't be the
  /// median.
  package static let runsNeeded = 3
  /// The number of builds to keep for each kind of process and launch source: those recorded last.
  package static let buildsKept = 3

  /// The recorded runs, by the time of the last record, oldest first.
  var entries: [Entry] = []

  /// Creates an empty profile.
  package init() {}

  /// Whether nothing has been recorded.
  package var isEmpty: Bool { entries.isEmpty }

  /// The recorded keys, the most recently recorded last.
  package var keys: [Key] { entries.map(\.key) }

  /// Returns the duration of each known task in a launch.
  ///
  /// - Parameter key: The build, kind of process and source of the launch.
  /// - Returns: The durations by task name; empty if no runs match.
  /// - Complexity: O(n) in the number of runs of one build.
  package func durations(for key: Key) -> [String: Duration] {
    entry(for: key).durations
  }

  /// Returns the runs of a task that are kept for a build, oldest first; empty if the task is
  /// unknown.
  ///
  /// - Parameters:
  ///   - task: The name of the task.
  ///   - key: The build, kind of process and source of the launches.
  package func runs(of task: String, for key: Key) -> [Duration] {
    let entry = entries.first { $0.key == key }
    return entry?.runs[task]?.map { Duration(milliseconds: $0) } ?? []
  }

  /// Adds the durations of a launch, for each task that ran and succeeded.
  ///
  /// The duration of a task that failed, was stopped or timed out says nothing about its work.
  ///
  /// - Parameters:
  ///   - report: The report of the launch.
  ///   - key: The build, kind of process and source of the launch.
  package mutating func record(_ report: LaunchReport, for key: Key) {
    record(report.runDurations, for: key)
  }

  /// Adds the durations of a launch's tasks.
  ///
  /// - Parameters:
  ///   - durations: The durations by task name; an empty dictionary changes nothing.
  ///   - key: The build, kind of process and source of the launch.
  package mutating func record(_ durations: [String: Duration], for key: Key) {
    guard !durations.isEmpty else { return }
    var entry = entry(for: key)
    for (task, duration) in durations { entry.add(duration, to: task) }
    entries.removeAll { $0.key == key }
    entries.append(entry)
    let comparable = entries.lazy.map(\.key).filter { $0.isComparable(to: key) }
    let dropped = Set(comparable.dropLast(Self.buildsKept))
    entries.removeAll { dropped.contains($0.key) }
  }

  private func entry(for key: Key) -> Entry {
    guard let index = key.nearest(in: keys) else { return Entry(key: key) }
    return entries[index].key == key ? entries[index] : Entry(key: key, after: entries[index])
  }
}

extension LaunchReport {
  /// The duration of each task that ran and succeeded.
  var runDurations: [String: Duration] {
    let ran = tasks.filter { $0.outcome == .succeeded && !$0.isJoin }
    return Dictionary(
      ran.compactMap { task in task.duration.map { (task.name.rawValue, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension LaunchProfile {
  /// The recorded runs of one key, in milliseconds, oldest first.
  struct Entry: Sendable, Hashable {
    let key: Key
    /// The runs of this build.
    private(set) var runs: [String: [Double]] = [:]
    /// The runs of earlier builds, for tasks with too few runs in this one.
    private(set) var inherited: [String: [Double]] = [:]

    init(key: Key) { self.key = key }

    init(key: Key, runs: [String: [Double]], inherited: [String: [Double]]) {
      self.key = key
      self.runs = runs
      self.inherited = inherited
    }

    /// Creates the entry of a new build; tasks that the previous build did not run itself are
    /// dropped.
    init(key: Key, after other: Entry) {
      self.key = key
      inherited = other.runs.reduce(into: [:]) { $0[$1.key] = other.window(of: $1.key) }
    }

    /// Adds a run, and drops those that no longer count.
    mutating func add(_ duration: Duration, to task: String) {
      // Anything finer than a microsecond is noise, and would double the size of the file.
      let milliseconds = (Swift.max(0, duration.milliseconds) * 1000).rounded() / 1000
      let own = (runs[task] ?? []).suffix(LaunchProfile.runsKept - 1) + [milliseconds]
      runs[task] = Array(own)
      if own.count >= LaunchProfile.runsNeeded { inherited[task] = nil }
    }

    /// The duration of each task.
    var durations: [String: Duration] {
      var durations: [String: Duration] = [:]
      for tasks in [runs.keys, inherited.keys] {
        for task in tasks where durations[task] == nil {
          durations[task] = Self.median(of: window(of: task)).map { Duration(milliseconds: $0) }
        }
      }
      return durations
    }

    /// Returns the runs of a task that count.
    private func window(of task: String) -> [Double] {
      let own = runs[task] ?? []
      guard own.count < LaunchProfile.runsNeeded else { return own }
      return Array(((inherited[task] ?? []) + own).suffix(LaunchProfile.runsKept))
    }

    /// Returns the middle value, or the mean of the two in the middle; nil if there are no values.
    private static func median(of values: [Double]) -> Double? {
      let sorted = values.sorted()
      guard !sorted.isEmpty else { return nil }
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
  }
}

extension LaunchProfile {
  /// A key for launches whose durations are comparable.
  package struct Key: Sendable, Hashable, Codable {
    /// The build of the program: any text that changes when the program does.
    package let build: String
    /// The kind of process, for example `daemon`.
    package let processKind: String
    /// The cause of the launch, for example `push`.
    package let launchSource: String

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - build: The build of the program: any text that changes when the program does.
    ///   - processKind: The kind of process.
    ///   - launchSource: The cause of the launch.
    package init(build: String, processKind: String, launchSource: String) {
      self.build = build
      self.processKind = processKind
      self.launchSource = launchSource
    }

    /// Whether two keys differ in the build at most.
    func isComparable(to other: Self) -> Bool {
      processKind == other.processKind && launchSource == other.launchSource
    }

    /// Returns the index of this key, otherwise of the last key that differs only in the build.
    func nearest(in keys: [Key]) -> Int? {
      keys.firstIndex(of: self) ?? keys.lastIndex { $0.isComparable(to: self) }
    }
  }
}

extension LaunchProfile: Codable {
  /// An error: the encoded form has a version other than this library's.
  struct ForeignVersion: Error { let version: Int }

  private enum CodingKeys: String, CodingKey { case schemaVersion, entries }

  /// Skips an element of a list at the lowest cost.
  private struct Passed: Decodable { init(from decoder: any Decoder) {} }

  /// A key for a decoder's `userInfo`, whose value is the key of the planned launch. The decoder
  /// then reads only the needed part: for a file with nine keys, in a tenth of the time.
  static let wantedKey = CodingUserInfoKey(rawValue: "gantry.launch-profile.key")

  /// Decodes the form that ``encode(to:)`` writes, and rejects other versions.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .schemaVersion)
    guard version == Self.currentSchemaVersion else { throw ForeignVersion(version: version) }
    guard let wanted = Self.wantedKey.flatMap({ decoder.userInfo[$0] as? Key }) else {
      entries = try container.decode([Entry].self, forKey: .entries)
      return
    }
    let keys = try container.decode([Key].self, forKey: .entries)
    guard let index = wanted.nearest(in: keys) else { return }
    var list = try container.nestedUnkeyedContainer(forKey: .entries)
    for _ in 0..<index { _ = try list.decode(Passed.self) }
    entries = [try list.decode(Entry.self)]
  }

  /// Encodes the version and all runs.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.currentSchemaVersion, forKey: .schemaVersion)
    try container.encode(entries, forKey: .entries)
  }
}

extension LaunchProfile.Entry: Codable {
  private enum CodingKeys: String, CodingKey { case runsInMilliseconds, inheritedInMilliseconds }

  /// The runs of one task. This library never writes more than it keeps, so any others aren't read.
  private struct Runs: Decodable {
    let milliseconds: [Double]

    init(from decoder: any Decoder) throws {
      let container = try decoder.unkeyedContainer()
      guard container.count ?? 0 <= LaunchProfile.runsKept else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "more runs of a task than are kept")
      }
      milliseconds = try [Double](from: decoder)
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func runs(_ key: CodingKeys) throws -> [String: [Double]] {
      let runs =
        try container.decodeIfPresent([String: Runs].self, forKey: key)?
        .mapValues(\.milliseconds) ?? [:]
      guard runs.values.allSatisfy({ $0.allSatisfy { $0.isFinite && $0 >= 0 } }) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "a duration is negative")
      }
      return runs
    }
    self.init(
      key: try LaunchProfile.Key(from: decoder), runs: try runs(.runsInMilliseconds),
      inherited: try runs(.inheritedInMilliseconds))
  }

  func encode(to encoder: any Encoder) throws {
    try key.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(runs, forKey: .runsInMilliseconds)
    if !inherited.isEmpty { try container.encode(inherited, forKey: .inheritedInMilliseconds) }
  }
}
