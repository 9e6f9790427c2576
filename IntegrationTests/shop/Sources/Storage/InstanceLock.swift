// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import StorageAPI

/// Marks a database as used by one program, since two programs would miss each other's changes.
///
/// The system releases the lock when the program ends, however that happens, so a leftover file
/// does no harm. The lock is a separate file beside the database, so that other programs, such as a
/// backup, can still read the database.
final class InstanceLock: Sendable {
  private let file: FileHandle

  /// Takes the lock.
  ///
  /// - Parameter database: The path of the database.
  /// - Throws: ``StorageError/opening(path:reason:_:)`` if another program has it, or if the file
  ///   cannot be created.
  init(of database: String) throws(StorageError) {
    let path = URL(filePath: database).resolvingSymlinksInPath().path + ".lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let number = errno
      guard number != ENOENT else {
        throw .opening(path: database, reason: "there is no such folder", .otherFile)
      }
      throw .opening(
        path: database, reason: "'\(path)': \(String(cString: strerror(number)))", .permission)
    }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw .opening(path: database, reason: "another Bazaar has it open", .otherInstance)
    }
  }

  /// Releases it.
  func release() { try? file.close() }
}
