// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The time of one stop, divided among its steps so that none takes all of it.
struct StopBudget: Sendable {
  /// The time for all steps.
  let total: Duration
  private let elapsed: @Sendable () -> Duration
  private let steps: Int
  private var begun = 0

  /// Creates a budget, whose time starts now.
  ///
  /// - Parameters:
  ///   - total: The time for all steps.
  ///   - steps: The largest number of steps.
  ///   - clock: The clock that measures the time.
  init(_ total: Duration, steps: Int, clock: any Clock<Duration>) {
    self.init(total, steps: steps, elapsed: clock.stopwatch())
  }

  init(_ total: Duration, steps: Int, elapsed: @escaping @Sendable () -> Duration) {
    self.total = total
    self.steps = max(1, steps)
    self.elapsed = elapsed
  }

  /// Returns the longest time that the next step may take.
  ///
  /// Half of the total is reserved, in equal parts, for the steps to come. The other half goes to
  /// the steps that need it first.
  ///
  /// - Parameter bound: The step's own limit.
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
  /// A module's handlers, which still have events to handle.
  case handlers(ModuleName)
  /// A module's long-running work: the functions that have not ended, with their source locations.
  case runs(ModuleName, open: [String])
  /// A module's own shutdown: its function, with its source location.
  case shutdown(ModuleName, String?)
  /// The main actor, which has to release handlers.
  case mainActor
}

extension StopStep: CustomStringConvertible {
  /// A hint on how long-running work can end sooner, if it is asked to end before it is cancelled.
  static let advice = """
    ; a loop that only checks for cancellation ends sooner inside `cancelWhenGracefulShutdown`
    """

  var description: String {
    switch self {
    case .launch: "launch tasks"
    case .handlers(let name): "the event handlers of \(name)"
    case .runs(let name, let open):
      "the long-running work of \(name)" + (open.isEmpty ? "" : ": \(Wording.list(open, "and"))")
    case .shutdown(let name, let function):
      "the shutdown of \(name)" + (function.map { ": \($0)" } ?? "")
    case .mainActor: "the main actor"
    }
  }
}
