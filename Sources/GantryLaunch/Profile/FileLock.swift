// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An advisory lock that one holder has at a time, in this process and among others.
///
/// It is released when this value is destroyed, and when the process ends in any way.
struct FileLock: ~Copyable {
  private let file: DiskFile.Descriptor

  /// Takes the lock; nil when another process has it.
  ///
  /// - Parameter path: A file that serves only as the lock; made if missing, and left behind:
  ///   removing it would let two processes hold the lock, each on a file of its own.
  init?(_ path: String) throws(DiskFile.Failure) {
    let flags = O_RDWR | O_CREAT | O_NONBLOCK | O_NOFOLLOW
    guard let file = try DiskFile.Descriptor(path, flags) else { return nil }
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return nil }
      guard errno == EINTR else { throw DiskFile.Failure() }
    }
    self.file = file
  }
}
