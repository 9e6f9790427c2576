// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The key of a value that has a default while no module provides it.
public struct DefaultedValueKey<Value: Sendable>: ReadableValueKey {
  /// The key without its default.
  public let key: SharedValueKey<Value>
  /// The value that readers get while no module provides one.
  public let defaultValue: Value

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - name: The name, as reports show it: that of the property in ``SharedValueKeys``.
  ///   - defaultValue: The value that readers get while no module provides one.
  ///   - isSensitive: Whether the value identifies a person or opens a door.
  @inlinable
  public init(_ name: StaticString, default defaultValue: Value, isSensitive: Bool = false) {
    key = SharedValueKey(name, isSensitive: isSensitive)
    self.defaultValue = defaultValue
  }

  /// The value, or the default in its place.
  ///
  /// - Parameter value: The provider's value; nil without a provider.
  /// - Returns: Never nothing.
  @inlinable
  public func reading(_ value: Value?) -> Value { value ?? defaultValue }
}
