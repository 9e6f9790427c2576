// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteError {
  /// An error that a handler threw.
  public struct Failure: Hashable, Sendable, CustomStringConvertible {
    /// The error as it was thrown.
    public let error: any Error

    /// Keeps an error.
    public init(_ error: any Error) { self.error = error }

    /// Whether two errors are of one type and say the same.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      type(of: lhs.error) == type(of: rhs.error) && lhs.description == rhs.description
    }

    /// Hashes the error's description.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// The error's description.
    public var description: String { "\(error)" }
  }
}
