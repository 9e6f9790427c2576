// SPDX-License-Identifier: Apache-2.0

/// Why something could not be stored or read.
public enum StorageError: Error, Equatable {
  /// The database cannot be opened for writing.
  case opening(path: String, reason: String, Remedy)
  /// A table cannot be written.
  case writing(table: String, reason: String)
  /// A table cannot be read.
  case reading(table: String, reason: String)
  /// Another program has locked the database for too long; nothing was done.
  case busy(table: String)

  /// The way to fix a database that could not be opened.
  public enum Remedy: Sendable, Equatable {
    /// The file is missing or unusable.
    case otherFile
    /// This user may not write the file.
    case permission
    /// Another program is using the file.
    case later
    /// This app is running already.
    case otherInstance
  }
}

extension StorageError: CustomStringConvertible {
  /// The fault, and the fix if it is known.
  public var description: String {
    switch self {
    case .opening(let path, let reason, let remedy):
      "the database '\(path)' cannot be opened for writing: \(reason). \(remedy)"
    case .writing(let table, let reason): "table '\(table)' cannot be written: \(reason)"
    case .reading(let table, let reason): "table '\(table)' cannot be read: \(reason)"
    case .busy(let table):
      "table '\(table)' cannot be used: another program has locked the database"
    }
  }
}

extension StorageError.Remedy: CustomStringConvertible {
  /// The fix.
  public var description: String {
    switch self {
    case .otherFile: "Choose another file under 'Storage.database' in bazaar.json."
    case .permission:
      """
      Let this user write the file and its folder, or choose another file under \
      'Storage.database' in bazaar.json.
      """
    case .later: "Wait until the other program is done with it, and start again."
    case .otherInstance:
      """
      End the other one, or give this one a file of its own under 'Storage.database' in \
      bazaar.json.
      """
    }
  }
}
