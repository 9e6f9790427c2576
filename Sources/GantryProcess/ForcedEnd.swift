// SPDX-License-Identifier: Apache-2.0

internal import GantryCore

/// Decides when to end a process by force. Times count from any fixed moment.
///
/// A value without I/O: events go in, and a reason to end the process comes out.
struct ForcedEnd {
  /// The reason to end the process.
  enum Reason: Equatable {
    /// A second signal followed one that had requested the stop.
    case signal(Int32)
    /// The stop did not end within its bound.
    case stop(limit: Duration)
    /// The app was not ready within its limit, and the launch could not be stopped.
    case launch(limit: Duration, stop: Duration)
  }

  /// The time within which two SIGTERM signals count as one: `timeout` signals a process and its
  /// group.
  private static let echo = Duration.seconds(1)

  /// The time before the end of the bound that is reserved for the last message and for exit
  /// handlers.
  let grace: Duration
  private let stopLimit: Duration
  private let terminate: Int32
  private var termination: (signal: Int32, time: Duration)?
  private var stopBegan: Duration?
  private var launch: (began: Duration, limit: Duration?)?
  private var launchBegan: Duration?

  /// Creates the state of a process that is neither launching nor stopping.
  ///
  /// - Parameters:
  ///   - stopLimit: The longest time for a whole stop.
  ///   - terminate: The signal that counts once even if it arrives twice.
  init(stopLimit: Duration, terminate: Int32) {
    self.stopLimit = stopLimit
    self.terminate = terminate
    grace = min(.seconds(1), stopLimit / 10)
  }

  /// Whether a signal has asked the process to end.
  var isAsked: Bool { termination != nil }

  /// Takes a signal that requests a stop.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - time: When it came.
  ///   - drain: The time until the stop begins, which its bound doesn't include.
  /// - Returns: The reason to end the process at once; nil for the first signal.
  mutating func take(_ signal: Int32, at time: Duration, drain: Duration = .zero) -> Reason? {
    guard let first = termination else {
      termination = (signal, time)
      if stopBegan == nil { stopBegan = time + drain }
      return nil
    }
    let isEcho = signal == terminate && first.signal == terminate && time - first.time < Self.echo
    return isEcho ? nil : .signal(signal)
  }

  /// Records that a launch begins.
  mutating func beginLaunch(within limit: Duration?, at time: Duration) {
    (launch, launchBegan) = ((time, limit), time)
  }

  /// Records that the app is ready, or will not be.
  mutating func endLaunch() { launch = nil }

  /// Returns whether the last launch began at least some time ago.
  func hasLaunched(for time: Duration, at now: Duration) -> Bool {
    launchBegan.map { now - $0 >= time } ?? false
  }

  /// Records that the stop begins, unless it has already begun.
  mutating func beginStop(at time: Duration) { stopBegan = min(stopBegan ?? time, time) }

  /// Returns the time left for the steps of the stop.
  func timeLeft(at time: Duration) -> Duration {
    max(.zero, stopLimit - grace - max(.zero, time - (stopBegan ?? time)))
  }

  /// Returns the bound that has passed; nil if there is none.
  func overdue(at time: Duration) -> Reason? {
    guard let next, next <= time else { return nil }
    if stopBegan == nil, let limit = launch?.limit { return .launch(limit: limit, stop: stopLimit) }
    return .stop(limit: stopLimit)
  }

  /// The time to check again; nil if only a signal can change something.
  var next: Duration? {
    if let stopBegan { return stopBegan + stopLimit - grace }
    // A launch that took too long is stopped, and gets the usual time for a stop.
    return launch.flatMap { launch in launch.limit.map { launch.began + $0 + stopLimit - grace } }
  }
}

extension ForcedEnd.Reason {
  /// The exit status of the process.
  var code: ProcessExitCode {
    switch self {
    case .signal(let number): ProcessExitCode(rawValue: 128 + number) ?? .terminated
    case .stop, .launch: .stopOverdue
    }
  }

  /// Returns the text for standard error.
  ///
  /// - Parameter holders: A line for each thing that holds up the program; not asked at a signal, since
  ///   whoever sends a second one wants no more waits.
  func text(_ holders: @autoclosure () -> [String]) -> String {
    if case .signal = self { return "error: \(cause)\n" }
    let lines = holders()
    let held = lines.isEmpty ? ["nothing that belongs to a module"] : lines
    return (["error: \(cause)", "Held by:"] + held.map { "- \($0)" }).joined(separator: "\n") + "\n"
  }

  private var cause: String {
    switch self {
    case .signal:
      "a second signal ends the program at once, with status \(code.rawValue)."
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
    }
  }
}
