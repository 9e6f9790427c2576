// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Tells several services of one type apart.
///
/// An interface package declares the names, so that a typing error doesn't compile:
///
/// ```swift
/// extension ServiceQualifier { public static let europe: Self = "europe" }
///
/// @Provides(.europe) var servers: any Servers { … }
/// @Inject(.europe) let servers: any Servers
/// ```
public struct ServiceQualifier: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name as written.
  public let rawValue: String

  /// Makes a qualifier from text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Makes a qualifier from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// The name as written.
  public var description: String { rawValue }
}
