// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch

extension Explanation.Reason {
  static func missing(_ milestone: String) -> Self {
    Self("milestone \(milestone) has not been reached")
  }

  static var undemanded: Self { Self("it runs on demand, and nothing has asked for it") }
}

/// The state of a module or task, with one chain of reasons down to the cause.
///
/// `EventExplanation` answers another question: which handlers an event reaches, in which order.
public struct Explanation: Sendable, Equatable, CustomStringConvertible {
  /// The module or task in question.
  public let name: ModuleName
  /// Its state; nil if this program has nothing of that name.
  public let state: ModuleState?
  /// The reasons, from the nearest one to the root cause.
  ///
  /// For a module that has launched, they describe long-running work that has ended or is going to
  /// run again, later tasks that have failed, and modules that it requires and whose work has failed.
  public let chain: [Reason]

  package init(name: ModuleName, state: ModuleState?, chain: [Reason]) {
    self.name = name
    self.state = state
    self.chain = chain
  }

  /// One reason.
  public struct Reason: Sendable, Hashable {
    /// The module or task that the reason blames; nil if it blames none.
    public let name: ModuleName?
    /// How the launch of ``name`` ended; nil if it hasn't ended, or if the reason is of another kind.
    public let outcome: LaunchOutcome?
    /// The decision that leaves ``name`` out; nil if the reason is of another kind.
    package let cause: OffReason.Cause?
    private let words: String

    package init(
      _ words: String, name: ModuleName? = nil, _ outcome: LaunchOutcome? = nil,
      cause: OffReason.Cause? = nil
    ) {
      (self.words, self.name, self.outcome, self.cause) = (words, name, outcome, cause)
    }
  }

  /// One line, for example `Orders is left out ← requires Storage ← condition does not hold: …`.
  public var description: String {
    (["\(name) \(state?.words(showsHealth: false) ?? "is not linked")"] + chain.map(\.description))
      .joined(separator: " ← ")
  }
}

extension Explanation.Reason: CustomStringConvertible {
  /// The reason in words, for example `Storage.open failed: the disk is full`.
  public var description: String { words }
}

extension Sequence<Explanation.Reason> {
  /// The reasons in one line, from the nearest one to the cause.
  package var line: String { map(\.description).joined(separator: " ← ") }
}
