// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension LaunchSimulation {
  /// Rows as a table for people; with several rows, the last lines sum the ratios up.
  package struct Table {
    private let rows: [Row]

    /// Makes a table.
    ///
    /// - Parameter rows: All of the same policy and number of workers.
    package init(_ rows: [Row]) { self.rows = rows }

    /// A line about the way of simulation, the table, and the meaning of its ratios.
    package var text: String {
      guard let first = rows.first else { return "" }
      let workers = first.workers == 1 ? "1 worker" : "\(first.workers) workers"
      var table = TextTable(
        ["name", "tasks", "ready", "at least", "ratio", "total", "at least", "ratio"],
        numeric: [1, 2, 3, 4, 5, 6, 7])
      for row in rows {
        table.add([
          row.name, "\(row.tasks)",
          Self.time(row.readyMilliseconds), Self.time(row.readyLowerBound),
          Self.ratio(row.readyRatio),
          Self.time(row.totalMilliseconds), Self.time(row.totalLowerBound),
          Self.ratio(row.totalRatio),
        ])
      }
      if rows.count > 1 {
        add("mean", Self.mean, to: &table)
        add("95th percentile", { Self.percentile(95, of: $0) }, to: &table)
      }
      return "policy \(first.policy.rawValue), \(workers)\n\(table.text)"
    }

    private func add(_ name: String, _ sum: ([Double]) -> Double, to table: inout TextTable) {
      table.add([
        name, "", "", "", Self.ratio(sum(rows.map(\.readyRatio))),
        "", "", Self.ratio(sum(rows.map(\.totalRatio))),
      ])
    }

    /// The arithmetic mean; 0 without values.
    package static func mean(of values: [Double]) -> Double {
      values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }

    /// The smallest value that so many of a hundred do not exceed (nearest rank); 0 without values.
    package static func percentile(_ percent: Int, of values: [Double]) -> Double {
      let sorted = values.sorted()
      guard !sorted.isEmpty else { return 0 }
      let rank = (percent * sorted.count + 99) / 100
      return sorted[min(max(rank, 1), sorted.count) - 1]
    }

    private static func time(_ milliseconds: Double) -> String {
      Duration(milliseconds: milliseconds).text
    }

    private static func ratio(_ value: Double) -> String { value.text(decimals: 3) }
  }
}

extension LaunchSimulation {
  /// The figures of one simulated launch, named as they are encoded.
  package struct Row: Sendable, Hashable, Codable {
    /// The name of the graph.
    package let name: String
    /// How many tasks and joins the graph has.
    package let tasks: Int
    /// How many synchronous background tasks ran at a time.
    package let workers: Int
    /// The policy of the plan.
    package let policy: LaunchPolicy
    /// The time to *ready*.
    package let readyMilliseconds: Double
    /// A time to *ready* that no order can beat.
    package let readyLowerBound: Double
    /// The time to *ready* over its lower bound; 1 where both are zero.
    package let readyRatio: Double
    /// The time until everything had ended.
    package let totalMilliseconds: Double
    /// A total that no order can beat.
    package let totalLowerBound: Double
    /// The total over its lower bound; 1 where both are zero.
    package let totalRatio: Double

    init(name: String, _ simulation: LaunchSimulation) {
      self.name = name
      tasks = simulation.tasks.count
      workers = simulation.workers
      policy = simulation.plan.policy
      readyMilliseconds = Self.milliseconds(simulation.timeToReady)
      readyLowerBound = Self.milliseconds(simulation.readyLowerBound)
      readyRatio = Self.ratio(readyMilliseconds, readyLowerBound)
      totalMilliseconds = Self.milliseconds(simulation.total)
      totalLowerBound = Self.milliseconds(simulation.totalLowerBound)
      totalRatio = Self.ratio(totalMilliseconds, totalLowerBound)
    }

    /// Divided once, so that whole numbers stay whole.
    private static func milliseconds(_ duration: Duration) -> Double {
      Double(duration.nanoseconds(limit: .max)) / 1_000_000
    }

    private static func ratio(_ value: Double, _ bound: Double) -> Double {
      bound > 0 ? value / bound : 1
    }
  }
}

extension LaunchSimulation.Row {
  /// The row as a JSON object in one line, with its keys in the order of the table.
  ///
  /// Times are exact to the nanosecond, ratios have six decimals.
  package var json: String {
    let values = [
      ("name", Self.text(name)), ("tasks", "\(tasks)"), ("workers", "\(workers)"),
      ("policy", Self.text(policy.rawValue)),
      ("readyMilliseconds", Self.number(readyMilliseconds)),
      ("readyLowerBound", Self.number(readyLowerBound)),
      ("readyRatio", Self.number(readyRatio)),
      ("totalMilliseconds", Self.number(totalMilliseconds)),
      ("totalLowerBound", Self.number(totalLowerBound)),
      ("totalRatio", Self.number(totalRatio)),
    ]
    return "{" + values.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  private static func text(_ value: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // Text of any kind has an encoded form.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && rounded.magnitude < 1e15
      ? "\(Int64(rounded))" : "\(rounded)"
  }
}
