// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Where times are on a picture: 0 at the start of the launch, 1 at its end.
///
/// Tasks long after *ready* would leave no room for those before; then the axis has two parts, each
/// with a scale of its own, and they meet at *ready*.
package struct TimeScale {
  /// How much longer than *ready* a launch may go on before the axis is cut in two.
  private static let longest = 3.0
  /// How much of a cut axis the time until *ready* gets.
  private static let share = 0.7

  /// The last time, in milliseconds; never zero.
  package let end: Double
  /// When the app was ready; nil when it was not.
  package let ready: Double?
  /// Whether the axis is cut in two at *ready*.
  package let isCut: Bool

  package init(_ report: LaunchReport) {
    let ends = report.tasks.lazy.compactMap { $0.finishedMilliseconds ?? $0.startedMilliseconds }
    let last = max(ends.max() ?? 0, report.readyMilliseconds ?? 0)
    let isOpen = report.tasks.contains { $0.outcome == nil && $0.startedMilliseconds != nil }
    let end = isOpen ? max(last, report.totalMilliseconds) : last
    self.end = end > 0 ? end : 1
    ready = report.readyMilliseconds
    isCut = ready.map { $0 > 0 && end > $0 * Self.longest } ?? false
  }

  /// Where a time is, 0 to 1.
  package func position(of time: Double) -> Double {
    let time = min(max(0, time), end)
    guard isCut, let ready else { return time / end }
    return time <= ready
      ? time / ready * Self.share
      : Self.share + (time - ready) / (end - ready) * (1 - Self.share)
  }

  /// Round times to write at the axis, about so many; on a cut axis those of each part.
  package func ticks(about count: Int) -> [Double] {
    guard isCut, let ready else { return Self.ticks(from: 0, to: end, about: count) }
    let before = max(2, Int(Double(count) * Self.share))
    return Self.ticks(from: 0, to: ready, about: before)
      + Self.ticks(from: ready, to: end, about: max(1, count - before))
      .filter { $0 > ready + (end - ready) * 0.1 }
  }

  /// Round times from one to another, about so many.
  package static func ticks(from start: Double, to end: Double, about count: Int) -> [Double] {
    let rough = (end - start) / Double(max(1, count))
    guard rough > 0, rough.isFinite else { return [] }
    var step = 1e-6
    while step < rough {
      if step * 2 >= rough { step *= 2 } else if step * 5 >= rough { step *= 5 } else { step *= 10 }
    }
    var ticks: [Double] = []
    var tick = (start / step).rounded(.up) * step
    while tick <= end {
      ticks.append(tick)
      tick += step
    }
    return ticks
  }
}
