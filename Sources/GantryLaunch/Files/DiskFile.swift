// SPDX-License-Identifier: Apache-2.0

package import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The few operations on files on disk, in calls that never wait for another process.
package enum DiskFile {
  /// A call of the system that failed.
  package struct Failure: Error {
    package let reason: String

    /// Takes the reason from `errno`; nothing may come between the call and this.
    init() { self.init(of: errno) }

    init(of code: Int32) { reason = String(cString: strerror(code)) }

    init(_ reason: String) { self.reason = reason }
  }

  /// An open file; closed with the end of its life.
  struct Descriptor: ~Copyable {
    let number: Int32

    /// Opens a file; nil when there is none.
    init?(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(Failure) {
      number = open(path, flags | O_CLOEXEC, mode)
      if number < 0 {
        if errno == ENOENT && flags & O_CREAT == 0 { return nil }
        throw Failure()
      }
    }

    deinit { close(number) }

    /// The size of a regular file; anything else fails.
    borrowing func regularSize() throws(Failure) -> Int {
      var status = stat()
      guard fstat(number, &status) == 0 else { throw Failure() }
      guard status.st_mode & S_IFMT == S_IFREG else { throw Failure("it isn't a regular file") }
      return Int(status.st_size)
    }
  }

  /// Reads a file; nil when there is none, and more than `limit` bytes when it is larger than that.
  static func contents(of path: String, upTo limit: Int) throws(Failure) -> Data? {
    // Without O_NONBLOCK a pipe of that name would hold up the start.
    guard let file = try Descriptor(path, O_RDONLY | O_NONBLOCK) else { return nil }
    var data = Data(count: min(try file.regularSize(), limit + 1))
    var count = 0
    while count < data.count {
      let rest = data.count - count
      let step = data.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { pread(file.number, $0 + count, rest, off_t(count)) } ?? 0
      }
      if step < 0 && errno == EINTR { continue }
      guard step >= 0 else { throw Failure() }
      guard step > 0 else { break }
      count += step
    }
    return data.prefix(count)
  }

  /// Reads a file that may be a pipe, and then waits for the process that writes to it.
  package static func readToEnd(_ path: String) throws(Failure) -> Data {
    guard let file = try Descriptor(path, O_RDONLY) else { throw Failure(of: ENOENT) }
    return try readToEnd(of: file.number)
  }

  /// Reads standard input, which may be a socket, and of a file the part that was not read yet.
  ///
  /// Not by its path: a socket cannot be opened, and a file that is opened begins anew.
  package static func readStandardInput() throws(Failure) -> Data {
    try readToEnd(of: STDIN_FILENO)
  }

  /// Reads what is left of an open file.
  static func readToEnd(of file: Int32) throws(Failure) -> Data {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Failure() }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw Failure(of: EISDIR) }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      // Not by Foundation, which does not tell the system's reason.
      let count = read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN {
        // Another process that has it, too, does not want to wait; this one does.
        var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, -1)
        continue
      }
      guard count >= 0 else { throw Failure() }
      guard count > 0 else { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }

  /// Whether a path leads to something that takes bytes and keeps none, such as a pipe or a device.
  package static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Replaces a file by a new one in a single step.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - data: Its new contents.
  ///   - temporary: A file beside it that nothing else writes to.
  ///   - mode: The permissions of the file, before the mask of the process takes some away.
  package static func replace(
    _ path: String, with data: Data, through temporary: String, mode: mode_t = 0o600
  ) throws(Failure) {
    try write(data, to: temporary, mode: mode)
    do {
      try move(temporary, to: path)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  static func move(_ path: String, to other: String) throws(Failure) {
    guard rename(path, other) == 0 else { throw Failure() }
  }

  /// The system's reason where Foundation could not read or write a file.
  package static func reason(of error: any Error) -> String {
    guard let system = (error as? CocoaError)?.underlying as? POSIXError else {
      return error.localizedDescription
    }
    return String(cString: strerror(system.code.rawValue))
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func write(_ data: Data, to path: String, mode: mode_t) throws(Failure) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
    guard let file = try Descriptor(path, flags, mode: mode) else {
      throw Failure("it is not there")
    }
    var count = 0
    while count < data.count {
      let rest = data.count - count
      let step = data.withUnsafeBytes { bytes in
        bytes.baseAddress.map { pwrite(file.number, $0 + count, rest, off_t(count)) } ?? 0
      }
      if step < 0 && errno == EINTR { continue }
      guard step > 0 else {
        let failure = Failure()
        unlink(path)
        throw failure
      }
      count += step
    }
  }
}

/// An advisory lock that one holder has at a time, in this process and among others.
///
/// It is released when this value is destroyed, and when the process ends in any way.
struct FileLock: ~Copyable {
  let file: DiskFile.Descriptor

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

  // Not only closed: a program that is just being started has a copy of the file until it runs.
  deinit { _ = flock(file.number, LOCK_UN) }
}
