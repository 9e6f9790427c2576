// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
