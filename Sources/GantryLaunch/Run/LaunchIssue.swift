// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Something wrong in a launch that it does not stop for; somebody should know.
@nonexhaustive
public enum LaunchIssue: Sendable, Hashable {
  /// A task's token was completed again; the first time counts.
  case completedTwice(task: String)

  /// The name of the task that it is about.
  public var task: String {
    switch self {
    case .completedTwice(let task): task
    }
  }
}

extension LaunchIssue: CustomStringConvertible {
  /// Who, and what happened.
  public var description: String {
    switch self {
    case .completedTwice(let task):
      "\(task) completed its token a second time, which was ignored"
    }
  }
}
