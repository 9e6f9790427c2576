// SPDX-License-Identifier: Apache-2.0

/// A reason why a task doesn't run: one link of the chain from the task to the cause.
public struct LaunchSkip: Sendable, Hashable, Codable {
  /// The kinds of reasons.
  public enum Reason: Sendable, Hashable {
    /// It requires a task that doesn't run; the next link says why.
    case requires(String)
    /// It isn't enabled.
    case disabled(OffReason)
  }

  /// The task's name.
  public let task: String
  /// The reason why it doesn't run.
  public let reason: Reason

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - task: The task's name.
  ///   - reason: The reason why it doesn't run.
  public init(_ task: String, _ reason: Reason) {
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
  package func text(askedFor asked: String? = nil, _ name: (String) -> String) -> String {
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
    case requires(String)
    case disabled(String, cause: OffReason.Cause?)
  }

  /// Decodes a reason.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if the reason is unknown or incomplete.
  public init(from decoder: any Decoder) throws {
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
  public func encode(to encoder: any Encoder) throws {
    let written: Written =
      switch self {
      case .requires(let other): .requires(other)
      case .disabled(let reason): .disabled(reason.words, cause: reason.cause)
      }
    try written.encode(to: encoder)
  }
}

/// The reason why a module or task doesn't run, decided before the launch tries it.
///
/// A string literal creates a reason with the cause ``Cause/stated``.
public struct OffReason: Sendable, Hashable, Codable {
  /// The kind of decision.
  @nonexhaustive
  public enum Cause: String, Sendable, Hashable, Codable, CaseIterable {
    /// A condition does not hold.
    case condition
    /// The module list disables it, or doesn't name it.
    case list
    /// It isn't among the modules that `only:` or `GANTRY_ONLY` selects.
    case selection
    /// Safe mode leaves it out.
    case safeMode
    /// Any other decision, known only by its words.
    case stated

    /// Decodes a cause; one that this version doesn't know is ``stated``.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is no text.
    public init(from decoder: any Decoder) throws {
      self = Self(rawValue: try String(from: decoder)) ?? .stated
    }
  }

  /// The kind of decision.
  public let cause: Cause
  /// The decision in words, with its source location in a list or the condition that doesn't hold.
  public let words: String

  /// Creates a reason.
  ///
  /// - Parameters:
  ///   - cause: The kind of decision.
  ///   - words: The decision in words.
  public init(_ cause: Cause, _ words: String) {
    self.cause = cause
    self.words = words
  }
}

extension OffReason: ExpressibleByStringLiteral {
  /// Creates a reason that is known only by its words.
  public init(stringLiteral words: String) { self.init(.stated, words) }
}
