// SPDX-License-Identifier: Apache-2.0

#if DEBUG
  internal import Foundation
  internal import MonitorAPI

  /// The last loads of a page as bars, the newest on the right.
  ///
  /// The numbers are coordinates in a picture that is 240 wide and 40 high.
  struct LoadBars {
    private static let (slots, slot, bar, height) = (40, 6, 5, 40.0)

    let loads: [TimedPage.Load]
    let budget: Duration

    init(_ page: TimedPage) {
      loads = page.last.suffix(Self.slots)
      budget = page.budget
    }

    /// The values for the template `bars`.
    var values: [String: any Sendable] {
      var values: [String: any Sendable] = ["label": label, "bars": bars]
      // A line above all bars would only say that they are short.
      if budget <= longest { values["limit"] = ["at": Self.text(Self.height - height(budget))] }
      return values
    }

    private var longest: Duration { loads.map(\.elapsed).max() ?? .zero }

    private var bars: [[String: any Sendable]] {
      loads.enumerated().map { index, load in
        let height = max(2, height(load.elapsed))
        return [
          "x": (Self.slots - loads.count + index) * Self.slot, "y": Self.text(Self.height - height),
          "width": Self.bar, "height": Self.text(height), "kind": kind(load), "text": text(load),
        ]
      }
    }

    private var label: String {
      guard let first = loads.first, loads.count > 1 else {
        return loads.first.map { "One load: \($0.elapsed.words)" } ?? "No loads"
      }
      let shortest = loads.map(\.elapsed).min() ?? first.elapsed
      return "The last \(loads.count) loads: \(shortest.words) to \(longest.words)"
    }

    private func height(_ duration: Duration) -> Double {
      longest > .zero ? duration.milliseconds / longest.milliseconds * Self.height : 0
    }

    private func kind(_ load: TimedPage.Load) -> String {
      load.hasFailed ? "failed" : load.elapsed > budget ? "over" : "good"
    }

    private func text(_ load: TimedPage.Load) -> String {
      load.hasFailed ? "\(load.elapsed.words), failed" : load.elapsed.words
    }

    private static func text(_ number: Double) -> String { String(format: "%.1f", number) }
  }
#endif
