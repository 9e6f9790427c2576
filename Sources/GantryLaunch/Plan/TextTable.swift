// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// Rows of words, aligned in columns.
package struct TextTable {
  private var rows: [[String]] = []
  private let numeric: Set<Int>

  /// Creates a table; the columns in `numeric` are right-aligned.
  package init(_ head: [String], numeric: Set<Int> = []) {
    self.numeric = numeric
    rows.append(head)
  }

  package mutating func add(_ row: [String]) { rows.append(row) }

  /// The table, one line per row, without trailing spaces.
  package var text: String {
    let columns = rows.map(\.count).max() ?? 0
    var widths = Array(repeating: 0, count: columns)
    for row in rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
    }
    return rows.map { line($0, widths) }.joined(separator: "\n")
  }

  private func line(_ row: [String], _ widths: [Int]) -> String {
    let cells = row.enumerated().map { column, cell in
      let blank = String(repeating: " ", count: widths[column] - cell.count)
      return numeric.contains(column) ? blank + cell : cell + blank
    }
    return cells.joined(separator: "  ").withoutBlanksAtEnd
  }
}

extension String {
  var withoutBlanksAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension Duration {
  /// Creates a duration from a number of milliseconds; a value out of range is clamped.
  package init(milliseconds: Double) {
    // Clamping loses nothing beyond 2^62 milliseconds (146 million years).
    let bound = 0x1p62
    let value = milliseconds.isNaN ? 0 : Swift.min(bound, Swift.max(-bound, milliseconds))
    let whole = value.rounded(.down)
    self =
      .milliseconds(Int64(whole)) + .nanoseconds(Int64(((value - whole) * 1_000_000).rounded()))
  }

  /// The duration as a number of milliseconds with at most six decimals, in JSON, too.
  package var milliseconds: Double { nanoseconds / 1e6 }

  /// The duration as a number of seconds with at most nine decimals, in JSON, too.
  package var inSeconds: Double { nanoseconds / 1e9 }

  /// The whole number of nanoseconds, exact for a hundred days: only the one division of an exact number
  /// gives the number with the fewest digits.
  private var nanoseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e9 + (Double(attoseconds) / 1e9).rounded()
  }

  /// The duration for people: `3.2 s`, `41.0 ms`, `0.07 ms`.
  package var text: String { Wording.duration(self) }
}

extension Double {
  /// Returns the number with a fixed count of decimals.
  package func text(decimals: Int) -> String { Wording.number(self, decimals: decimals) }
}
