// SPDX-License-Identifier: Apache-2.0

/// The key of a value that is nil until a module provides it.
///
/// Two keys are the same when the name and the type of the value are.
public struct SharedValueKey<Value: Sendable>: ReadableValueKey {
  @usableFromInline let staticName: StaticString
  /// Whether the value is kept out of logs, reports and JSON.
  public let isSensitive: Bool

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - name: The name, as reports show it: the name of the property in ``SharedValueKeys``.
  ///   - isSensitive: Whether the value identifies a person or grants access.
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
/// ``SharedValueKey`` and ``DefaultedValueKey`` are the only two conforming types.
public protocol ReadableValueKey<Value>: Sendable {
  /// The type of the provider's value.
  associatedtype Value: Sendable
  /// The type that readers get: the value's type, or an optional of it if there is no default.
  associatedtype Reading: Sendable

  /// The key without its default.
  var key: SharedValueKey<Value> { get }

  /// The value as readers get it.
  ///
  /// - Parameter value: The provider's value; nil without a provider.
  /// - Returns: The value, or the default.
  func reading(_ value: Value?) -> Reading
}

/// The key of a value that has a default while no module provides it.
public struct DefaultedValueKey<Value: Sendable>: ReadableValueKey {
  /// The key without its default.
  public let key: SharedValueKey<Value>
  /// The value that readers get while no module provides one.
  @usableFromInline package let defaultValue: Value

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - name: The name, as reports show it: the name of the property in ``SharedValueKeys``.
  ///   - defaultValue: The value that readers get while no module provides one.
  ///   - isSensitive: Whether the value identifies a person or grants access.
  @inlinable
  public init(_ name: StaticString, default defaultValue: Value, isSensitive: Bool = false) {
    key = SharedValueKey(name, isSensitive: isSensitive)
    self.defaultValue = defaultValue
  }

  /// The value, or the default.
  ///
  /// - Parameter value: The provider's value; nil without a provider.
  /// - Returns: The value, or the default; never nil.
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

/// Values that the modules of most apps share. Those that may identify a person or a device are
/// sensitive.
extension SharedValueKeys {
  /// The device's own identifier.
  @inlinable public var deviceID: SharedValueKey<String> {
    .init("deviceID", isSensitive: true)
  }

  /// The identifier for advertising, if the user allows it.
  @inlinable public var advertisingID: SharedValueKey<String> {
    .init("advertisingID", isSensitive: true)
  }

  /// The token for remote notifications, as lower-case hexadecimal text.
  @inlinable public var pushToken: SharedValueKey<String> {
    .init("pushToken", isSensitive: true)
  }

  /// The tokens of other push services, by the service's name.
  @inlinable public var pushTokens: DefaultedValueKey<[String: String]> {
    .init("pushTokens", default: [:], isSensitive: true)
  }

  /// The channel through which the app was installed, such as the store's name.
  @inlinable public var channel: SharedValueKey<String> { .init("channel") }

  /// The identifier of the signed-in user.
  @inlinable public var userID: SharedValueKey<String> { .init("userID", isSensitive: true) }

  /// The name of the signed-in user.
  @inlinable public var userName: SharedValueKey<String> { .init("userName", isSensitive: true) }

  /// The telephone number of the signed-in user.
  @inlinable public var userPhone: SharedValueKey<String> { .init("userPhone", isSensitive: true) }

  /// The token that authenticates the signed-in user to servers.
  @inlinable public var userToken: SharedValueKey<String> { .init("userToken", isSensitive: true) }

  /// An identifier of this device, made from its traits.
  @inlinable public var fingerprint: SharedValueKey<String> {
    .init("fingerprint", isSensitive: true)
  }

  /// Where the device is.
  @inlinable public var location: SharedValueKey<GeoLocation> {
    .init("location", isSensitive: true)
  }

  /// The city that the app shows content for; often chosen rather than measured.
  @inlinable public var city: SharedValueKey<String> { .init("city") }

  /// Settings of the environment that the app talks to, such as server addresses.
  ///
  /// Reports show them, so don't put secrets here.
  @inlinable public var environment: DefaultedValueKey<[String: String]> {
    .init("environment", default: [:])
  }
}

/// A place on Earth in WGS 84, as positioning services report it.
public struct GeoLocation: Hashable, Sendable, Codable {
  /// Degrees north of the equator, -90 to 90.
  public var latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  public var longitude: Double
  /// The radius in metres within which the place probably is; nil when unknown.
  public var accuracy: Double?

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north of the equator, -90 to 90.
  ///   - longitude: Degrees east of Greenwich, -180 to 180.
  ///   - accuracy: The radius in metres within which the place probably is.
  public init(latitude: Double, longitude: Double, accuracy: Double? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.accuracy = accuracy
  }
}
