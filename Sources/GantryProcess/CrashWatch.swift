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

/// Tells whether the process is crashing, so that a request to end isn't taken for the cause.
///
/// A handler of crashes, such as that of the Swift runtime, first restores the default action, then
/// suspends all other threads while it writes a backtrace, and finally lets them go on for the
/// moment until the process dies. A signal that came meanwhile is heard in this moment.
struct CrashWatch: Sendable {
  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]
  /// The naps of a thread that waits for the death of the process, each in milliseconds.
  private static let (naps, nap) = (4, Int32(50))

  /// The signals of crashes that were handled as the watch began.
  private let handled: [Int32]

  init() { handled = Self.signals.filter { CaughtSignals.action(of: $0) > 1 } }

  /// Doesn't return if the process is crashing. Otherwise it returns at once, or after a fifth of a
  /// second if the program has removed its handler of crashes by itself.
  func outlast() {
    guard handled.contains(where: { CaughtSignals.action(of: $0) == 0 }) else { return }
    var rest = Self.naps
    // A nap that the crash interrupts doesn't count.
    while rest > 0 { if poll(nil, 0, Self.nap) == 0 { rest -= 1 } }
  }
}
