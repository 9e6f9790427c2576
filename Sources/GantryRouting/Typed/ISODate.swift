// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation

/// Points in time as ISO 8601 in the Gregorian calendar, also before it was in use.
///
/// Foundation's own style changes to the Julian calendar for old dates, and does not read back the
/// very number that a fraction was printed from.
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
    // An average year is short of the calendar by a day at most.
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

  /// The days between the first of January of the year 1 and a date.
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
