// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The end of a pipe through which a thread that waits for input gets its orders.
final class ThreadDoor: Sendable {
  enum Order: UInt8 {
    case end
    case read
  }

  /// Guards the descriptor: nothing is written to one that was closed. Nil once it is shut.
  private let descriptor: Mutex<Int32?>

  private init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  /// Makes a door, and the end of the pipe that the thread listens to, which the thread closes.
  static func make() throws(PlainThread.Failure) -> (ThreadDoor, exit: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PlainThread.Failure(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ThreadDoor(ends[1]), ends[0])
  }

  func send(_ order: Order) {
    descriptor.withLock { descriptor in
      guard let descriptor else { return }
      withUnsafePointer(to: order.rawValue) { _ = write(descriptor, $0, 1) }
    }
  }

  /// Has the thread end; a second call does nothing.
  func shut() {
    // Not only closed: a program that is just being started may have the other end.
    send(.end)
    let open = descriptor.withLock { $0.take() }
    if let open { close(open) }
  }
}
