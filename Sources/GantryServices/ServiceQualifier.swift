// SPDX-License-Identifier: Apache-2.0

/// Distinguishes several services of one type.
///
/// Declare the names in an interface package, so that a typo doesn't compile:
///
/// ```swift
/// extension ServiceQualifier { public nonisolated static let europe: Self = "europe" }
///
/// @Provides(.europe) var servers: any Servers { … }
/// @Inject(.europe) let servers: any Servers
/// ```
public struct ServiceQualifier: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name as written.
  public let rawValue: String

  /// Creates a qualifier from text.
  @inlinable
  public init(_ rawValue: String) {
    var text = rawValue
    // Services are found by its bytes.
    text.makeContiguousUTF8()
    self.rawValue = text
  }

  /// Creates a qualifier from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// The name as written.
  public var description: String { rawValue }
}
