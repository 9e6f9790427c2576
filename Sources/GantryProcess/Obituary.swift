// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

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
