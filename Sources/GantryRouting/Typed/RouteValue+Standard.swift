// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

extension String: RouteValue {
  /// Any segment.
  public static var captureKind: CaptureKind { .any }
  /// Takes the text as it is.
  public init?(routeText: String) { self = routeText }
  /// The text itself.
  public var routeText: String { self }
}

extension Int: RouteValue {
  /// A sign and digits.
  public static var captureKind: CaptureKind { .integer }
  /// Reads decimal digits.
  public init?(routeText: String) { self.init(routeText) }
  /// Decimal digits.
  public var routeText: String { description }
}

extension Bool: RouteValue {
  /// `true` or `false`.
  public static var captureKind: CaptureKind { .boolean }
  /// Reads `true` and `false`.
  public init?(routeText: String) { self.init(routeText) }
  /// `true` or `false`.
  public var routeText: String { description }
}

extension Double: RouteValue {
  /// A decimal number.
  public static var captureKind: CaptureKind { .number }
  /// Reads a decimal number within the range of the type.
  public init?(routeText: String) {
    guard Self.captureKind.accepts(routeText) else { return nil }
    self.init(routeText)
  }
  /// The shortest text that reads as the same number; infinity and NaN cannot be printed.
  public var routeText: String { description }
}

extension UUID: RouteValue {
  /// 32 hexadecimal digits in groups.
  public static var captureKind: CaptureKind { .uuid }
  /// Reads a UUID in upper or lower case.
  public init?(routeText: String) {
    // Foundation's own reader takes signs and spaces on some systems.
    guard Self.captureKind.accepts(routeText) else { return nil }
    self.init(uuidString: routeText)
  }
  /// The UUID in upper case.
  public var routeText: String { uuidString }
}

extension URL: RouteValue {
  /// Any text that reads as a URL.
  public static var captureKind: CaptureKind { .custom("url") { URL(routeText: $0) != nil } }
  /// Reads an absolute or a relative URL.
  public init?(routeText: String) { self.init(string: routeText) }
  /// The absolute URL, with its base.
  public var routeText: String { absoluteString }
}

extension Date: RouteValue {
  /// A point in time in ISO 8601.
  public static var captureKind: CaptureKind { .custom("date") { Date(routeText: $0) != nil } }

  /// Reads ISO 8601 with `Z` or an offset: `2026-03-01T12:00:00Z`, `2026-03-01T12:00:00.250+02:00`.
  public init?(routeText: String) {
    guard let date = ISODate.date(routeText) else { return nil }
    self = date
  }

  /// ISO 8601 to the millisecond, in UTC; dates of the years from 1 to 9999 can be printed.
  public var routeText: String {
    // Not the description: Foundation traps on a date that isn't a number.
    ISODate.text(self) ?? "\(timeIntervalSince1970) seconds since 1970"
  }
}
