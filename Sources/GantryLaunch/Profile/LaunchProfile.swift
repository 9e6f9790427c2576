// SPDX-License-Identifier: Apache-2.0

/// How long the tasks of earlier launches took, by which the next launch is planned.
///
/// Runs are kept per ``Key``: those of one kind of process or launch source never count for another.
/// A task's duration is the median of its last nine runs. Of all estimators of location the
/// median withstands most outliers, just under half of the runs (P. J. Huber, *Robust Statistics*,
/// 1981, section 3.2), and it follows a lasting change as soon as more than half of them show it.
///
/// A new build inherits the runs of the build that was recorded last. They count, together with its
/// own, until a task has run three times in the new build; from then on its own runs count
/// alone. So the first launch after an update, often the slowest of all, decides nothing, and builds
/// that are launched once or twice each still have a history.
public struct LaunchProfile: Sendable, Hashable {
  /// The version of the encoded form that this library reads and writes.
  package static let currentSchemaVersion = 1
  /// How many runs of a task are kept for each key: the last ones.
  package static let runsKept = 9
  /// How many runs a new build needs to count alone: with three, one outlier decides no median.
  package static let runsNeeded = 3
  /// How many builds are kept for each kind of process and launch source: those recorded last.
  package static let buildsKept = 3

  /// By the time of the last record, oldest first.
  var entries: [Entry] = []

  /// Makes an empty profile.
  public init() {}

  /// Whether nothing has been recorded.
  package var isEmpty: Bool { entries.isEmpty }

  /// The recorded keys; the one that was recorded last comes last.
  package var keys: [Key] { entries.map(\.key) }

  /// How long each known task takes in a launch.
  ///
  /// - Parameter key: The build, kind of process and source of the launch.
  /// - Returns: Durations by the name of the task; empty when nothing fits.
  /// - Complexity: O(n) in the number of runs of one build.
  public func durations(for key: Key) -> [String: Duration] {
    entry(for: key).durations
  }

  /// The runs of a task in one build that are kept, oldest first; empty when it is not known.
  ///
  /// - Parameters:
  ///   - task: The name of the task.
  ///   - key: The build, kind of process and source of the launches.
  package func runs(of task: String, for key: Key) -> [Duration] {
    let entry = entries.first { $0.key == key }
    return entry?.runs[task]?.map { Duration(milliseconds: $0) } ?? []
  }

  /// Adds the durations of a launch: of each task that ran and succeeded.
  ///
  /// A task that failed, was stopped or ran out of time does not say how long its work takes.
  ///
  /// - Parameters:
  ///   - report: The report of the launch.
  ///   - key: The build, kind of process and source of the launch.
  public mutating func record(_ report: LaunchReport, for key: Key) {
    record(report.runDurations, for: key)
  }

  /// Adds the durations of a launch's tasks.
  ///
  /// - Parameters:
  ///   - durations: Durations by the name of the task; an empty record changes nothing.
  ///   - key: The build, kind of process and source of the launch.
  public mutating func record(_ durations: [String: Duration], for key: Key) {
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
  /// How long each task took that ran and succeeded.
  var runDurations: [String: Duration] {
    let ran = tasks.filter { $0.outcome == .succeeded && !$0.isJoin }
    return Dictionary(
      ran.compactMap { task in task.duration.map { (task.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}

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

extension LaunchProfile {
  /// The launches whose durations may be compared with each other.
  public struct Key: Sendable, Hashable, Codable {
    /// The build of the program: any text that changes when the program does.
    public let build: String
    /// The kind of process, for example `daemon`.
    public let processKind: String
    /// Why the app was started, for example `push`.
    public let launchSource: String

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - build: The build of the program: any text that changes when the program does.
    ///   - processKind: The kind of process.
    ///   - launchSource: Why the app was started.
    public init(build: String, processKind: String, launchSource: String) {
      self.build = build
      self.processKind = processKind
      self.launchSource = launchSource
    }

    /// Whether only the build may differ.
    func isComparable(to other: Self) -> Bool {
      processKind == other.processKind && launchSource == other.launchSource
    }

    /// The place of the key itself, else of the last one that differs in the build alone.
    func nearest(in keys: [Key]) -> Int? {
      keys.firstIndex(of: self) ?? keys.lastIndex { $0.isComparable(to: self) }
    }
  }
}

extension LaunchProfile: Codable {
  /// The encoded form is of another version than this library's.
  struct ForeignVersion: Error { let version: Int }

  private enum CodingKeys: String, CodingKey { case schemaVersion, entries }

  /// Goes past an element of a list at the least cost.
  private struct Passed: Decodable { init(from decoder: any Decoder) {} }

  /// Of a decoder's `userInfo`: the key of the launch that is planned, to read no more than that
  /// needs: of a file with nine keys a tenth of the time.
  static let wantedKey = CodingUserInfoKey(rawValue: "gantry.launch-profile.key")

  /// Reads the form that ``encode(to:)`` writes, and refuses another version.
  public init(from decoder: any Decoder) throws {
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

  /// Writes the version and all runs.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.currentSchemaVersion, forKey: .schemaVersion)
    try container.encode(entries, forKey: .entries)
  }
}

extension LaunchProfile.Entry: Codable {
  private enum CodingKeys: String, CodingKey { case runsInMilliseconds, inheritedInMilliseconds }

  /// The runs of one task; more than are kept were not written by this library, and not read.
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
