// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A day as people read it: `21 November 2026`.
public struct Day: Sendable, CustomStringConvertible {
  /// A point in time on that day.
  public let date: Date

  /// Creates a day.
  ///
  /// - Parameter date: A point in time on that day.
  public init(_ date: Date) { self.date = date }

  /// The day in UTC, so that tests see the same text everywhere.
  public var description: String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    guard let year = parts.year, let month = parts.month, let day = parts.day else { return "" }
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    return "\(day) \(months[(month - 1) % 12]) \(year)"
  }
}
