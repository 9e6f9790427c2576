// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
