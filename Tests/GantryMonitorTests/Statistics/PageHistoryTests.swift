// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryMonitor
import Testing

struct PageHistoryTests {
  let clock = ManualClock()
  let monitor: PageMonitor
  let host: PageHost

  init() {
    monitor = PageMonitor(clock: clock)
    host = PageHost(monitor)
  }

  @Test func `the last calls of each page are kept in the order in which they ended`() throws {
    let history = PageHistory(of: monitor, keeping: 3)
    for milliseconds in 1...5 {
      try host.perform(.load, of: Slow(clock, milliseconds: milliseconds))
    }
    try host.perform(.load, of: Counting())
    try host.perform(.willAppear, of: Counting())
    let pages = history.pages
    #expect(pages.map(\.pageName) == ["GantryMonitorTests.Counting", "GantryMonitorTests.Slow"])
    #expect(pages.map(\.phase) == [.load, .load])
    #expect(pages.map(\.calls.count) == [1, 3])
    #expect(pages[1].calls.map(\.elapsed) == [3, 4, 5].map { .milliseconds($0) })
    #expect(pages[1].calls.map(\.start) == [3, 6, 10].map { .milliseconds($0) })
    #expect(pages[1].calls.allSatisfy { $0.own == $0.elapsed && $0.waited == .zero })
  }

  @Test func `a history can keep another phase, with its outcome`() throws {
    let history = PageHistory(of: monitor, .didAppear)
    let page = Slow(clock, milliseconds: 0)
    try? host.perform(.load, of: page)
    try? host.perform(.didAppear, of: page)
    #expect(history.limit == 50)
    #expect(history.phase == .didAppear)
    #expect(history.pages.map(\.phase) == [.didAppear])
    #expect(history.pages.flatMap(\.calls).map(\.outcome) == [.cancelled])
  }

  @Test func `a call that fails is kept as failed`() throws {
    let history = PageHistory(of: monitor)
    try? host.perform(.load, of: Slow(clock, milliseconds: 0))
    #expect(history.pages.flatMap(\.calls).map(\.outcome) == [.failed])
  }

  @Test func `a history survives JSON and ends when it is released`() throws {
    var history: PageHistory? = PageHistory(of: monitor)
    try host.perform(.load, of: Outer(clock, Plain(clock)))
    let pages = try #require(history?.pages)
    #expect(pages.count == 2)
    let data = try JSONEncoder().encode(pages)
    #expect(try JSONDecoder().decode([PageHistory.Page].self, from: data) == pages)
    history = nil
    #expect(monitor.observers == 0)
  }
}
