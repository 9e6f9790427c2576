// SPDX-License-Identifier: Apache-2.0

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

/// A key of a shared value: with a default, or without one.
///
/// ``SharedValueKey`` and ``DefaultedValueKey`` are all there are.
public protocol ReadableValueKey<Value>: Sendable {
  /// The type of the provider's value.
  associatedtype Value: Sendable
  /// The type that readers get: the value's, or an optional where there is no default.
  associatedtype Reading: Sendable

  /// The key without its default.
  var key: SharedValueKey<Value> { get }

  /// The value as readers get it.
  ///
  /// - Parameter value: The provider's value; nil without a provider.
  /// - Returns: The value, or the default in its place.
  func reading(_ value: Value?) -> Reading
}

/// The key of a value that has a default while no module provides it.
public struct DefaultedValueKey<Value: Sendable>: ReadableValueKey {
  /// The key without its default.
  public let key: SharedValueKey<Value>
  /// The value that readers get while no module provides one.
  @usableFromInline package let defaultValue: Value

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

/// The names of shared values; an extension adds more.
///
/// An interface package declares the values that its module will provide:
///
/// ```swift
/// extension SharedValueKeys {
///   public var loyaltyLevel: DefaultedValueKey<Int> { .init("loyaltyLevel", default: 0) }
/// }
/// let level = context.values.loyaltyLevel
/// ```
public struct SharedValueKeys: Sendable {
  @usableFromInline package init() {}
}
