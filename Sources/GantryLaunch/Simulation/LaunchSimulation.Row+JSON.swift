// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

extension LaunchSimulation.Row {
  /// The row as a JSON object in one line, with its keys in the order of the table.
  ///
  /// Times are exact to the nanosecond, ratios have six decimals.
  package var json: String {
    let values = [
      ("name", Self.text(name)), ("tasks", "\(tasks)"), ("workers", "\(workers)"),
      ("policy", Self.text(policy.rawValue)),
      ("readyMilliseconds", Self.number(readyMilliseconds)),
      ("readyLowerBound", Self.number(readyLowerBound)),
      ("readyRatio", Self.number(readyRatio)),
      ("totalMilliseconds", Self.number(totalMilliseconds)),
      ("totalLowerBound", Self.number(totalLowerBound)),
      ("totalRatio", Self.number(totalRatio)),
    ]
    return "{" + values.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  private static func text(_ value: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // Text of any kind has an encoded form.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && rounded.magnitude < 1e15
      ? "\(Int64(rounded))" : "\(rounded)"
  }
}
