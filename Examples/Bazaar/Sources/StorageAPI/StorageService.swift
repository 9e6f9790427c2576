// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Keeps records from launch to launch.
///
/// A module prepares its own tables in a launch task and sees nobody else's:
///
/// ```swift
/// @Launch nonisolated func createTable() async throws { try await storage.prepare(Row.self) }
/// ```
public protocol StorageService: Sendable {
  /// Creates the table of a record type if there is none yet, and adds the columns that an older
  /// version of the app did not have.
  ///
  /// - Parameter type: The type of the records.
  /// - Throws: ``StorageError/writing(table:reason:)``.
  func prepare<R: StoredRecord>(_ type: R.Type) async throws(StorageError)

  /// Stores a record.
  ///
  /// - Parameter record: The record.
  /// - Returns: The number that it got in its table: 1, 2, …
  /// - Throws: ``StorageError/writing(table:reason:)``; nothing has been stored then.
  @discardableResult
  func append<R: StoredRecord>(_ record: R) async throws(StorageError) -> Int

  /// Reads the records of a type.
  ///
  /// - Parameter type: The type of the records.
  /// - Returns: All records with their numbers, oldest first.
  /// - Throws: ``StorageError/reading(table:reason:)``.
  func all<R: StoredRecord>(_ type: R.Type) async throws(StorageError) -> [Numbered<R>]

  /// Reads the records of a type that have a text in a column.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - column: The name of a column of texts.
  ///   - text: What stands in it.
  /// - Returns: These records with their numbers, oldest first.
  /// - Throws: ``StorageError/reading(table:reason:)``, also when there is no such column.
  func all<R: StoredRecord>(
    _ type: R.Type, where column: String, is text: String
  ) async throws(StorageError) -> [Numbered<R>]
}
