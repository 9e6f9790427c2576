// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Something wrong with the answers to a ``Reply``; the caller is answered all the same.
public enum ReplyIssue: Hashable, Sendable, CustomStringConvertible {
  /// A listener answered twice; the first answer counts.
  case answeredTwice(by: ModuleName)
  /// A listener answered after the deadline; the answer is ignored.
  case answeredLate(by: ModuleName)
  /// These had not answered at the deadline, by name; without them the rest was merged.
  case missing(from: [ModuleName])

  /// The listener, and the issue with its answer.
  public var description: String {
    switch self {
    case .answeredTwice(let name): "\(name) answered a second time, which was ignored"
    case .answeredLate(let name): "\(name) answered after the deadline, which was ignored"
    case .missing(let names):
      "no answer before the deadline from \(names.map(\.rawValue).joined(separator: ", "))"
    }
  }
}
