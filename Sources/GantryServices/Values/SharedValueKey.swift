// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The key of a value that is nil until a module provides it.
///
/// Two keys are the same when the name and the type of the value are.
public struct SharedValueKey<Value: Sendable>: ReadableValueKey {
  @usableFromInline let staticName: StaticString
  /// Whether the value never shows in logs, reports or JSON.
  public let isSensitive: Bool

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - name: The name, as reports show it: that of the property in ``SharedValueKeys``.
  ///   - isSensitive: Whether the value identifies a person or opens a door.
  @inlinable
  public init(_ name: StaticString, isSensitive: Bool = false) {
    staticName = name
    self.isSensitive = isSensitive
  }

  /// The name, as reports show it.
  public var name: String { staticName.description }

  /// The key itself.
  @inlinable public var key: Self { self }

  /// The value as it is.
  ///
  /// - Parameter value: The provider's value; nil without a provider.
  /// - Returns: The same.
  @inlinable
  public func reading(_ value: Value?) -> Value? { value }
}

extension SharedValueKey {
  @inlinable var identity: ValueIdentity {
    ValueIdentity(name: staticName, type: ObjectIdentifier(Value.self))
  }
}
