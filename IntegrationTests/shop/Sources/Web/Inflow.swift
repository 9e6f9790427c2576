// SPDX-License-Identifier: Apache-2.0

internal import FlyingSocks

/// The bytes that one browser sends, piece by piece.
struct Inflow {
  enum Problem: Error {
    /// The browser is gone, or was too slow.
    case ended
    /// There is more than the limit allows.
    case tooLong
  }

  private let socket: AsyncSocket
  private var bytes: [UInt8] = []
  private var read = 0

  init(_ socket: AsyncSocket) { self.socket = socket }

  /// Reads a line.
  ///
  /// - Parameter limit: The most bytes that it may have.
  /// - Returns: The line without its end, which may be a line feed alone.
  mutating func line(atMost limit: Int) async throws(Problem) -> ArraySlice<UInt8> {
    var searched = read
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = bytes[read..<end]
        read = end + 1
        guard line.count <= limit else { throw .tooLong }
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      }
      guard bytes.count - read <= limit else { throw .tooLong }
      let seen = bytes.count - read
      try await more()
      searched = read + seen
    }
  }

  /// Reads the given number of bytes.
  mutating func bytes(_ count: Int) async throws(Problem) -> ArraySlice<UInt8> {
    while bytes.count - read < count { try await more() }
    defer { read += count }
    return bytes[read..<read + count]
  }

  /// Reads and discards the input until nothing more comes.
  mutating func drop(atMost limit: Int) async {
    var count = 0
    while count < limit, let piece = try? await socket.read(atMost: 4096) { count += piece.count }
  }

  private mutating func more() async throws(Problem) {
    bytes.removeSubrange(..<read)
    read = 0
    do {
      bytes += try await socket.read(atMost: 4096)
    } catch {
      throw .ended
    }
  }
}
