// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantryText

/// The answers of a database to all questions about two builds. Times are in microseconds, shares
/// and changes of tasks are parts of one.
struct FleetReport: Encodable {
  let schemaVersion = 1
  /// Whether a task or ready became slower, or launches die more often.
  var isWorse = false
  /// The kind of launches that are compared.
  let kind: String
  /// The build before; nil if there is only one.
  let from: String?
  /// The build after; nil if there are no launches of the kind.
  let to: String?
  let rows: Int
  /// The lines that aren't rows.
  let unreadable: Int
  let builds: [Build]
  let ready: [Percentiles]
  let weeks: [Percentiles]
  let changes: [Change]
  let regressions: [Regression]
  let users: [Users]
  let suspects: [Suspect]
  /// The source location that declares a task, by its name, from plan documents.
  let declared: [String: String]

  struct Build: Codable {
    let build: String
    let sent: Double
    let launches: Double
    let installs: Double
    let firstAt: Double
    let lastAt: Double
    let unreadyPerMillion: Double?
    let diedPerMillion: Double?
    let safePerMillion: Double?
    let dropped: Double?
  }

  struct Percentiles: Codable {
    let build: String?
    let week: String?
    let device: String
    let sent: Double
    let weighted: Double
    let p50: Double
    let p75: Double
    let p90: Double
    let p95: Double
    let p99: Double
  }

  struct Change: Codable {
    /// A `task`, the `rest` of the time to ready, or `ready`, which is the sum of all others.
    let part: String
    let device: String
    let task: String
    let change: Double
    let shareWas: Double
    let shareNow: Double
  }

  struct Regression: Codable {
    let device: String
    /// The task; empty for ready.
    let task: String
    let change: Double
    let low: Double
    let high: Double
    let z: Double
    let was: Double
    let sent: Double
  }

  struct Users: Codable {
    let device: String
    let task: String
    let shareOfLaunches: Double
    let shareOfInstalls: Double
  }

  struct Suspect: Codable {
    let task: String
    let was: Double
    let now: Double
    let low: Double
    let high: Double
    let z: Double?
    let others: Double
  }

  /// The builds that were compared, and the numbers of all rows.
  struct Summary: Decodable {
    let rows: Int
    let unreadable: Int
    let from: String?
    let to: String?
    let kind: String?
    let kinds: [String]?
  }
}

extension FleetReport {
  /// The tasks, and ready, that became slower.
  var slower: [Regression] { regressions.filter { $0.z > 0 } }

  /// The suspects whose rate grew by more than chance explains.
  var deadlier: [Suspect] { suspects.filter { $0.z ?? 0 > 4.5 } }
}

/// A table of a report, for text and for the page.
struct FleetTable {
  let title: String
  let note: String
  let heads: [String]
  let numeric: Set<Int>
  /// The rows; empty if the note says everything.
  let rows: [[String]]

  /// Creates a table without the columns that are empty, such as source locations without a plan.
  init(title: String, note: String, heads: [String], numeric: Set<Int>, rows: [[String]]) {
    let kept = heads.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    (self.title, self.note) = (title, note)
    self.heads = kept.map { heads[$0] }
    self.numeric = Set(kept.indices.filter { numeric.contains(kept[$0]) })
    self.rows = rows.map { row in kept.map { row[$0] } }
  }

  /// The table as text.
  var text: String {
    var table = TextTable(heads, numeric: numeric)
    rows.forEach { table.add($0) }
    return ([title] + (note.isEmpty ? [] : [note]) + (rows.isEmpty ? [] : [table.text]))
      .joined(separator: "\n")
  }
}

extension FleetReport {
  /// The number of parts of a class that the table of changes names.
  private static let parts = 5

  var title: String {
    guard let to else { return "No launches of the kind \(kind)" }
    return from.map { "Build \(to) beside \($0)" } ?? "Build \(to)"
  }

