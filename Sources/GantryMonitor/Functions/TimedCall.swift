// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// One call of a function that is marked ``Timed()``; the macro's expansion makes it.
///
/// It decides at its beginning whether the call is timed, and never changes its mind.
public struct TimedCall: ~Copyable {
  /// How the call ended.
  @usableFromInline
  enum Outcome: Int64, Sendable {
    case completed, failed, cancelled
  }

  @usableFromInline let site: StaticString
  /// When the call began; ``off`` when it is not timed.
  @usableFromInline let start: Int64
  @usableFromInline var outcome = Outcome.completed

  @usableFromInline static var off: Int64 { .min }

  /// Begins a call.
  ///
  /// - Parameter site: The function's name, a space, and `file:line`.
  @inlinable
  @inline(__always)
  public init(_ site: StaticString) {
    self.site = site
    start = Timing.isEnabled ? Timing.now() : Self.off
  }

  /// Ends the call, however it ended.
  @inlinable
  @inline(__always)
  public borrowing func end() {
    if start != Self.off { Timing.record(site, start, outcome) }
  }

  /// Notes that the call ends with an error.
  ///
  /// - Parameter error: The error.
  public mutating func failed(_ error: any Error) {
    guard start != Self.off else { return }
    switch PageTiming.Outcome(error) {
    case .cancelled: outcome = .cancelled
    case .completed, .failed: outcome = .failed
    }
  }

  /// Throws nothing, where the compiler would warn of a `catch` because nothing throws before it.
  ///
  /// - Parameter error: The type of an error that the body might throw.
  /// - Throws: Nothing.
  @inlinable
  @inline(__always)
  public static func mayThrow<Failure: Error>(_ error: Failure.Type) throws(Failure) {}
}
