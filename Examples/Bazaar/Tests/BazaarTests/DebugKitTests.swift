// SPDX-License-Identifier: Apache-2.0

import BazaarKit
import DebugAPI
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

  private func start(
    _ times: FixedTimes? = FixedTimes(), isInspected: Bool = true
  ) async throws -> TestApplication {
    let host = try await TestApplication.start(
      DebugKitModule.self,
      providing: { if let times { $0.provide(times, as: (any PageTimes).self) } },
      schemes: ["bazaar"])
    await host.waitUntilIdle()
    guard isInspected else { return host }
    host.application.services.provide(
      Inspector(of: host.application), as: Inspector.self, by: "the app")
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

  @Test func `no page leads nowhere, and each leads to the others`() async throws {
    let host = try await start()
    for path in ["/debug/pages", "/debug/modules", "/debug/launch"] {
      let content = try await host.visit(path, as: Page.self).content
      for link in content.matches(of: /href="(\/debug[^"]*)"/) {
        _ = try await host.visit(String(link.1), as: Page.self)
      }
      #expect(content.contains("<a href=\"\(path)\" aria-current=\"page\">"))
      for other in ["pages", "modules", "launch", "trace.json", "style.css"]
      where path != "/debug/launch" {
        #expect(content.contains("href=\"/debug/\(other)\""), "\(other) from \(path)")
      }
    }
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

  @Test func `modules are a table of what each is, needs and offers`() async throws {
    let host = try await start()
    let content = try await host.visit("/debug/modules", as: Page.self).content
    for text in [
      ">DebugKit<", "chip launched", ">beforeReady<", "<code>/debug/pages</code>", ">MenuEntry<",
      " ms<svg", "of the launch",
    ] {
      #expect(content.contains(text), "\(text)")
    }
    try await host.open("bazaar://debug/modules")
    #expect(host.shown.contains { $0.contains("DebugKit is launched") })
  }

  @Test func `the launch is the page that Gantry draws, whole, with the way back`() async throws {
    let host = try await start()
    let page = try await host.visit("/debug/launch", as: Page.self)
    #expect(page.type == "text/html; charset=utf-8")
    #expect(page.content.hasPrefix("<!DOCTYPE html>") && page.content.contains("<svg"))
    #expect(page.content.contains(">DebugKit<"))
    let links = try #require(page.content.range(of: "<a href=\"/debug/modules\""))
    let body = try #require(page.content.range(of: "<body>"))
    #expect(body.upperBound < links.lowerBound)
    let trace = try await host.visit("/debug/trace.json", as: Page.self)
    #expect(trace.type == "application/json" && trace.content.contains("\"DebugKit"))
    let style = try await host.visit("/debug/style.css", as: Page.self)
    #expect(style.type == "text/css; charset=utf-8" && style.content.contains(".bars"))
  }

  @Test func `an app that cannot be looked at has no such pages`() async throws {
    let host = try await start(isInspected: false)
    for path in ["/debug/modules", "/debug/launch", "/debug/trace.json"] {
      await #expect(throws: RouteError.self) { try await host.visit(path, as: Page.self) }
    }
  }
}
