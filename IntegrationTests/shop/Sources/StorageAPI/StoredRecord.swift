// SPDX-License-Identifier: Apache-2.0

/// A value that can be stored: one row of a table, with a column for each property.
public protocol StoredRecord: Codable, Sendable {
  /// The table's name.
  static var table: String { get }

  /// The columns of the table's first version, named like the properties.
  static var columns: [StorageColumn] { get }

  /// Columns that later versions have added, the oldest first.
  ///
  /// Add a column to the end, and never remove one. Rows from before have 0 or no text in it.
  static var addedColumns: [StorageColumn] { get }

  /// Columns by which records are searched, each with an index.
  static var indexedColumns: [String] { get }
}

extension StoredRecord {
  /// None: the table is as it was at first.
  public static var addedColumns: [StorageColumn] { [] }

  /// None: the table is small, or read whole.
  public static var indexedColumns: [String] { [] }
}
