// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Which scene of the app an event is about, as the host names it.
public struct SceneID: Hashable, Sendable, Codable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name, the same for the scene's whole life.
  public let rawValue: String

  /// Makes an id from the host's name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Makes an id from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// The name.
  public var description: String { rawValue }
}
