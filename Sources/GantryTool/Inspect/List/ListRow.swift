// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch

/// An item of a list.
protocol ListRow: Encodable {
  /// The heads of the columns; the last column may be long, since it pushes nothing aside.
  static var head: [String] { get }
  /// One line or several.
  var lines: [[String]] { get }
}

extension [String] {
  /// The texts in one cell; a dash for none.
  var cell: String { isEmpty ? "–" : joined(separator: ", ") }
}

/// Rows as they are written for programs: `{"schemaVersion": 1, "routes": […]}`.
struct ListFile<Row: ListRow>: Encodable {
  static var schemaVersion: Int { 1 }

  let kind: ListKind
  let rows: [Row]

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.schemaVersion, forKey: Key(stringValue: "schemaVersion"))
    try container.encode(rows, forKey: Key(stringValue: kind.rawValue))
  }

  /// The rows as a table.
  var table: String {
    var table = TextTable(Row.head)
    for row in rows { row.lines.forEach { table.add($0) } }
    return table.text
  }
}
