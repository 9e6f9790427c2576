// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
