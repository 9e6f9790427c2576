// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantrySupport

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
    // A name from a row may have line breaks, which would end the line of a table.
    self.rows = rows.map { row in
      kept.map { row[$0].replacing(/\s/, with: " ") }
    }
  }

  /// The column with the heading of a row: the first that is no number.
  var heading: Int { heads.indices.first { !numeric.contains($0) } ?? 0 }

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
  /// The number of failures in their table.
  private static let mostFailures = 15
  /// The number of classes in a table of percentiles.
  private static let classes = 8

  var title: String {
    guard let to else { return "No \(Self.launches(kind))" }
    return from.map { "Build \(to) compared with \($0)" } ?? "Build \(to)"
  }

  /// The number of rows, and the kind of the compared launches.
  var facts: String {
    let lost = unusable.map(\.rows).reduce(0, +)
    let reasons = unusable.map { "\($0.reason): \($0.rows.grouped)" }.joined(separator: ", ")
    return [
      "\(Self.counted(rows, "row")) of \(builds.count.counted("build"))",
      app.isEmpty ? "" : "app \(app)", Self.launches(kind),
      foreign > 0 ? "without \(Self.counted(foreign, "row")) of other apps" : "",
      lost > 0 ? "\(Self.counted(lost, "line")) can't be used (\(reasons))" : "",
    ].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// The report as text.
  var text: String {
    ([title, facts, verdict.text, advice].compactMap(\.self).joined(separator: "\n") + "\n")
      + tables.map { "\n\($0.text)\n" }.joined()
  }

  /// All tables but empty ones.
  var tables: [FleetTable] {
    [
      failureTable, regressionTable, changeTable, pathTable,
      percentiles("Ready, by build", "build", compared, \.build),
      percentiles("Ready, by week", "week of", weeks, \.week), buildTable,
    ].compactMap(\.self)
  }

  private var regressionTable: FleetTable? {
    guard !regressions.isEmpty else { return nil }
    func rank(_ row: Regression) -> Int {
      let isWaitedFor = row.task.isEmpty || Self.percent(concerned(row)?.shareOfLaunches ?? 0) > 0
      return (row.z < 0 ? 2 : 0) + (isWaitedFor ? 0 : 1)
    }
    // First what became slower; of that, what ready waits for; and of that, the surest.
    let order = regressions.sorted {
      (rank($0), $1.z.magnitude, $0.launchClass, $0.task)
        < (rank($1), $0.z.magnitude, $1.launchClass, $1.task)
    }
    let isMixed = order.contains { rank($0) % 2 == 1 }
    let rows = order.map { row in
      let concerned = concerned(row)
      let isReady = row.task.isEmpty
      return [
        Self.change(row.change), isReady ? "ready" : row.task, row.launchClass,
        "\(Self.change(row.low)) … \(Self.change(row.high))", Self.time(row.was),
        isReady ? "" : Self.share(concerned?.shareOfLaunches ?? 0),
        isReady ? "" : Self.share(concerned?.shareOfInstalls ?? 0), declared[row.task] ?? "",
      ]
    }
    return FleetTable(
      title: "Slower or faster beyond chance",
      note: "The share of launches and users whose ready waits for the task in the new build."
        + (isMixed ? " Tasks for which hardly any launch waits come after the others." : ""),
      heads: [
        "change", "task", "class", "95 % interval", "was", "launches", "users", "declared at",
      ],
      numeric: [0, 3, 4, 5, 6], rows: rows)
  }

  private var changeTable: FleetTable? {
    // Of other classes, the change may be chance.
    let sure = Dictionary(grouping: regressions, by: \.launchClass)
      .mapValues { $0.map(\.z.magnitude).max() ?? 0 }
    let classes = Dictionary(grouping: changes, by: \.launchClass).compactMap { name, parts in
      parts.first { $0.part == "ready" && sure[name] != nil }
        .map { (name: name, ready: $0.change, parts: parts) }
    }.sorted { (sure[$1.name] ?? 0, $0.name) < (sure[$0.name] ?? 0, $1.name) }
    guard !classes.isEmpty else { return nil }
    let rows = classes.flatMap { name, ready, parts in
      let tasks = merged(parts.filter { $0.part == "task" }).sorted {
        ($1.change.magnitude, $0.task) < ($0.change.magnitude, $1.task)
      }
      let named = tasks.prefix(Self.parts).map { part in
        let before = renames.first { $0.now == part.task && part.shareWas > 0 }?.was
        let name = part.task + (before.map { " (\($0) before?)" } ?? "")
        return [
          Self.difference(part.change), "  \(name)", Self.share(part.shareWas),
          Self.share(part.shareNow), declared[part.task] ?? "",
        ]
      }
      let others = tasks.dropFirst(Self.parts)
      let rest = parts.first { $0.part == "rest" }?.change ?? 0
      let isSure = regressions.contains { $0.launchClass == name && $0.task.isEmpty }
      let whole = "\(name): ready\(isSure ? "" : " (may be chance)")"
      let sums = [
        (others.map(\.change).reduce(0, +), "  \(others.count.counted("other"))"),
        (rest, "  after the last task"),
      ].filter { Self.time($0.0.magnitude) != Self.time(0) }
      return [[Self.difference(ready), whole, "", "", ""]] + named
        + sums.map { [Self.difference($0.0), $0.1, "", "", ""] }
    }
    return FleetTable(
      title: "Causes of the change of the mean time to ready",
      note: """
        Of the classes above. The changes of a class add up, and the shares are of launches with the \
        task on the path.
        """,
      heads: ["change", "because of", "before", "after", "declared at"],
      numeric: [0, 2, 3], rows: rows)
  }

  /// Returns the parts of a class, with a renamed task as one part.
  private func merged(_ parts: [Change]) -> [Change] {
    renames.reduce(into: parts) { parts, rename in
      guard let was = parts.firstIndex(where: { $0.task == rename.was }),
        let now = parts.firstIndex(where: { $0.task == rename.now })
      else { return }
      parts[now] = Change(
        part: "task", launchClass: parts[now].launchClass, task: rename.now,
        change: parts[was].change + parts[now].change, shareWas: parts[was].shareWas,
        shareNow: parts[now].shareNow)
      parts.remove(at: was)
    }
  }

  /// The tasks of a build that is compared with none.
  private var pathTable: FleetTable? {
    let often = users.filter { $0.shareOfLaunches >= 0.1 }
    guard from == nil, !often.isEmpty else { return nil }
    let rows = often.map { row in
      [
        row.task, row.launchClass, Self.share(row.shareOfLaunches),
        Self.share(row.shareOfInstalls), declared[row.task] ?? "",
      ]
    }
    return FleetTable(
      title: "Tasks that ready waits for", note: "In one of ten launches or more.",
      heads: ["task", "class", "launches", "users", "declared at"], numeric: [2, 3], rows: rows)
  }

  /// The percentiles of the compared builds; of all, if there is only one.
  private var compared: [Percentiles] {
    ready.filter { from == nil || [from, to].contains($0.build) }
  }

  private var failureTable: FleetTable? {
    guard !failures.isEmpty else { return nil }
    let isDeadlier = failures.contains { $0.failure == .died && $0.isBeyondChance }
    let order = failures.sorted {
      ($0.rank, $1.now - $1.was, $0.task) < ($1.rank, $0.now - $0.was, $1.task)
    }
    // Of a hundred tasks, chance makes some fail more often and some less.
    let told = order.filter { row in
      row.task.isEmpty || row.isBeyondChance || isDeadlier && row.failure == .suspect
    }
    let rows = told.prefix(Self.mostFailures).map { row in
      [
        row.words, Self.number(row.was), Self.number(row.now),
        "\(Self.signed(row.low)) … \(Self.signed(row.high))",
        row.isBeyondChance ? (row.now > row.was ? "more" : "fewer") : "",
        row.others > 0 ? Self.number(row.others) : "", declared[row.task] ?? "",
      ]
    }
    let more = order.count - rows.count
    return FleetTable(
      title: "Failures, per million launches",
      note: """
        Of like launches: those of classes and kinds that both builds have. Rows outside the sample \
        count only in the column "outside".\(more > 0 ? " Not listed: \(more) that may be chance." : "")
        """,
      heads: [
        "failure", "before", "after", "95 % interval of the change", "beyond chance", "outside",
        "declared at",
      ],
      numeric: [1, 2, 3, 5], rows: rows)
  }

  private func percentiles(
    _ title: String, _ head: String, _ cells: [Percentiles], _ name: (Percentiles) -> String?
  ) -> FleetTable? {
    let sizes = Dictionary(grouping: cells, by: \.launchClass)
      .mapValues { $0.map(\.weighted).reduce(0, +) }
    let largest = Set(
      sizes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.classes).map(\.key))
    guard !cells.isEmpty else { return nil }
    let rows = cells.filter { largest.contains($0.launchClass) }.map { cell in
      [cell.launchClass, name(cell) ?? "", Self.number(cell.weighted)]
        + [cell.p50, cell.p75, cell.p90, cell.p95, cell.p99].map(Self.time)
    }
    return FleetTable(
      title: title,
      note: sizes.count > Self.classes
        ? "The \(Self.classes) largest of \(sizes.count) classes." : "",
      heads: ["class", head, "launches", "median", "p75", "p90", "p95", "p99"],
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
      note: "Never ready, after a death and in safe mode: per million launches of any kind.",
      heads: [
        "build", "from", "to", "rows", "launches", "installations", "never ready", "died",
        "safe mode", "dropped",
      ],
      numeric: [3, 4, 5, 6, 7, 8, 9], rows: rows)
  }
}

