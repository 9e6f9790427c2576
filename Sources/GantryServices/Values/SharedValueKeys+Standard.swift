// SPDX-License-Identifier: Apache-2.0

/// Values that the modules of most apps share. Those that may identify a person or a device are
/// sensitive.
extension SharedValueKeys {
  /// The device's own identifier.
  @inlinable public var deviceID: SharedValueKey<String> {
    .init("deviceID", isSensitive: true)
  }

  /// The identifier for advertising, where the user allows it.
  @inlinable public var advertisingID: SharedValueKey<String> {
    .init("advertisingID", isSensitive: true)
  }

  /// The token for remote notifications, as lower-case hexadecimal text.
  @inlinable public var pushToken: SharedValueKey<String> {
    .init("pushToken", isSensitive: true)
  }

  /// The tokens of further push services, by the service's name.
  @inlinable public var pushTokens: DefaultedValueKey<[String: String]> {
    .init("pushTokens", default: [:], isSensitive: true)
  }

  /// Where the app was got from, for example the store's name.
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

  /// The city that the app shows things for; often chosen, not measured.
  @inlinable public var city: SharedValueKey<String> { .init("city") }

  /// Settings of the environment that the app talks to, for example addresses of servers.
  ///
  /// They show in reports: a secret has no place here.
  @inlinable public var environment: DefaultedValueKey<[String: String]> {
    .init("environment", default: [:])
  }
}

/// A place on Earth in WGS 84, as positioning services give it.
public struct GeoLocation: Hashable, Sendable, Codable {
  /// Degrees north of the equator, -90 to 90.
  public var latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  public var longitude: Double
  /// The radius in metres within which the place probably is; nil when it is not known.
  public var accuracy: Double?

  /// Makes a place.
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
