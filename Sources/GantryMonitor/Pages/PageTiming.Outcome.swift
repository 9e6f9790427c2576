// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension PageTiming {
  /// How a call of a phase ended.
  public enum Outcome: Sendable {
    /// The phase returned.
    case completed
    /// The phase threw an error.
    case failed(any Error)
    /// The phase threw because it was cancelled.
    case cancelled

    /// An error of a cancelled task is taken for the cancellation's, however it is called.
    init(_ error: any Error) {
      let isCancelled =
        error is CancellationError || withUnsafeCurrentTask { $0?.isCancelled } == true
      self = isCancelled ? .cancelled : .failed(error)
    }
  }
}
