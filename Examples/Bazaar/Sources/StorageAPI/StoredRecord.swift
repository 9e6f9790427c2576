// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A value that can be stored: one row of a table, with a column for each property.
public protocol StoredRecord: Codable, Sendable {
  /// The table's name.
  static var table: String { get }

  /// The table's columns, named as the properties.
  static var columns: [StorageColumn] { get }
}
