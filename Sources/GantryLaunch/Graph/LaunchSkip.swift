// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// A reason why a task doesn't run: one link of the chain from the task to the cause.
///
/// An `Explanation.Reason` also has failures and waits.
public struct LaunchSkip: Sendable, Hashable, Codable {
  /// The kinds of reasons.
  package enum Reason: Sendable, Hashable {
    /// It requires a task that doesn't run; the next link says why.
    case requires(ModuleName)
    /// It isn't enabled.
    case disabled(OffReason)
  }

  /// The task's name.
  package let task: ModuleName
  /// The reason why it doesn't run.
  package let reason: Reason

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - task: The task's name.
  ///   - reason: The reason why it doesn't run.
  package init(_ task: ModuleName, _ reason: Reason) {
    self.task = task
    self.reason = reason
  }
}

extension LaunchSkip: CustomStringConvertible {
  /// The link in a few words: `Orders requires Storage`, `Storage: not in the list`.
  public var description: String { text { $0 } }

  /// Returns the link in a few words.
  ///
  /// - Parameters:
  ///   - asked: The task in question, whose own reasons need no name.
  ///   - name: Returns the name by which a reader knows a task.
  package func text(
    askedFor asked: ModuleName? = nil, _ name: (ModuleName) -> ModuleName
  ) -> String {
    switch reason {
    case .requires(let other): "\(name(task)) requires \(name(other))"
    case .disabled(let reason) where name(task) == asked: reason.words
    case .disabled(let reason): "\(name(task)): \(reason.words)"
    }
  }
}

extension LaunchSkip.Reason: Codable {
  /// The encoded form of a reason: the words of a decision come first, and its kind may be missing.
  private enum Written: Codable {
    case requires(ModuleName)
    case disabled(String, cause: OffReason.Cause?)
  }

  /// Decodes a reason.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if the reason is unknown or incomplete.
  package init(from decoder: any Decoder) throws {
    self =
      switch try Written(from: decoder) {
      case .requires(let other): .requires(other)
      case .disabled(let words, let cause): .disabled(OffReason(cause ?? .stated, words))
      }
  }

  /// Encodes the reason.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's errors.
  package func encode(to encoder: any Encoder) throws {
    let written: Written =
      switch self {
      case .requires(let other): .requires(other)
      case .disabled(let reason): .disabled(reason.words, cause: reason.cause)
      }
    try written.encode(to: encoder)
  }
}
