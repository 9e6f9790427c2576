// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A named point in the life of an app that the app reaches itself, for example a consent.
///
/// Tasks may wait for it; *ready* never does.
///
/// ```swift
/// extension Milestone { static let consent = Milestone("consent") }
/// ```
public struct Milestone: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name as written.
  public let name: String

  /// Makes a milestone; two of the same name are the same milestone.
  public init(_ name: String) { self.name = name }

  /// Reads a milestone from its name.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the milestone as its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  /// The name as written.
  public var description: String { name }
}
