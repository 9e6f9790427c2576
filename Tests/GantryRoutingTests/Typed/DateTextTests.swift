// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import TestRounds
import Testing

/// Dates in paths, by the Gregorian calendar and in UTC.
@Suite struct DateTextTests {
  private static let firstDay = -719_162
  private static let lastDay = 2_932_896

  private static func date(day: Int, seconds: Double = 0) -> Date {
    Date(timeIntervalSince1970: Double(day) * 86_400 + seconds)
  }

  @Test(
    arguments: [
      (firstDay, 0, "0001-01-01T00:00:00Z"), (-135_081, 0, "1600-02-29T00:00:00Z"),
      (-25_509, 0, "1900-02-28T00:00:00Z"), (-25_508, 0, "1900-03-01T00:00:00Z"),
      (-1, 86_399.999, "1969-12-31T23:59:59.999Z"), (0, 0.001, "1970-01-01T00:00:00.001Z"),
      (364, 0, "1970-12-31T00:00:00Z"), (365, 0, "1971-01-01T00:00:00Z"),
      (789, 0, "1972-02-29T00:00:00Z"), (11_016, 3_661, "2000-02-29T01:01:01Z"),
      (11_017, 0, "2000-03-01T00:00:00Z"), (47_540, 0, "2100-02-28T00:00:00Z"),
      (47_541, 0, "2100-03-01T00:00:00Z"), (lastDay, 86_399.999, "9999-12-31T23:59:59.999Z"),
    ] as [(Int, Double, String)])
  func `a date is printed by its day in the calendar`(day: Int, seconds: Double, text: String) {
    #expect(Self.date(day: day, seconds: seconds).routeText == text)
    let read = Date(routeText: text)
    #expect(read?.routeText == text)
  }

  @Test(arguments: [(firstDay - 1, 86_399), (lastDay + 1, 0)] as [(Int, Double)])
  func `a date before year 1 or after year 9999 is not a date in a path`(
    day: Int, seconds: Double
  ) {
    let date = Self.date(day: day, seconds: seconds)
    #expect(date.routeText == "\(date.timeIntervalSince1970) seconds since 1970")
    #expect(Date(routeText: date.routeText) == nil)
  }

  @Test func `days of all centuries print in ascending order and read back as the same`() throws {
    var last = ""
    let step = (Self.lastDay - Self.firstDay) / rounds(7_300)
    for day in stride(from: Self.firstDay, through: Self.lastDay, by: step) {
      let date = Self.date(day: day, seconds: 43_200)
      let text = date.routeText
      #expect(last < text, "day \(day)")
      #expect(Date(routeText: text) == date, "day \(day): \(text)")
      last = text
    }
  }

  @Test func `all days around a century follow each other`() {
    // 1899-01-01 to 1905-01-01, with a February of 28 days in 1900.
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var day = -25_932
    for year in 1899...1904 {
      for (month, length) in lengths.enumerated() {
        for dayOfMonth in 1...(month == 1 && year == 1904 ? 29 : length) {
          let parts = [year, month + 1, dayOfMonth].map { $0 < 10 ? "0\($0)" : "\($0)" }
          let text = parts.joined(separator: "-") + "T00:00:00Z"
          #expect(Self.date(day: day).routeText == text)
          day += 1
        }
      }
    }
  }

  @Test(
    arguments: [
      ("2000-01-01T00:00:00+02:00", -7_200), ("2000-01-01T00:00:00-01:30", 5_400),
      ("2000-01-01T00:00:00+00:00", 0), ("2000-01-01T00:00:00-00:01", 60),
      ("2000-01-01T00:00:00+23:59", -86_340), ("2000-01-01T00:00:00.5Z", 0.5),
      ("2000-01-01T00:00:00.250+00:01", -59.75), ("2000-01-01T23:59:59Z", 86_399),
    ] as [(String, Double)])
  func `an offset and a fraction are read`(text: String, seconds: Double) {
    let start = Self.date(day: 10_957)
    #expect(Date(routeText: text)?.timeIntervalSince(start) == seconds)
  }

  @Test(arguments: [
    "0000-01-01T00:00:00Z", "2000-00-01T00:00:00Z", "2000-13-01T00:00:00Z", "2000-01-00T00:00:00Z",
    "2000-01-32T00:00:00Z", "2000-02-30T00:00:00Z", "1900-02-29T00:00:00Z", "2001-02-29T00:00:00Z",
    "2000-04-31T00:00:00Z", "2000-12-32T00:00:00Z", "2000-01-01T24:00:00Z", "2000-01-01T00:60:00Z",
    "2000-01-01T00:00:60Z", "2000-01-01T00:00:00", "2000-01-01T00:00:00z", "2000-01-01 00:00:00Z",
    "2000-01-01T00:00:00.Z", "2000-01-01T00:00:00.1234567890Z", "2000-01-01T00:00:00+24:00",
    "2000-01-01T00:00:00+00:60", "2000-01-01T00:00:00+0100", "2000-1-01T00:00:00Z",
    "\u{0662}000-01-01T00:00:00Z", "20000-01-01T00:00:00Z", " 2000-01-01T00:00:00Z", "2000-01-01",
  ])
  func `a text without a valid time is not a date`(text: String) {
    #expect(Date(routeText: text) == nil)
    #expect(!Date.captureKind.accepts(text))
  }

  @Test(arguments: ["2000-02-29T23:59:59Z", "2000-12-31T00:00:00.123456789Z"])
  func `a date capture accepts the texts of dates`(text: String) {
    #expect(Date.captureKind.accepts(text))
    #expect(Date.captureKind.name == "date")
  }
}
