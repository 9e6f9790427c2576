// SPDX-License-Identifier: Apache-2.0

internal import Gantry

/// Decides when a process is ended by force; times are counted from any one moment.
///
/// A value without I/O: events go in, and the end of the process comes out.
struct LastResort {
  /// Why the process is ended.
  enum Reason: Equatable {
    /// A signal came behind another that had asked for the stop.
    case signal(Int32)
    /// The stop has not ended within its bound.
    case stop(limit: Duration)
    /// The launch has not got ready within its limit, and could not be stopped.
    case launch(limit: Duration, stop: Duration)
    /// The system makes no more threads, and the launch stands still.
    case threads
  }

  /// The command `timeout` sends SIGTERM to a process and to its group: within this time that is one
  /// request.
  private static let echo = Duration.seconds(1)
  /// How often it is asked during a launch whether the system still makes threads.
  private static let probeInterval = Duration.seconds(1)
  /// How many times in a row it may not, while nothing goes on.
  private static let patience = 3

  private let stopLimit: Duration
  private let terminate: Int32
  private var termination: (signal: Int32, time: Duration)?
  private var stopBegan: Duration?
  private var launch: (began: Duration, limit: Duration?)?
  private var nextProbe: Duration?
  private var failedProbes = 0
  private var progress = 0

  /// Begins with a process that neither launches nor stops.
  ///
  /// - Parameters:
  ///   - stopLimit: The longest time for a whole stop.
  ///   - terminate: The signal that may come twice and mean once.
  init(stopLimit: Duration, terminate: Int32) {
    self.stopLimit = stopLimit
    self.terminate = terminate
  }

  /// Notes a signal that asks for a stop.
  ///
  /// - Returns: The reason to end the process at once; nil when this is the first.
  mutating func take(_ signal: Int32, at time: Duration) -> Reason? {
    guard let first = termination else {
      termination = (signal, time)
      beginStop(at: time)
      return nil
    }
    let isEcho = signal == terminate && first.signal == terminate && time - first.time < Self.echo
    return isEcho ? nil : .signal(signal)
  }

  /// Notes that a launch begins.
  mutating func beginLaunch(within limit: Duration?, at time: Duration) {
    launch = (time, limit)
    nextProbe = time + Self.probeInterval
  }

  /// Notes that the app is ready, or not going to be.
  mutating func endLaunch() {
    launch = nil
    nextProbe = nil
  }

  /// Notes that the stop begins, unless it has begun before.
  mutating func beginStop(at time: Duration) { stopBegan = stopBegan ?? time }

  /// The time that is left for the stop.
  func timeLeft(at time: Duration) -> Duration {
    max(.zero, stopLimit - (time - (stopBegan ?? time)))
  }

  /// Whether it is time to ask the system for a thread.
  func isProbeDue(at time: Duration) -> Bool { nextProbe.map { $0 <= time } ?? false }

  /// Notes whether the system has made a thread.
  ///
  /// - Parameters:
  ///   - isMade: Whether it has.
  ///   - progress: A number that grows while the launch goes on.
  ///   - time: Now.
  /// - Returns: The reason to end the process; nil while there is hope.
  mutating func probed(_ isMade: Bool, progress: Int, at time: Duration) -> Reason? {
    nextProbe = time + Self.probeInterval
    failedProbes = isMade ? 0 : progress > self.progress ? 1 : failedProbes + 1
    self.progress = progress
    return failedProbes >= Self.patience ? .threads : nil
  }

  /// The bound that has been passed; nil when there is none.
  func overdue(at time: Duration) -> Reason? {
    guard let end = deadline, end <= time else { return nil }
    if stopBegan == nil, let limit = launch?.limit { return .launch(limit: limit, stop: stopLimit) }
    return .stop(limit: stopLimit)
  }

  /// When to look again; nil when only a signal changes something.
  var next: Duration? {
    guard let deadline, let nextProbe else { return deadline ?? nextProbe }
    return min(deadline, nextProbe)
  }

  private var deadline: Duration? {
    if let stopBegan { return stopBegan + stopLimit }
    // A launch that took too long is stopped, and has the time of a stop for that.
    return launch.flatMap { launch in launch.limit.map { launch.began + $0 + stopLimit } }
  }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Threads of the system's own: no pool, queue or actor can keep them from running.
enum PlainThread {
  /// The system made no thread.
  struct Failure: Error {
    let code: Int32
    /// The system's words.
    var reason: String { String(cString: strerror(code)) }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static let stackSize = 512 * 1024

  /// Starts a thread that is not joined.
  ///
  /// - Parameters:
  ///   - isSmall: Whether it is to be had where the system has no room for one of the usual size.
  ///   - run: Its work.
  static func start(
    isSmall: Bool = true, _ run: @escaping @Sendable () -> Void
  ) throws(Failure) {
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread: pthread_t = 0
    #endif
    // Not a variable: its initializer belongs to another module on each system.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    defer { pthread_attr_destroy(attributes) }
    if isSmall { pthread_attr_setstacksize(attributes, stackSize) }
    pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    let code = pthread_create(&thread, attributes, Self.entry, body.toOpaque())
    guard code == 0 else {
      body.release()
      throw Failure(code: code)
    }
  }

  // A closure in the call itself crashes Swift 6.3.1.
  #if canImport(Darwin)
    private static let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      { enter($0) }
  #else
    private static let entry:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { enter($0) }
  #endif

  private static func enter(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
    return nil
  }
}

/// The last words of a process that is ended by force, and its status.
struct Obituary {
  private let reason: LastResort.Reason

  init(_ reason: LastResort.Reason) { self.reason = reason }

  /// The status of the process.
  var code: ProcessExitCode {
    switch reason {
    case .signal(let number): ProcessExitCode(rawValue: 128 + number)
    case .stop, .launch: .stopOverdue
    case .threads: .noThreads
    }
  }

  /// How long an exit in good order may take, in milliseconds.
  var patience: Int32 {
    if case .signal = reason { 300 } else { 1000 }
  }

  /// The text for standard error; nil for an end that was asked for.
  ///
  /// - Parameter holders: A line for each thing that holds the program up.
  func text(_ holders: [String]) -> String? {
    guard let cause else { return nil }
    let held = holders.isEmpty ? ["nothing that belongs to a module"] : holders
    return (["error: \(cause)", "Held by:"] + held.map { "- \($0)" }).joined(separator: "\n") + "\n"
  }

  private var cause: String? {
    switch reason {
    case .signal: nil
    case .stop(let limit):
      """
      the program did not stop within \(limit.text), which `Application.Limits(stop:)` allows, and ends \
      with status \(code.rawValue).
      """
    case .launch(let limit, let stop):
      """
      the app was not ready within \(limit.text), could not be stopped within \(stop.text) either, and ends \
      with status \(code.rawValue).
      """
    case .threads:
      """
      the system makes no more threads, and the launch stands still; the program ends with status \
      \(code.rawValue). Raise the limits on processes (`ulimit -u`, `pids.max`) or on address \
      space (`ulimit -v`).
      """
    }
  }
}
