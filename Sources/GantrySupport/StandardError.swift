// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Writes to standard error without blocking on a reader that doesn't read.
package enum StandardError {
  /// The number of bytes that a writable pipe takes without blocking; POSIX guarantees at least
  /// this many.
  private static let pieceSize = 512
  private static let patience: Int32 = 100

  /// Writes a text, and drops the part that finds no room within a tenth of a second.
  package static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      var descriptor = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      guard poll(&descriptor, 1, patience) > 0, descriptor.revents & Int16(POLLOUT) != 0
      else { return }
      let written = rest.prefix(pieceSize).withUnsafeBytes { bytes in
        #if canImport(Darwin)
          Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          Musl.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #else
          Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #endif
      }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}
