// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a launch has no plan, or did not get to *ready*.
@nonexhaustive public enum LaunchError: Error, Sendable, Hashable {
  /// The graph has faults: all of them.
  case faults([LaunchFault])
  /// An essential task did not succeed.
  case stopped(task: String, outcome: LaunchOutcome)
  /// The launch was cancelled.
  case cancelled
  /// A wait passed its bound; the launch goes on. For each task that had not ended, its wait.
  case overdue(limit: Duration, waiting: [LaunchWait])
  /// The system gave no thread to the tasks that block, and so the launch was cancelled.
  case noThreads(reason: String)
  /// A blocking start was asked for off the main thread, or while the main actor is in use.
  case notBlockable
}

extension LaunchError: CustomStringConvertible {
  /// The error, and how to go on.
  public var description: String {
    switch self {
    case .faults(let faults):
      let count = faults.count == 1 ? "a fault" : "\(faults.count) faults"
      return "The launch has \(count):" + LaunchFault.texts(of: faults).map { "\n- \($0)" }.joined()
    case .stopped(let task, let outcome):
      return """
        The launch was stopped: \(task) is essential and ended as \(outcome). \
        Correct the cause, or make it not essential.
        """
    case .cancelled:
      return "The launch was cancelled before the app was ready. Start it again if needed."
    case .overdue(let limit, let waiting):
      let chains =
        waiting.isEmpty
        ? ["all tasks have ended; a hook of the launch has not"] : OpenWaits(waiting).lines
      return "The launch is not as far after \(limit.text):"
        + chains.map { "\n- \($0)" }.joined()
    case .noThreads(let reason):
      return """
        No thread could be made for the tasks of the launch: \(reason). Raise the limit on the \
        processes or the memory of the program, or end other programs.
        """
    case .notBlockable:
      return """
        A launch can be waited for without `await` only on the main thread, from code that is \
        neither asynchronous nor a block of the main queue, such as a delegate's method. Elsewhere \
        say `await`.
        """
    }
  }
}
