// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import StorageAPI

/// Marks a database as used by one program: two of them would each miss the other's changes.
///
/// The system releases it when the program ends, however that happens, so a file that is left
/// behind does no harm. It is a file of its own, beside the database: other programs may still read
/// that, a backup among them.
final class InstanceLock: Sendable {
  private let file: FileHandle

  /// Takes the lock.
  ///
  /// - Parameter database: The path of the database.
  /// - Throws: ``StorageError/opening(path:reason:_:)`` when another program has it, and when there
  ///   can be no such file.
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