extension FleetReport {
  static func time(_ microseconds: Double) -> String {
    Duration(milliseconds: microseconds / 1_000).text
  }

  static func difference(_ microseconds: Double) -> String {
    (microseconds > 0 ? "+" : "") + time(microseconds)
  }

  /// A share as a whole number of percent.
  private static func percent(_ part: Double) -> Double { (part * 100).rounded() }

  static func share(_ part: Double) -> String { "\(percent(part).text(decimals: 0)) %" }

  private static func change(_ part: Double) -> String {
    "\(part > 0 ? "+" : "")\((part * 100).text(decimals: 1)) %"
  }

  private static func signed(_ value: Double) -> String { (value > 0 ? "+" : "") + number(value) }

  static func number(_ value: Double) -> String {
    // Beyond 2^53 a number of launches isn't exact.
    value.magnitude < 0x1p53 ? Int(value.rounded()).grouped : value.text(decimals: 0)
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count.grouped) \(count == 1 ? noun : "\(noun)s")"
  }

  /// The launches of a kind, in words.
  static func launches(_ kind: String) -> String {
    switch LaunchReport.Circumstances.Kind(rawValue: kind) {
    case .first: "first launches"
    case .again: "second and later launches"
    case .prewarmed: "prewarmed launches"
    case nil: "launches of unknown kind"
    }
  }

  private static func day(_ milliseconds: Double) -> String {
    let day = Date(timeIntervalSince1970: milliseconds / 1_000)
    return day.formatted(.iso8601.year().month().day())
  }
}
