// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why something could not be stored or read.
public enum StorageError: Error, Equatable {
  /// The database cannot be opened for writing.
  case opening(path: String, reason: String)
  /// A table cannot be written.
  case writing(table: String, reason: String)
  /// A table cannot be read.
  case reading(table: String, reason: String)
}

extension StorageError: CustomStringConvertible {
  /// What is wrong, and what to do where that is known.
  public var description: String {
    switch self {
    case .opening(let path, let reason):
      """
      the database '\(path)' cannot be opened for writing: \(reason). Choose another file under \
      'Storage.database' in bazaar.json.
      """
    case .writing(let table, let reason): "table '\(table)' cannot be written: \(reason)"
    case .reading(let table, let reason): "table '\(table)' cannot be read: \(reason)"
    }
  }
}
