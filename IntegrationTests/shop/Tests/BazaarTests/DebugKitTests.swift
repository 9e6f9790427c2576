// SPDX-License-Identifier: Apache-2.0

import BazaarKit
import DebugKit
import Foundation
import Gantry
import GantryTesting
import MonitorAPI
import Testing
import WebAPI

/// The page times that a test sets.
private struct FixedTimes: PageTimes {
  var pages: [TimedPage] = []
  var held: [String] = []
}

@Suite struct DebugKitTests {
  private func page(
    _ pattern: String, by module: String = "Catalog", last: [Int] = [3], failed: Int = 0,
    over: Int = 0
  ) -> TimedPage {
    var counts = TimedPage.Counts()
    (counts.loads, counts.failed, counts.overBudget) = (last.count, failed, over)
    let longest = Duration.milliseconds(last.max() ?? 0)
    return TimedPage(
      pattern: pattern, module: module, counts: counts, median: longest / 2,
      percentile95: longest, longest: longest, budget: .milliseconds(100),
      last: last.enumerated().map { index, milliseconds in
        TimedPage.Load(elapsed: .milliseconds(milliseconds), hasFailed: index < failed)
      })
  }

  private func start(_ times: FixedTimes? = FixedTimes()) async throws -> TestApplication {
    let host = try await TestApplication.start(
      DebugKitModule.self,
      providing: { if let times { $0.provide(times, as: (any PageTimes).self) } },
      schemes: ["bazaar"])
    await host.waitUntilIdle()
    return host
  }

  @Test func `pages are a table, the slowest first, with a bar for each load`() async throws {
    let host = try await start(
      FixedTimes(
        pages: [page("catalog/:id"), page("/", last: [40, 150, 90], failed: 1, over: 1)]))
    let content = try await host.visit("/debug/pages", as: Page.self).content
    let slow = try #require(content.range(of: "<code>/</code>"))
    let fast = try #require(content.range(of: "<code>/catalog/:id</code>"))
    #expect(slow.lowerBound < fast.lowerBound)
    for text in [
      "2 pages", "4 loads", "Over 100 ms", "1 over", "1 failed", ">kept<", "3.00 ms", "75.0 ms",
      "150 ms", "The last 3 loads: 40.0 ms to 150 ms", "<title>40.0 ms, failed</title>",
      "<rect class=\"over\" x=\"228\" y=\"0.0\" width=\"5\" height=\"40.0\">",
    ] {
      #expect(content.contains(text), "\(text)")
    }
    #expect(content.components(separatedBy: "<rect").count == 5)
    // The budget is a line only if a bar reaches it.
    #expect(content.components(separatedBy: "<line").count == 2)
    #expect(!content.contains("style=") && !content.contains("<script"))
  }

  @Test func `the page has a style of its own`() async throws {
    let host = try await start()
    let content = try await host.visit("/debug/pages", as: Page.self).content
    #expect(content.contains("href=\"/debug/style.css\""))
    let style = try await host.visit("/debug/style.css", as: Page.self)
    #expect(style.type == "text/css; charset=utf-8" && style.content.contains(".bars"))
  }

  @Test func `what was measured is text, and debug pages are not among the pages`() async throws {
    let times = FixedTimes(
      pages: [page("<b>"), page("debug/pages", by: "DebugKit")], held: ["task <i> holds"])
    let content = try await start(times).visit("/debug/pages", as: Page.self).content
    #expect(content.contains("/&lt;b&gt;") && content.contains("task &lt;i&gt; holds"))
    #expect(content.contains("1 page<") && !content.contains("<code>/debug/pages"))
  }

  @Test func `without a load, and without Monitor, the page says so`() async throws {
    let empty = try await start().visit("/debug/pages", as: Page.self).content
    #expect(empty.contains("Nobody has looked at a page yet"))
    let host = try await start(nil)
    #expect(try await host.visit("/debug/pages", as: Page.self).content.contains("not there"))
  }
}
