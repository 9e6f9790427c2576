// SPDX-License-Identifier: Apache-2.0

/// Keeps the app's data in a database.
public protocol StorageService: Sendable {
  /// Runs statements in one transaction, all or none.
  ///
  /// - Parameter statements: The statements.
  /// - Returns: The number of the row that was inserted last; without any, its value says nothing.
  /// - Throws: ``StorageError/statement(_:reason:)``; nothing has changed then.
  @discardableResult
  func write(_ statements: Statement...) async throws(StorageError) -> Int

  /// Runs a query.
  ///
  /// - Parameter query: The query.
  /// - Returns: The rows, each with its values.
  /// - Throws: ``StorageError/statement(_:reason:)``.
  func rows(_ query: Statement) async throws(StorageError) -> [[StorageValue]]
}

/// Why the database cannot be used.
public enum StorageError: Error, Equatable, CustomStringConvertible {
  /// The file at a path cannot be opened.
  case opening(path: String, reason: String)
  /// A statement failed.
  case statement(String, reason: String)

  /// The fault.
  public var description: String {
    switch self {
    case .opening(let path, let reason):
      "the database '\(path)' cannot be opened for writing: \(reason)"
    case .statement(let text, let reason): "the database refuses '\(text)': \(reason)"
    }
  }
}
