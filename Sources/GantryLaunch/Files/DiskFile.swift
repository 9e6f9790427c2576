// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The file operations that Gantry needs. They never wait for another process unless they say so.
package enum DiskFile {
  /// A failed system call.
  package struct Failure: Error {
    package let reason: String
    /// Whether there is no file of that name.
    package let isMissing: Bool

    /// Creates a failure from `errno`; call it right after the system call.
    init() { self.init(of: errno) }

    init(of code: Int32) { (reason, isMissing) = (String(cString: strerror(code)), code == ENOENT) }

    package init(_ reason: String) { (self.reason, isMissing) = (reason, false) }
  }

  /// An open file; it is closed when the value is destroyed.
  struct Descriptor: ~Copyable {
    let number: Int32

    /// Opens a file; nil if there is none.
    init?(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(Failure) {
      number = open(path, flags | O_CLOEXEC, mode)
      if number < 0 {
        if errno == ENOENT && flags & O_CREAT == 0 { return nil }
        throw Failure()
      }
    }

    fileprivate init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// The size of a regular file; anything else fails.
    borrowing func regularSize() throws(Failure) -> Int {
      var status = stat()
      guard fstat(number, &status) == 0 else { throw Failure() }
      guard status.st_mode & S_IFMT == S_IFREG else { throw Failure("it isn't a regular file") }
      return Int(status.st_size)
    }
  }

  /// Reads a file; nil if there is none. The result has more than `limit` bytes if the file is
  /// larger.
  package static func contents(of path: String, upTo limit: Int) throws(Failure) -> Data? {
    // Without O_NONBLOCK, a pipe with that name would block the start.
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

  /// The most that is read from a file or standard input, in bytes: a device has no end.
  private static let longestInput = 256_000_000

  /// Reads a file to its end. If it is a pipe, this waits for the process that writes to it.
  package static func readToEnd(
    _ path: String, limit: Int = longestInput
  ) throws(Failure) -> Data {
    guard let file = try Descriptor(path, O_RDONLY) else { throw Failure(of: ENOENT) }
    return try readToEnd(of: file.number, limit: limit)
  }

  /// Reads the rest of standard input, which may be a socket.
  ///
  /// It doesn't use a path, since a socket can't be opened, and opening a file starts from its
  /// beginning.
  package static func readStandardInput() throws(Failure) -> Data {
    try readToEnd(of: STDIN_FILENO)
  }

  /// Reads the rest of an open file.
  static func readToEnd(of file: Int32, limit: Int = longestInput) throws(Failure) -> Data {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Failure() }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw Failure(of: EISDIR) }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      // Foundation isn't used, since it hides the system's reason.
      let count = read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN {
        // Another process that shares the file has made it non-blocking, but this one wants to
        // wait.
        var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, -1)
        continue
      }
      guard count >= 0 else { throw Failure() }
      guard count > 0 else { return data }
      data.append(contentsOf: buffer[..<count])
      guard data.count <= limit else { throw Failure("it has more than \(limit) bytes") }
    }
  }

  /// Whether a path names something that takes bytes but keeps none, such as a pipe or a device.
  package static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Replaces a file atomically.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - data: The new contents.
  ///   - temporary: A path in the same folder that nothing else writes to; what an ended process
  ///     has left there is removed.
  ///   - mode: The permissions of the file, before the process's mask is applied.
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

  package static func move(_ path: String, to other: String) throws(Failure) {
    guard rename(path, other) == 0 else { throw Failure() }
  }

  /// Returns the path at which a file, or a part of it, is set aside.
  ///
  /// - Parameter reason: Why it is of no use, such as `damaged`.
  package static func pathAside(of path: String, as reason: String) -> String {
    // Nine are kept: if these are never read, a tenth wouldn't be either.
    let paths = (1...9).map { "\(path).\(reason)-\($0)" }
    return paths.first { !exists($0) } ?? "\(path).\(reason)-9"
  }

  /// Returns the system's reason why Foundation couldn't read or write a file.
  package static func reason(of error: any Error) -> String {
    guard let system = (error as? CocoaError)?.underlying as? POSIXError else {
      return error.localizedDescription
    }
    return String(cString: strerror(system.code.rawValue))
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Writes a new file in place of whatever lies at a path: a pipe there would block the start, and
  /// a file may belong to somebody else.
  private static func write(_ data: Data, to path: String, mode: mode_t) throws(Failure) {
    unlink(path)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    let number = open(path, flags | O_CLOEXEC, mode)
    guard number >= 0 else {
      throw errno == EEXIST ? Failure("'\(path)' is in the way") : Failure()
    }
    let file = Descriptor(number)
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

/// An advisory lock with one holder at a time, in this process and across processes.
///
/// The lock is released when this value is destroyed, or when the process ends in any way.
package struct FileLock: ~Copyable {
  let file: DiskFile.Descriptor

  /// Acquires the lock; nil if another process has it.
  ///
  /// - Parameters:
  ///   - path: A file that only serves as the lock. It is created if missing, and never removed:
  ///     otherwise two processes could each lock a file of their own.
  ///   - patience: The longest wait while another process has it, which may be suspended.
  package init?(_ path: String, within patience: Duration = .zero) throws(DiskFile.Failure) {
    let flags = O_RDWR | O_CREAT | O_NONBLOCK | O_NOFOLLOW
    guard let file = try DiskFile.Descriptor(path, flags) else {
      throw DiskFile.Failure(of: ENOENT)
    }
    let start = ContinuousClock.now
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { throw DiskFile.Failure() }
      guard ContinuousClock.now - start < patience else { return nil }
      usleep(5_000)
    }
    self.file = file
  }

  // Closing isn't enough: a child program that is just starting has a copy of the descriptor.
  deinit { _ = flock(file.number, LOCK_UN) }
}