  /// The verdict as a sentence.
  var verdict: String {
    guard from != nil else { return "There is only one build, so nothing is compared." }
    let tasks = Set(slower.map(\.task)).subtracting([""]).count
    guard isWorse else { return "Nothing became worse by more than chance explains." }
    let parts = [
      tasks > 0 ? "\(tasks.counted("task")) became slower" : nil,
      slower.contains { $0.task.isEmpty } ? "ready comes later" : nil,
      deadlier.isEmpty
        ? nil : "launches die more often in \(Wording.list(deadlier.map(\.task), "and"))",
    ].compactMap(\.self)
    return Wording.list(parts).prefix(1).uppercased() + Wording.list(parts).dropFirst() + "."
  }

  /// The number of rows, and the kind of the compared launches.
  var facts: String {
    let lost = unreadable > 0 ? "; \(unreadable.counted("line")) can't be used" : ""
    return
      "\(rows.counted("row")) of \(builds.count.counted("build")), launches of the kind \(kind)\(lost)"
  }

  /// The report as text.
  var text: String {
    ([title, facts, verdict].joined(separator: "\n") + "\n")
      + tables.map { "\n\($0.text)\n" }.joined()
  }

  /// All tables but empty ones.
  var tables: [FleetTable] {
    [
      regressionTable, changeTable, pathTable, suspectTable,
      percentiles("Ready, by build", "build", ready, \.build),
      percentiles("Ready, by week", "week of", weeks, \.week), buildTable,
    ].compactMap(\.self)
  }

  private var regressionTable: FleetTable? {
    guard !regressions.isEmpty else { return nil }
    let order = regressions.sorted {
      ($1.change, $0.device, $0.task) < ($0.change, $1.device, $1.task)
    }
    let rows = order.map { row in
      let concerned = users.first { $0.device == row.device && $0.task == row.task }
      let isReady = row.task.isEmpty
      return [
        Self.change(row.change), "\(Self.change(row.low)) … \(Self.change(row.high))",
        Self.time(row.was), Self.name(row.device), isReady ? "ready" : row.task,
        isReady ? "" : Self.share(concerned?.shareOfLaunches ?? 0),
        isReady ? "" : Self.share(concerned?.shareOfInstalls ?? 0), declared[row.task] ?? "",
      ]
    }
    return FleetTable(
      title: "Slower or faster beyond chance",
      note: "The share of launches and users whose ready waits for the task in the new build.",
      heads: [
        "change", "95 % interval", "was", "class", "task", "launches", "users", "declared at",
      ],
      numeric: [0, 1, 2, 5, 6], rows: rows)
  }

  private var changeTable: FleetTable? {
    let classes = Dictionary(grouping: changes, by: \.device).compactMap { device, parts in
      parts.first { $0.part == "ready" }.map { (device: device, ready: $0.change, parts: parts) }
    }.sorted { ($1.ready.magnitude, $0.device) < ($0.ready.magnitude, $1.device) }
    guard !classes.isEmpty else { return nil }
    let rows = classes.flatMap { device, ready, parts in
      let tasks = parts.filter { $0.part == "task" }.sorted {
        ($1.change.magnitude, $0.task) < ($0.change.magnitude, $1.task)
      }
      let named = tasks.prefix(Self.parts).map { part in
        [
          "", Self.difference(part.change), part.task, Self.share(part.shareWas),
          Self.share(part.shareNow), declared[part.task] ?? "",
        ]
      }
      let others = tasks.dropFirst(Self.parts)
      let rest = parts.first { $0.part == "rest" }?.change ?? 0
      let isSure = regressions.contains { $0.device == device && $0.task.isEmpty }
      let whole = isSure ? "ready" : "ready (may be chance)"
      return [[Self.name(device), Self.difference(ready), whole, "", "", ""]] + named + [
        [
          "", Self.difference(others.map(\.change).reduce(0, +)), "\(others.count) others", "", "",
          "",
        ],
        ["", Self.difference(rest), "after the last task", "", "", ""],
      ]
    }
    return FleetTable(
      title: "Causes of the change of the mean time to ready",
      note: "The changes of a class add up; the shares are of launches with the task on the path.",
      heads: ["class", "change", "because of", "before", "after", "declared at"],
      numeric: [1, 3, 4], rows: rows)
  }

