// SPDX-License-Identifier: Apache-2.0

/// A named moment that the app itself reaches, for example a consent.
///
/// Tasks can wait for a milestone; *ready* never does. A ``LaunchStage`` is relative to *ready*.
///
/// ```swift
/// extension Milestone { nonisolated static let consent = Milestone("consent") }
/// ```
public struct Milestone: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name as written.
  public let name: String

  /// Creates a milestone. Milestones with the same name are equal.
  public init(_ name: String) { self.name = name }

  /// Decodes a milestone from its name.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the milestone as its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  /// The name as written.
  public var description: String { name }
}
