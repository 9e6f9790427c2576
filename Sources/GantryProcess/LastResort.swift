// SPDX-License-Identifier: Apache-2.0

internal import Gantry

/// Decides when to end a process by force. Times count from any fixed moment.
///
/// A value without I/O: events go in, and a reason to end the process comes out.
struct LastResort {
  /// The reason to end the process.
  enum Reason: Equatable {
    /// A second signal followed one that had requested the stop.
    case signal(Int32)
    /// The stop did not end within its bound.
    case stop(limit: Duration)
    /// The app was not ready within its limit, and the launch could not be stopped.
    case launch(limit: Duration, stop: Duration)
    /// The system can't create any more threads, and the launch makes no progress.
    case threads
  }

  /// The time within which two SIGTERM signals count as one: `timeout` signals a process and its
  /// group.
  private static let echo = Duration.seconds(1)
  /// The interval at which a launch checks whether the system can still create threads.
  private static let probeInterval = Duration.seconds(1)
  /// The number of failed checks in a row, without progress of the launch, that end the process.
  private static let patience = 3

  private let stopLimit: Duration
  private let terminate: Int32
  private var termination: (signal: Int32, time: Duration)?
  private var stopBegan: Duration?
  private var launch: (began: Duration, limit: Duration?)?
  private var nextProbe: Duration?
  private var failedProbes = 0
  private var progress = 0

  /// Creates the state of a process that is neither launching nor stopping.
  ///
  /// - Parameters:
  ///   - stopLimit: The longest time for a whole stop.
  ///   - terminate: The signal that counts once even if it arrives twice.
  init(stopLimit: Duration, terminate: Int32) {
    self.stopLimit = stopLimit
    self.terminate = terminate
  }

  /// Takes a signal that requests a stop.
  ///
  /// - Returns: The reason to end the process at once; nil for the first signal.
  mutating func take(_ signal: Int32, at time: Duration) -> Reason? {
    guard let first = termination else {
      termination = (signal, time)
      beginStop(at: time)
      return nil
    }
    let isEcho = signal == terminate && first.signal == terminate && time - first.time < Self.echo
    return isEcho ? nil : .signal(signal)
  }

  /// Records that a launch begins.
  mutating func beginLaunch(within limit: Duration?, at time: Duration) {
    launch = (time, limit)
    nextProbe = time + Self.probeInterval
  }

  /// Records that the app is ready, or will not be.
  mutating func endLaunch() {
    launch = nil
    nextProbe = nil
  }

  /// Records that the stop begins, unless it has already begun.
  mutating func beginStop(at time: Duration) { stopBegan = stopBegan ?? time }

  /// Returns the time left for the stop.
  func timeLeft(at time: Duration) -> Duration {
    max(.zero, stopLimit - (time - (stopBegan ?? time)))
  }

  /// Whether it is time to check that the system can create a thread.
  func isProbeDue(at time: Duration) -> Bool { nextProbe.map { $0 <= time } ?? false }

  /// Records whether the system has created a thread.
  ///
  /// - Parameters:
  ///   - isMade: Whether it has created one.
  ///   - progress: A number that grows while the launch makes progress.
  ///   - time: The current time.
  /// - Returns: The reason to end the process; nil if the launch may still go on.
  mutating func probed(_ isMade: Bool, progress: Int, at time: Duration) -> Reason? {
    nextProbe = time + Self.probeInterval
    failedProbes = isMade ? 0 : progress > self.progress ? 1 : failedProbes + 1
    self.progress = progress
    return failedProbes >= Self.patience ? .threads : nil
  }

  /// Returns the bound that has passed; nil if there is none.
  func overdue(at time: Duration) -> Reason? {
    guard let end = deadline, end <= time else { return nil }
    if stopBegan == nil, let limit = launch?.limit { return .launch(limit: limit, stop: stopLimit) }
    return .stop(limit: stopLimit)
  }

  /// The time to check again; nil if only a signal can change something.
  var next: Duration? {
    guard let deadline, let nextProbe else { return deadline ?? nextProbe }
    return min(deadline, nextProbe)
  }

  private var deadline: Duration? {
    if let stopBegan { return stopBegan + stopLimit }
    // A launch that took too long is stopped, and gets the usual time for a stop.
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

/// Plain system threads, which no pool, queue or actor can keep from running.
enum PlainThread {
  /// The system couldn't create a thread.
  struct Failure: Error {
    let code: Int32
    /// The system's error message.
    var reason: String { String(cString: strerror(code)) }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static let stackSize = 512 * 1024

  /// Starts a detached thread.
  ///
  /// - Parameters:
  ///   - isSmall: Whether to use a small stack, so that the thread fits when one of the usual size
  ///     doesn't.
  ///   - run: The thread's work.
  static func start(
    isSmall: Bool = true, _ run: @escaping @Sendable () -> Void
  ) throws(Failure) {
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread: pthread_t = 0
    #endif
    // This isn't a variable, since its initializer belongs to a different module on each system.
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

  // Passing the closure in the call itself crashes Swift 6.3.1.
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

/// The last message of a process that is ended by force, and its exit status.
struct Obituary {
  private let reason: LastResort.Reason

  init(_ reason: LastResort.Reason) { self.reason = reason }

  /// The exit status of the process.
  var code: ProcessExitCode {
    switch reason {
    case .signal(let number): ProcessExitCode(rawValue: 128 + number)
    case .stop, .launch: .stopOverdue
    case .threads: .noThreads
    }
  }

  /// The longest time for a graceful exit, in milliseconds.
  var patience: Int32 {
    if case .signal = reason { 300 } else { 1000 }
  }

  /// Returns the text for standard error; nil if the end was requested.
  ///
  /// - Parameter holders: A line for each thing that holds up the program.
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
      the program did not stop within \(limit.text), the limit of `Application.Limits(stop:)`, and \
      ends with status \(code.rawValue).
      """
    case .launch(let limit, let stop):
      """
      the app was not ready within \(limit.text) and could not be stopped within \(stop.text); the \
      program ends with status \(code.rawValue).
      """
    case .threads:
      """
      the system can't create more threads, and the launch is stuck; the program ends with status \
      \(code.rawValue). Raise the limits on processes (`ulimit -u`, `pids.max`) or on address \
      space (`ulimit -v`).
      """
    }
  }
}
