// SPDX-License-Identifier: Apache-2.0

/// A value that can be stored: one row of a table, with a column for each property.
public protocol StoredRecord: Codable, Sendable {
  /// The table's name.
  static var table: String { get }

  /// The table's columns of its first version, named as the properties.
  static var columns: [StorageColumn] { get }

  /// Columns that later versions have added, the oldest first: one is added to the end, and none is
  /// ever taken away. Rows that were there before have 0 or no text in it.
  static var addedColumns: [StorageColumn] { get }

  /// Columns that records are looked for by, each with an index.
  static var indexedColumns: [String] { get }
}

extension StoredRecord {
  /// None: the table is as it was at first.
  public static var addedColumns: [StorageColumn] { [] }

  /// None: the table is small, or read whole.
  public static var indexedColumns: [String] { [] }
}
