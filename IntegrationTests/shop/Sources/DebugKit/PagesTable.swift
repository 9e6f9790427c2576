// SPDX-License-Identifier: Apache-2.0

#if DEBUG
  internal import MonitorAPI

  /// How long pages take, the slowest first.
  struct PagesTable {
    let pages: [TimedPage]
    let held: [String]
    /// Whether a module times pages.
    let isTimed: Bool

    init(pages: [TimedPage], held: [String], isTimed: Bool) {
      self.pages = pages.sorted {
        ($1.percentile95, $0.pattern) < ($0.percentile95, $1.pattern)
      }
      self.held = held
      self.isTimed = isTimed
    }

    private var loads: Int { pages.map(\.counts.loads).reduce(0, +) }
    private var over: Int { pages.map(\.counts.overBudget).reduce(0, +) }

    /// The table as lines for a terminal.
    var lines: String {
      let rows = pages.map { page in
        "\n  \(Self.path(page)): \(page.counts.loads) × \(page.median.words)"
          + ", p95 \(page.percentile95.words), longest \(page.longest.words)"
      }
      return "\(Self.count(loads, "load")) of \(Self.count(pages.count, "page"))" + rows.joined()
    }

    /// The values for the template `pages`.
    var values: [String: any Sendable] {
      var values: [String: any Sendable] = [
        "count": Self.count(pages.count, "page"), "loads": Self.count(loads, "load"),
        "over": over == 0 ? "none" : "\(over)", "isEmpty": pages.isEmpty, "isTimed": isTimed,
        "pages": pages.map(row), "hasHeld": !held.isEmpty, "held": held.map { ["text": $0] },
      ]
      values["budget"] = pages.first.map { $0.budget.words }
      return values
    }

    private func row(_ page: TimedPage) -> [String: any Sendable] {
      let (counts, hasTimes) = (page.counts, page.counts.loads > page.counts.failed)
      return [
        "path": Self.path(page), "module": page.module, "loads": counts.loads,
        "failed": counts.failed, "hasFailed": counts.failed > 0,
        "median": hasTimes ? page.median.words : "–",
        "percentile95": hasTimes ? page.percentile95.words : "–",
        "longest": hasTimes ? page.longest.words : "–",
        "over": counts.overBudget, "isOver": counts.overBudget > 0, "chart": LoadBars(page).values,
      ]
    }

    private static func path(_ page: TimedPage) -> String {
      page.pattern.hasPrefix("/") ? page.pattern : "/\(page.pattern)"
    }

    private static func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
  }
#endif
