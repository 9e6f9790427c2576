// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A type that a route's parameter can have, read from a text and printed as one.
///
/// All integers, `String`, `Bool`, `Double`, `UUID`, `URL` and `Date` conform. An enum with such a raw
/// value only has to declare the conformance. With `CaseIterable`, it accepts the texts of its
/// cases and no others, `1` but not `01`:
///
/// ```swift
/// enum Tab: String, CaseIterable, RouteValue { case open, closed }
/// ```
///
/// ``init(routeText:)`` must read the text that ``routeText`` prints as the same value. Otherwise
/// the value cannot be printed, and a call fails with `RouteError.wrongArgument`.
public protocol RouteValue: Sendable {
  /// The segments that a capture of this type accepts: those that ``init(routeText:)`` reads.
  ///
  /// A kind of your own must accept exactly the same texts, or `Router.canOpen(_:from:)` gives
  /// wrong answers.
  static var captureKind: CaptureKind { get }

  /// Reads a value.
  ///
  /// - Parameter routeText: The decoded text.
  /// - Returns: The value; nil when the text isn't one.
  init?(routeText: String)

  /// The value as text, not escaped.
  var routeText: String { get }
}

extension RouteValue {
  /// The segments that read as a value.
  public static var captureKind: CaptureKind {
    .custom(String(reflecting: Self.self)) { Self(routeText: $0) != nil }
  }
}

extension RouteValue where Self: RawRepresentable, RawValue: RouteValue {
  /// Reads a raw value; nil when no case has this text.
  public init?(routeText: String) {
    guard let rawValue = RawValue(routeText: routeText) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The text of the raw value.
  public var routeText: String { rawValue.routeText }
}

extension RouteValue where Self: RawRepresentable & CaseIterable, RawValue: RouteValue {
  /// The texts of the cases.
  public static var captureKind: CaptureKind {
    .oneOf(String(reflecting: Self.self), allCases.map(\.routeText))
  }

  /// Reads the case that prints as this text, byte by byte.
  public init?(routeText: String) {
    let found = Self.allCases.first { $0.routeText.hasBytes(of: routeText) }
    guard let found else { return nil }
    self = found
  }
}

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
}

extension RouteValue where Self: FixedWidthInteger & LosslessStringConvertible {
  /// Reads decimal digits; nil for a number that the type doesn't have.
  public init?(routeText: String) { self.init(routeText) }
  /// Decimal digits.
  public var routeText: String { description }
}

extension Int8: RouteValue {}
extension Int16: RouteValue {}
extension Int32: RouteValue {}
extension Int64: RouteValue {}
extension UInt: RouteValue {}
extension UInt8: RouteValue {}
extension UInt16: RouteValue {}
extension UInt32: RouteValue {}
extension UInt64: RouteValue {}

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
    // Foundation's own reader accepts signs and spaces on some systems.
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

  /// ISO 8601 to the millisecond, in UTC; only dates in the years 1 to 9999 can be printed.
  public var routeText: String {
    // Not the description: Foundation traps on a date that isn't a number.
    ISODate.text(self) ?? "\(timeIntervalSince1970) seconds since 1970"
  }
}

/// Points in time as ISO 8601 in the Gregorian calendar, even before it was in use.
///
/// Foundation's own style changes to the Julian calendar for old dates, and does not read a
/// fraction back as the number that it was printed from.
enum ISODate {
  private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
  private static let daysBefore1970 = days(year: 1970, month: 1, day: 1)
  private static let millisecondsADay = 86_400_000

  /// Prints a date to the millisecond, in UTC; nil outside the years from 1 to 9999.
  static func text(_ date: Date) -> String? {
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    guard abs(exact) < 1e15 else { return nil }
    let day = (exact / Double(millisecondsADay)).rounded(.down)
    let milliseconds = Int(exact - day * Double(millisecondsADay))
    let number = Int(day) + daysBefore1970
    guard number >= 0, number < days(year: 10_000, month: 1, day: 1) else { return nil }
    // An average year differs from the calendar by at most a day.
    var year = number * 400 / 146_097 + 1
    if days(year: year, month: 1, day: 1) > number { year -= 1 }
    if days(year: year + 1, month: 1, day: 1) <= number { year += 1 }
    let month = (1...12).last { days(year: year, month: $0, day: 1) <= number } ?? 1
    let monthDay = number - days(year: year, month: month, day: 1) + 1
    let seconds = milliseconds / 1000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
    let fraction = milliseconds % 1000
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(monthDay, 2))T"
      + clock.joined(separator: ":") + (fraction > 0 ? "." + digits(fraction, 3) : "") + "Z"
  }

  /// Reads a date with `Z` or an offset, with or without a fraction; nil for anything else.
  static func date(_ text: String) -> Date? {
    guard
      let match = text.wholeMatch(
        of: /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d{1,9})?(?:Z|([+\-])(\d\d):(\d\d))/
          .asciiOnlyDigits()),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
      let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6),
      year >= 1, (1...12).contains(month), day >= 1, day <= length(of: month, in: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let offsetHours = match.9.flatMap { Int($0) } ?? 0
    let offsetMinutes = match.10.flatMap { Int($0) } ?? 0
    guard offsetHours < 24, offsetMinutes < 60 else { return nil }
    let offset = (offsetHours * 60 + offsetMinutes) * (match.8 == "-" ? -60 : 60)
    let number = days(year: year, month: month, day: day) - daysBefore1970
    let seconds = number * 86_400 + hour * 3600 + minute * 60 + second - offset
    let thousandths = match.7.flatMap { Double("0\($0)") }.map { $0 * 1000 } ?? 0
    return Date(timeIntervalSince1970: (Double(seconds * 1000) + thousandths) / 1000)
  }

  /// The days between January 1 of the year 1 and a date.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let past = year - 1
    let leap = month > 2 && isLeap(year) ? 1 : 0
    return past * 365 + past / 4 - past / 100 + past / 400 + daysBeforeMonth[month - 1] + leap
      + day - 1
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    return days(year: next.0, month: next.1, day: 1) - days(year: year, month: month, day: 1)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