  /// The tasks of a build that is compared with none.
  private var pathTable: FleetTable? {
    let often = users.filter { $0.shareOfLaunches >= 0.1 }
    guard from == nil, !often.isEmpty else { return nil }
    let rows = often.map { row in
      [
        Self.name(row.device), row.task, Self.share(row.shareOfLaunches),
        Self.share(row.shareOfInstalls), declared[row.task] ?? "",
      ]
    }
    return FleetTable(
      title: "Tasks that ready waits for", note: "In one of ten launches or more.",
      heads: ["class", "task", "launches", "users", "declared at"], numeric: [2, 3], rows: rows)
  }

  private var suspectTable: FleetTable? {
    guard !suspects.isEmpty else { return nil }
    let rows = suspects.prefix(10).map { row in
      [
        row.task, Self.number(row.was), Self.number(row.now),
        "\(Self.signed(row.low)) … \(Self.signed(row.high))", Self.number(row.others),
      ]
    }
    return FleetTable(
      title: "Under way when launches died, per million launches",
      note: "Launches outside the sample count in no rate, only in the last column.",
      heads: ["task", "before", "after", "95 % interval of the change", "outside"],
      numeric: [1, 2, 3, 4], rows: rows)
  }

  private func percentiles(
    _ title: String, _ head: String, _ cells: [Percentiles], _ name: (Percentiles) -> String?
  ) -> FleetTable? {
    guard !cells.isEmpty else { return nil }
    let rows = cells.map { cell in
      [Self.name(cell.device), name(cell) ?? "", Self.number(cell.weighted)]
        + [cell.p50, cell.p75, cell.p90, cell.p95, cell.p99].map(Self.time)
    }
    return FleetTable(
      title: title, note: "",
      heads: ["class", head, "launches", "median", "75 %", "90 %", "95 %", "99 %"],
      numeric: [2, 3, 4, 5, 6, 7], rows: rows)
  }

  private var buildTable: FleetTable? {
    guard !builds.isEmpty else { return nil }
    let rows = builds.map { row in
      [row.build, Self.day(row.firstAt), Self.day(row.lastAt)]
        + [
          row.sent, row.launches, row.installs, row.unreadyPerMillion, row.diedPerMillion,
          row.safePerMillion, row.dropped,
        ].map { $0.map(Self.number) ?? "" }
    }
    return FleetTable(
      title: "Builds",
      note: "Never ready, died before and in safe mode: per million launches of any kind.",
      heads: [
        "build", "from", "to", "rows", "launches", "installations", "never ready", "died",
        "safe mode", "dropped",
      ],
      numeric: [3, 4, 5, 6, 7, 8, 9], rows: rows)
  }
}

extension FleetReport {
  static func name(_ device: String) -> String { device.isEmpty ? "(no class)" : device }

  static func time(_ microseconds: Double) -> String {
    Duration(milliseconds: microseconds / 1_000).text
  }

  static func difference(_ microseconds: Double) -> String {
    (microseconds > 0 ? "+" : "") + time(microseconds)
  }

  static func share(_ part: Double) -> String { "\((part * 100).text(decimals: 0)) %" }

  private static func change(_ part: Double) -> String {
    "\(part > 0 ? "+" : "")\((part * 100).text(decimals: 1)) %"
  }

  private static func signed(_ value: Double) -> String { (value > 0 ? "+" : "") + number(value) }

  static func number(_ value: Double) -> String { value.text(decimals: 0) }

  private static func day(_ milliseconds: Double) -> String {
    let day = Date(timeIntervalSince1970: milliseconds / 1_000)
    return day.formatted(.iso8601.year().month().day())
  }
}
