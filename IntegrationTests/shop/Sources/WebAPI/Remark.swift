// SPDX-License-Identifier: Apache-2.0

/// A sentence for the user who sent a form, shown once.
public struct Remark: Sendable, Equatable {
  /// The text of the sentence.
  public let text: String
  /// Whether something went wrong.
  public let isProblem: Bool

  /// Says that something was done.
  public static func done(_ text: String) -> Self { Self(text: text, isProblem: false) }

  /// Says why something was not done.
  public static func problem(_ text: String) -> Self { Self(text: text, isProblem: true) }
}
