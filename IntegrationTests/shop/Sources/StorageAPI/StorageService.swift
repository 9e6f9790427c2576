// SPDX-License-Identifier: Apache-2.0

/// Keeps records from launch to launch.
///
/// A module prepares its own tables in a launch task and sees no others:
///
/// ```swift
/// @Launch nonisolated func createTable() async throws { try await storage.prepare(Row.self) }
/// ```
///
/// Tables grow, so no call reads a whole one: each call has a limit, or only counts.
public protocol StorageService: Sendable {
  /// Creates the table of a record type if there is none yet.
  ///
  /// It also adds the columns and indexes that an older version of the app did not have.
  ///
  /// - Parameter type: The type of the records.
  /// - Throws: ``StorageError/writing(table:reason:)`` and ``StorageError/busy(table:)``.
  func prepare<R: StoredRecord>(_ type: R.Type) async throws(StorageError)

  /// Stores a record.
  ///
  /// - Parameter record: The record.
  /// - Returns: The number that it got in its table: 1, 2, …
  /// - Throws: ``StorageError/writing(table:reason:)`` and ``StorageError/busy(table:)``; nothing has
  ///   been stored then.
  @discardableResult
  func append<R: StoredRecord>(_ record: R) async throws(StorageError) -> Int

  /// Stores a record together with another one, both or neither.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - other: Makes the other one, given the number of the first.
  /// - Returns: The number that the first got in its table.
  /// - Throws: ``StorageError/writing(table:reason:)`` and ``StorageError/busy(table:)``; nothing has
  ///   been stored then.
  @discardableResult
  func append<R: StoredRecord, Other: StoredRecord>(
    _ record: R, with other: @escaping @Sendable (Int) -> Other
  ) async throws(StorageError) -> Int

  /// Removes a record from its table and stores another one in its place, both or neither.
  ///
  /// - Parameters:
  ///   - taken: The record, with its number.
  ///   - other: The record to store in its place, in a table of its own.
  /// - Returns: Whether the record was still there; otherwise nothing was stored.
  /// - Throws: ``StorageError/writing(table:reason:)`` and ``StorageError/busy(table:)``; nothing has
  ///   changed then.
  @discardableResult
  func replace<R: StoredRecord, Other: StoredRecord>(
    _ taken: Numbered<R>, with other: Other
  ) async throws(StorageError) -> Bool

  /// Reads the first records of a type.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - limit: The most records to read.
  /// - Returns: The records with their numbers, oldest first.
  /// - Throws: ``StorageError/reading(table:reason:)`` and ``StorageError/busy(table:)``.
  func oldest<R: StoredRecord>(
    _ type: R.Type, limit: Int
  ) async throws(StorageError) -> [Numbered<R>]

  /// Reads the last records of a type that have a text in a column.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - column: The name of a column of texts.
  ///   - text: The text in the column.
  ///   - limit: The most records to read.
  ///   - skipped: The number of newer records to skip.
  /// - Returns: These records with their numbers, newest first.
  /// - Throws: ``StorageError/reading(table:reason:)``, including when there is no such column, and
  ///   ``StorageError/busy(table:)``.
  func newest<R: StoredRecord>(
    _ type: R.Type, where column: String, is text: String, limit: Int, after skipped: Int
  ) async throws(StorageError) -> [Numbered<R>]

  /// Counts the records of a type that have a text in a column.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - column: The name of a column of texts.
  ///   - text: The text in the column.
  /// - Returns: The number of records.
  /// - Throws: ``StorageError/reading(table:reason:)``, including when there is no such column, and
  ///   ``StorageError/busy(table:)``.
  func count<R: StoredRecord>(
    _ type: R.Type, where column: String, is text: String
  ) async throws(StorageError) -> Int

  /// Reads one record.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - number: Its number.
  /// - Returns: The record; nil when there is none of that number.
  /// - Throws: ``StorageError/reading(table:reason:)`` and ``StorageError/busy(table:)``.
  func record<R: StoredRecord>(
    _ type: R.Type, numbered number: Int
  ) async throws(StorageError) -> R?
}
