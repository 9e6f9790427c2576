// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Signals that ask the tool to end: it undoes unfinished work, and ends by them.
enum Interruption {
  /// The number of the signal; all that a signal handler touches.
  private static let received = Atomic<Int32>(0)

  /// Only remembers signals from now on.
  static func watch() {
    // Made now, since a signal handler must not make anything.
    received.store(0, ordering: .relaxed)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      signal(number) { Interruption.received.store($0, ordering: .relaxed) }
      sigaddset(&signals, number)
    }
    // A tool started from a thread that blocks signals inherits that mask.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Ends the work when a signal has come.
  static func check() throws(ToolFailure) {
    guard received.load(ordering: .relaxed) == 0 else {
      throw ToolFailure("interrupted; nothing was written", .cannotWrite)
    }
  }

  /// Ends the tool as the signal would have done.
  static func endIfReceived() {
    let number = received.load(ordering: .relaxed)
    guard number != 0 else { return }
    signal(number, SIG_DFL)
    raise(number)
  }
}
