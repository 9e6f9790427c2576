// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a task does not run: one link of the chain from the task to the cause.
public struct LaunchSkip: Sendable, Hashable, Codable {
  /// The kinds of reasons.
  public enum Reason: Sendable, Hashable, Codable {
    /// It requires a task that does not run; the next link says why.
    case requires(String)
    /// It isn't enabled, for a reason in words.
    case disabled(String)
    /// It waited for a milestone that the app did not reach before its end.
    case unreached(milestone: String)
    /// It runs on demand, and nothing asked for it.
    case undemanded
  }

  /// The task's name.
  public let task: String
  /// Why it does not run.
  public let reason: Reason

  /// Makes a link.
  ///
  /// - Parameters:
  ///   - task: The task's name.
  ///   - reason: Why it does not run.
  public init(_ task: String, _ reason: Reason) {
    self.task = task
    self.reason = reason
  }
}

extension LaunchSkip: CustomStringConvertible {
  /// The link in a few words: `Orders requires Storage`, `Storage: switched off`.
  public var description: String { text { $0 } }

  /// The link in a few words.
  ///
  /// - Parameters:
  ///   - asked: The task that is asked about; a reason of its own needs no name.
  ///   - name: Gives the name by which a reader knows a task.
  package func text(askedFor asked: String? = nil, _ name: (String) -> String) -> String {
    switch reason {
    case .requires(let other): "\(name(task)) requires \(name(other))"
    case .disabled(let reason) where name(task) == asked: reason
    case .disabled(let reason): "\(name(task)): \(reason)"
    case .unreached(let milestone): "milestone \(milestone) was not reached"
    case .undemanded: "nothing asked for it"
    }
  }
}
