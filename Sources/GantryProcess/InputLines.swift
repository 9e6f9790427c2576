// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The lines of a file descriptor, read without blocking a thread; ends with the input.
enum InputLines {
  /// Reads until the end of the input, an error, or until the sequence is dropped.
  ///
  /// - Parameter descriptor: An open file descriptor, left open.
  /// - Returns: The lines without their ends; bytes that are not UTF-8 are repaired, so that the
  ///   line is refused as a URL instead of getting lost.
  static func of(_ descriptor: Int32) -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let queue = DispatchQueue(label: "gantry.input")
    let channel = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: queue) { _ in }
    channel.setLimit(lowWater: 1)
    let rest = Mutex<[UInt8]>([])
    channel.read(offset: 0, length: Int.max, queue: queue) { isDone, data, _ in
      rest.withLock { rest in
        rest.append(contentsOf: data ?? .empty)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
        if isDone {
          if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
          continuation.finish()
        }
      }
    }
    let owner = Mutex<DispatchIO?>(channel)
    continuation.onTermination = { _ in
      owner.withLock { channel in
        channel?.close(flags: .stop)
        channel = nil
      }
    }
    return lines
  }
}
