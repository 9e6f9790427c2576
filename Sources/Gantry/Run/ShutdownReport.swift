// SPDX-License-Identifier: Apache-2.0

internal import GantryText

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

/// The step that a stop waits for.
enum StopStep: Sendable, Equatable {
  /// The end of launch tasks that were cancelled.
  case launch
  /// A module's handlers, which have events to handle.
  case handlers(ModuleName)
  /// A module's long-running work, of several pieces those that have not ended.
  case runs(ModuleName, open: [String])
  /// A module's own shutdown.
  case shutdown(ModuleName)
  /// The main actor, which is to release handlers.
  case mainActor
}

extension StopStep: CustomStringConvertible {
  /// How long-running work that is asked to end, and not cancelled at once, ends sooner.
  static let advice = """
    ; work that looks only at its cancellation ends sooner inside of `cancelWhenGracefulShutdown`
    """

  var description: String {
    switch self {
    case .launch: "launch tasks"
    case .handlers(let name): "the event handlers of \(name)"
    case .runs(let name, let open) where open.isEmpty: "the long-running work of \(name)"
    case .runs(let name, let open):
      "the long-running work of \(name) (\(open.joined(separator: ", ")))"
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
