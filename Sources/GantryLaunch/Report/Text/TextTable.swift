// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Rows of words, set in columns.
package struct TextTable {
  private var rows: [[String]] = []
  private let numeric: Set<Int>

  /// Makes a table; the columns in `numeric` are set flush right.
  package init(_ head: [String], numeric: Set<Int> = []) {
    self.numeric = numeric
    rows.append(head)
  }

  package mutating func add(_ row: [String]) { rows.append(row) }

  /// The table, one line a row, without trailing blanks.
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
    var line = cells.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
}
