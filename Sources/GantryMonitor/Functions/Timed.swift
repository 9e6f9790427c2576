// SPDX-License-Identifier: Apache-2.0

public import CGantryTiming

/// Times a function, initializer or deinitializer while ``Timing`` is switched on.
///
/// ```swift
/// @Timed func search(_ text: String) async throws -> [Hit] { … }
/// ```
///
/// Use it for code that no engine calls: pages, tasks, handlers and routes are timed without it. It
/// works for functions that are synchronous, asynchronous, generic, static or throwing (errors are
/// counted separately), and for any isolation. It doesn't work for accessors and subscripts,
/// because the language has no such macro for them. The time of an asynchronous function includes
/// its waits.
@attached(body)
@attached(peer)
public macro Timed() = #externalMacro(module: "GantryMacros", type: "TimedMacro")

/// Times all functions, initializers and the deinitializer in the body of a type or extension.
///
/// ```swift
/// @Timed(.functions) actor Index {
///   func add(_ page: Page) { … }
/// }
/// ```
///
/// - Parameter members: The members to time; Swift needs an argument here to tell this macro from
///   the one for functions.
@attached(memberAttribute)
@attached(peer)
public macro Timed(_ members: TimedMembers) =
  #externalMacro(module: "GantryMacros", type: "TimedMacro")

/// One call of a function that is marked ``Timed()``, created by the macro's expansion.
///
/// Whether the call is timed is decided at its beginning, and never changes.
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

  /// Ends the call, whatever its outcome.
  @inlinable
  @inline(__always)
  public borrowing func end() {
    if start != Self.off { Timing.record(site, start, outcome) }
  }

  /// Records that the call ends with an error.
  ///
  /// - Parameter error: The error.
  public mutating func failed(_ error: any Error) {
    guard start != Self.off else { return }
    switch PageTiming.Outcome(error) {
    case .cancelled: outcome = .cancelled
    case .completed, .failed: outcome = .failed
    }
  }

  /// Throws nothing, but keeps the compiler from warning about a `catch` that nothing before it can
  /// reach.
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

/// The name of a marked function, and its source location.
struct FunctionName {
  let name: String
  /// `file:line`.
  let declaredAt: String

  /// Reads the text that the macro wrote: the name, a space, and the source location.
  init(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    name = parts.first.map(String.init) ?? ""
    declaredAt = parts.count > 1 ? String(parts[1]) : ""
  }
}

/// Times all functions in the process that are marked ``Timed()``, while it is switched on.
///
/// ```swift
/// Timing.isEnabled = true
/// // … the app runs …
/// for function in Timing.functions { logger.info("\(function)") }
/// ```
///
/// It is process-wide because a marked function knows nothing but itself. While timing is off, a
/// marked function costs one relaxed atomic load more than a plain one. While it is on, it costs
/// two readings of the clock and a few atomic additions, without a lock or an allocation after its
/// first call.
public enum Timing {
  static let sites = TimedSites()

  /// Whether marked functions are timed; a change doesn't affect calls in progress.
  @inlinable
  public static var isEnabled: Bool {
    get { gantry_get_is_timing() }
    set { gantry_set_is_timing(newValue) }
  }

  /// Times functions with a monitor's clock from now on; the default is the system's clock.
  ///
  /// - Parameter monitor: The monitor with the clock.
  public static func useClock(of monitor: PageMonitor) { sites.use(monitor.stopwatch) }

  /// The times of the functions that were called while timing was on, by name.
  ///
  /// - Complexity: O(n log n) for n functions, each with a histogram to read.
  public static var functions: [FunctionSummary] { sites.summaries }

  /// Forgets all calls; calls that end at the same time may be forgotten only in part.
  public static func reset() { sites.reset() }

  @usableFromInline
  static func now() -> Int64 { sites.now }

  @usableFromInline
  static func record(_ site: StaticString, _ start: Int64, _ outcome: TimedCall.Outcome) {
    sites.record(site, start, outcome)
  }
}
