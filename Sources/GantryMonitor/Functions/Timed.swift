// SPDX-License-Identifier: Apache-2.0

public import CGantryTiming

/// Times a function, initializer or deinitializer while ``Timing`` is switched on.
///
/// ```swift
/// @Timed func search(_ text: String) async throws -> [Hit] { … }
/// ```
///
/// Use it for code that no engine calls: pages, tasks, handlers and routes are timed without it. It
/// works for functions that are synchronous, asynchronous, generic, static, throwing (errors are
/// counted apart), and of any isolation; not for accessors and subscripts, which the
/// language gives no such macro. The time of an asynchronous function has its waits in it.
@attached(body)
@attached(peer)
public macro Timed() = #externalMacro(module: "GantryMacros", type: "TimedMacro")

/// Times all functions, initializers and the deinitializer written in the braces of a type or extension.
///
/// ```swift
/// @Timed(.functions) actor Index {
///   func add(_ page: Page) { … }
/// }
/// ```
///
/// - Parameter members: The members to time; Swift needs an argument here, to tell
///   this macro from that of functions.
@attached(memberAttribute)
@attached(peer)
public macro Timed(_ members: TimedMembers) =
  #externalMacro(module: "GantryMacros", type: "TimedMacro")

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

/// The members of a type that ``Timed(_:)`` times.
public enum TimedMembers: Sendable {
  /// All functions, initializers and deinitializers.
  case functions
}

/// The name of a marked function, and where it was declared.
struct FunctionName {
  let name: String
  /// `file:line`.
  let declaredAt: String

  /// Reads the text that the macro wrote: the name, a space, and the place.
  init(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    name = parts.first.map(String.init) ?? ""
    declaredAt = parts.count > 1 ? String(parts[1]) : ""
  }
}

/// Times the functions that are marked ``Timed()``, in the whole process and while it is switched on.
///
/// ```swift
/// Timing.isEnabled = true
/// // … the app runs …
/// for function in Timing.functions { logger.info("\(function)") }
/// ```
///
/// It is process-wide because a marked function knows nothing but itself. Off, a marked function
/// costs one relaxed atomic load more than a plain one; on, two readings of the clock and a few
/// atomic additions, without a lock or an allocation after its first call.
public enum Timing {
  static let sites = TimedSites()

  /// Whether marked functions are timed; calls already under way aren't affected by a change.
  @inlinable
  public static var isEnabled: Bool {
    get { gantry_get_is_timing() }
    set { gantry_set_is_timing(newValue) }
  }

  /// Times functions by the clock of a monitor from now on; at first it is the system's.
  ///
  /// - Parameter monitor: The monitor with the clock.
  public static func useClock(of monitor: PageMonitor) { sites.use(monitor.stopwatch) }

  /// How long the functions took that were called while timing was on, by name.
  ///
  /// - Complexity: O(n log n) for n functions, each with a histogram to read.
  public static var functions: [FunctionSummary] { sites.summaries }

  /// Forgets all calls; calls that end at the same time may be forgotten in part.
  public static func reset() { sites.reset() }

  @usableFromInline
  static func now() -> Int64 { sites.now }

  @usableFromInline
  static func record(_ site: StaticString, _ start: Int64, _ outcome: TimedCall.Outcome) {
    sites.record(site, start, outcome)
  }
}
