// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension TaskResultError: CustomStringConvertible {
  /// What is wrong, where, and how to fix it.
  public var description: String {
    switch self {
    case .notTaken(let type, let task):
      "\(task) reads \(type) without saying so. Add `.taking(\(type).self)` to the task's options."
    case .notReturned(let type, let task):
      "\(task) gives \(type) without saying so. Add `.returning(\(type).self)` to the task's "
        + "options."
    case .missing(let type, let task):
      "\(type), which \(task) takes, is not there. Give it with `setResult` in the task that "
        + "returns it, or take it as an optional."
    }
  }
}
