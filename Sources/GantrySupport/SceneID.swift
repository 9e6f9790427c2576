// SPDX-License-Identifier: Apache-2.0

/// The identity of a scene, as the host names it.
public struct SceneID: Hashable, Sendable, Codable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name, the same for the scene's whole life.
  public let rawValue: String

  /// Creates an ID from the host's name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Creates an ID from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// The name.
  public var description: String { rawValue }
}
