// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

extension Explanation {
  static func missing(_ milestone: String) -> String {
    "milestone \(milestone) has not been reached"
  }

  static var undemanded: String { "it runs on demand, and nothing has asked for it" }
}

/// The state of a module or task, with one chain of reasons down to the cause.
///
/// ``EventExplanation`` answers another question: which handlers an event reaches, in which order.
public struct Explanation: Sendable, Equatable, CustomStringConvertible {
  /// The module or task in question.
  public let name: ModuleName
  /// Its state; nil if this program has nothing of that name.
  public let state: ModuleState?
  /// The reasons, from the nearest one to the root cause.
  ///
  /// For a module that has launched, they describe long-running work that has ended or is going to
  /// run again, later tasks that have failed, and modules that it requires and whose work has failed.
  public let chain: [String]

  package init(name: ModuleName, state: ModuleState?, chain: [String]) {
    self.name = name
    self.state = state
    self.chain = chain
  }

  /// One line, for example `Orders is left out ← requires Storage ← condition does not hold: …`.
  public var description: String {
    (["\(name) \(state?.words(showsHealth: false) ?? "is not linked")"] + chain)
      .joined(separator: " ← ")
  }
}
