// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The lines of an input.
///
/// It reads a piece only when it needs one. So a writer that is faster than URLs are opened has to
/// wait, and nothing piles up.
struct InputLines {
  /// The largest length of a line in bytes: far more than any URL needs.
  static let limit = 65_536

  private let piece: @Sendable () async throws(PlainThread.Failure) -> [UInt8]
  private var bytes: ArraySlice<UInt8> = []

  /// Creates the lines of an input.
  ///
  /// - Parameter piece: Reads a piece; no bytes are the end of the input.
  init(_ piece: @escaping @Sendable () async throws(PlainThread.Failure) -> [UInt8]) {
    self.piece = piece
  }

  /// Returns the next line without its line break, and whether it was longer than the limit and has
  /// been cut; nil at the end.
  ///
  /// Bytes that aren't UTF-8 are repaired, so that the line is rejected as a URL instead of getting
  /// lost.
  mutating func next() async throws(PlainThread.Failure) -> (text: String, isCut: Bool)? {
    var (line, isCut) = ([UInt8](), false)
    while true {
      while let byte = bytes.popFirst() {
        if byte == UInt8(ascii: "\n") { return (String(decoding: line, as: UTF8.self), isCut) }
        if line.count < Self.limit { line.append(byte) } else { isCut = true }
      }
      bytes = try await piece()[...]
      if bytes.isEmpty {
        return line.isEmpty ? nil : (String(decoding: line, as: UTF8.self), isCut)
      }
    }
  }
}

extension InputLines {
  /// The read in progress. A read that a stop has interrupted goes on, and the next reader gets its
  /// bytes.
  private static let reading = Mutex<Promise<[UInt8]>?>(nil)

  /// Reads a piece of standard input; no bytes at its end, after an error, and when the task is
  /// cancelled.
  ///
  /// - Throws: ``PlainThread/Failure`` if the system can't create a thread.
  @Sendable
  static func standardInput() async throws(PlainThread.Failure) -> [UInt8] {
    let piece = try reading.withLock { (reading) throws(PlainThread.Failure) in
      if let reading { return reading }
      let piece = Promise<[UInt8]>()
      // On a separate thread, since it may block for ever.
      try PlainThread.start { piece.resolve(readPiece()) }
      reading = piece
      return piece
    }
    guard let bytes = await piece.valueUnlessCancelled() else { return [] }
    reading.withLock { $0 = nil }
    return bytes
  }

  private static func readPiece() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: limit)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count >= 0 { return Array(buffer.prefix(count)) }
      guard errno == EINTR || errno == EAGAIN else { return [] }
      // Another program may have made the descriptor non-blocking.
      var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, -1)
    }
  }
}
