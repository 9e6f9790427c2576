// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText
internal import Logging
internal import Synchronization

/// Why a module has asked for the stop of its application.
public struct StopRequest: Sendable, Hashable {
  /// The module.
  public let module: ModuleName
  /// Its reason.
  public let reason: String
  /// Whether the reason is an error.
  public let isFailure: Bool

  package init(module: ModuleName, reason: String, isFailure: Bool) {
    self.module = module
    self.reason = reason
    self.isFailure = isFailure
  }
}

/// The request of one run, and the closure that carries it out.
struct StopRequests: Sendable {
  var first: StopRequest?
  /// Nil lets the application stop itself.
  var handler: (@Sendable () -> Void)?
}

extension Application {
  /// The first request for a stop since the last start.
  package var stopRequest: StopRequest? { life.withLock(\.stopRequests.first) }

  /// Sets the closure that carries out a stop that a module asks for; one that was asked for already, at once.
  ///
  /// - Parameter handler: Begins the stop; nil lets the application stop itself.
  package func handleStopRequests(_ handler: (@Sendable () -> Void)?) {
    let isDue = life.withLock { life in
      life.stopRequests.handler = handler
      return life.stopRequests.first != nil
    }
    if isDue { handler?() }
  }

  func requestStop(_ request: StopRequest) {
    let (isFirst, handler) = life.withLock { life in
      guard case .running = life.phase, life.stopRequests.first == nil else {
        return (false, life.stopRequests.handler)
      }
      life.stopRequests.first = request
      return (true, life.stopRequests.handler)
    }
    guard isFirst else { return }
    logger.log(
      level: request.isFailure ? .error : .notice,
      "stopping, as \(request.module) asks for it: \(request.reason)",
      metadata: ["gantry.module": "\(request.module)"])
    guard let handler else {
      _ = stopping(nil, within: limits.stop)
      return
    }
    handler()
  }

  var lifeState: ApplicationReference.State {
    switch phase {
    case .idle: .stopped
    case .stopping: .stopping
    case .preparing: .launching
    case .running: readiness.isReady ? .ready : .launching
    }
  }
}

/// The time of one stop, shared out among its steps so that none takes all of it.
struct StopBudget: Sendable {
  /// The time for all steps.
  let total: Duration
  private let elapsed: @Sendable () -> Duration
  private let steps: Int
  private var begun = 0

  /// Begins to share time out, now.
  ///
  /// - Parameters:
  ///   - total: The time for all steps.
  ///   - steps: How many there are at most.
  ///   - clock: Measures how much of it is gone.
  init(_ total: Duration, steps: Int, clock: any Clock<Duration>) {
    self.init(total, steps: steps, elapsed: clock.stopwatch())
  }

  init(_ total: Duration, steps: Int, elapsed: @escaping @Sendable () -> Duration) {
    self.total = total
    self.steps = max(1, steps)
    self.elapsed = elapsed
  }

  /// The time that has not been used.
  var left: Duration { max(.zero, total - elapsed()) }

  /// The longest time that the next step may take.
  ///
  /// Half of the total is kept, in equal parts, for the steps behind it; the other half goes to
  /// whichever needs it first.
  ///
  /// - Parameter bound: The time of the step on its own.
  mutating func next(_ bound: Duration) -> Duration {
    begun += 1
    let reserve = total / (2 * steps) * max(0, steps - begun)
    return max(.zero, min(bound, total - elapsed() - reserve))
  }
}

extension Clock<Duration> {
  /// Measures the time from now on.
  package func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}

/// The step that a stop waits for.
enum StopStep: Sendable, Equatable {
  /// The end of launch tasks that were cancelled.
  case launch
  /// A module's handlers, which have events to handle.
  case handlers(ModuleName)
  /// A module's long-running work.
  case runs(ModuleName)
  /// A module's own shutdown.
  case shutdown(ModuleName)
  /// The main actor, which is to release handlers.
  case mainActor
}

extension StopStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .launch: "launch tasks"
    case .handlers(let name): "the event handlers of \(name)"
    case .runs(let name): "the long-running work of \(name)"
    case .shutdown(let name): "the shutdown of \(name)"
    case .mainActor: "the main actor"
    }
  }
}

/// How the modules of an application were stopped.
public struct ShutdownReport: Sendable, Equatable {
  /// The modules that had been created, in the order in which they were stopped.
  public let modules: [Entry]
  /// One line for each launch task that had not returned at the bound of the stop, with for how long
  /// it had been running; the modules were stopped all the same.
  public private(set) var stillRunning: [String] = []
  /// How much of ``Application/Limits/stop`` was left at the end; nil where only a part of the
  /// application was stopped, and where there was nothing to stop.
  public private(set) var timeLeft: Duration?
  /// The module that has asked for the stop, and why; nil where none has.
  public private(set) var request: StopRequest?

  init(modules: [Entry]) { self.modules = modules }

  /// How one module was stopped.
  public struct Entry: Sendable, Equatable {
    /// The module.
    public let name: ModuleName
    /// How long its shutdown function took.
    public let duration: Duration
    /// The error of its shutdown function, or that it did not end in time; nil when all went well.
    public let failure: String?
  }

  /// The same stop, with the launch tasks that it no longer waited for, and the time that was left.
  func with(_ stillRunning: [String], timeLeft: Duration, request: StopRequest?) -> Self {
    var report = self
    report.stillRunning = stillRunning
    report.timeLeft = timeLeft
    report.request = request
    return report
  }

  /// The modules that did not stop cleanly.
  public var failures: [Entry] { modules.filter { $0.failure != nil } }
}

/// Runs work that must not hold up the work after it.
package enum Deadline {
  private enum End {
    case body(failure: String?)
    case timer
  }

  /// How long a wait may take before it is worth a line in the log.
  static let patience = Duration.milliseconds(500)

  /// Runs a body, and stops waiting for it when its time is over.
  ///
  /// The body is cancelled then; if it does not listen, it goes on and its end is not awaited.
  ///
  /// - Parameters:
  ///   - bound: The longest time to wait.
  ///   - clock: The clock of the bound.
  ///   - onWait: Told once when the wait takes half a second, if the bound is longer.
  ///   - body: The work.
  /// - Returns: The problem, in words; nil when the body ended well in time.
  package static func run(
    within bound: Duration, clock: any Clock<Duration>,
    onWait: (@Sendable () -> Void)? = nil,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async -> String? {
    let (ends, end) = AsyncStream.makeStream(of: End.self, bufferingPolicy: .bufferingOldest(1))
    let work = Task {
      do {
        try await body()
        end.yield(.body(failure: nil))
      } catch {
        end.yield(.body(failure: "\(error)"))
      }
    }
    let timer = Task {
      guard (try? await wait(bound, clock, onWait)) != nil else { return }
      end.yield(.timer)
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    for await end in ends {
      switch end {
      case .body(let failure):
        // Until the task is over it retains the captures of the body.
        await work.value
        return failure
      case .timer: return "did not end within \(bound.text)"
      }
    }
    return "was cancelled"
  }

  private static func wait(
    _ bound: Duration, _ clock: any Clock<Duration>, _ onWait: (@Sendable () -> Void)?
  ) async throws {
    guard let onWait, bound > patience else { return try await clock.wait(for: bound) }
    let elapsed = clock.stopwatch()
    try await clock.wait(for: patience)
    onWait()
    try await clock.wait(for: bound - elapsed())
  }
}
