// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryEvents
import GantryLaunch
import GantryMonitor
import Testing

struct PageTimelineTests {
  /// An event of a trace, as a viewer reads it.
  struct TraceEvent: Decodable, Equatable {
    var ph: String
    var name: String
    var cat: String?
    var ts: Double?
    var dur: Double?
    var pid: Int
    var tid: Int
    var args: [String: String]?
  }

  struct Trace: Decodable {
    var traceEvents: [TraceEvent]
    var slices: [TraceEvent] { traceEvents.filter { $0.ph == "X" } }
  }

  let clock = ManualClock()
  let monitor: PageMonitor
  let host: PageHost

  init() {
    monitor = PageMonitor(clock: clock)
    host = PageHost(monitor)
  }

  @Test func `inner pages lie inside outer ones, in microseconds`() throws {
    let timeline = PageTimeline(of: monitor)
    clock.advance(milliseconds: 100)
    try host.perform(.load, of: Outer(clock, Replacing(clock)))
    let slices = try read(timeline.chromeTrace()).slices
    #expect(slices.map(\.ts) == [100_000, 101_000])
    #expect(slices.map(\.dur) == [6_000, 3_000])
    #expect(slices.map(\.tid) == [1, 1])
    #expect(slices.map(\.args) == [["own": "3.0 ms"], ["own": "3.0 ms"]])
    #expect(timeline.count == 2)
  }

  @Test func `overlapping calls have separate tracks`() async throws {
    let timeline = PageTimeline(of: monitor)
    let (first, second) = (Gate(), Gate())
    async let one: Void = host.perform(.load, of: Gated(clock, first))
    await first.isEntered()
    clock.advance(milliseconds: 1)
    async let two: Void = host.perform(.load, of: Gated(clock, second))
    await second.isEntered()
    clock.advance(milliseconds: 1)
    first.open()
    try await one
    clock.advance(milliseconds: 1)
    second.open()
    try await two
    let slices = try read(timeline.chromeTrace()).slices
    #expect(slices.map(\.ts) == [0, 1_000])
    #expect(slices.map(\.dur) == [2_000, 2_000])
    #expect(slices.map(\.tid) == [1, 2])
  }

  @Test func `launch, events and pages are on one timeline`() async throws {
    let events = EventBus(clock: clock)
    let timeline = PageTimeline(of: monitor, events: events)
    let subscription = events.observe(SlowPage.self) { [clock] _ in
      clock.advance(milliseconds: 4)
    }
    let token = monitor.sendSlowPages(
      [PageBudget(Plain.self, .load, limit: .zero)], to: events)
    clock.advance(milliseconds: 5)
    let launched = monitor.now
    clock.advance(milliseconds: 2)
    try host.perform(.load, of: Plain(clock))
    await events.waitUntilIdle()
    let text = timeline.chromeTrace(joining: try launchReport(), launchedAt: launched)
    let trace = try read(text)
    #expect(trace.slices.map(\.pid) == [1, 2, 2])
    #expect(trace.slices.map(\.cat) == ["beforeReady", "event", "page"])
    #expect(trace.slices.map(\.ts) == [1_000, 12_000, 2_000])
    #expect(trace.slices.map(\.dur) == [2_000, 4_000, 10_000])
    let names = trace.traceEvents.filter { $0.name == "thread_name" && $0.pid == 2 }
    #expect(names.map { $0.args?["name"] } == ["events", "pages"])
    subscription.cancel()
    token.cancel()
  }

  @Test func `calls before the launch have negative times`() throws {
    let timeline = PageTimeline(of: monitor)
    try host.perform(.load, of: Plain(clock))
    let text = timeline.chromeTrace(launchedAt: .microseconds(10_000_500))
    #expect(try read(text).slices.map(\.ts) == [-10_000_500])
  }

  @Test func `failures are named, and a name is quoted as JSON needs`() throws {
    let timeline = PageTimeline(of: monitor)
    try? host.perform(.load, of: Slow(clock, milliseconds: 0))
    try? host.perform(.didAppear, of: Slow(clock, milliseconds: 0))
    let arguments = try read(timeline.chromeTrace()).slices.map(\.args)
    #expect(arguments.first??["failed"] == "Broken()")
    #expect(arguments.last??["cancelled"] == "yes")
  }

  @Test func `only the last calls are kept`() throws {
    let timeline = PageTimeline(of: monitor, keeping: 3)
    for _ in 0..<10 { try host.perform(.load, of: Plain(clock)) }
    #expect(timeline.count == 3)
    #expect(try read(timeline.chromeTrace()).slices.map(\.ts) == [70_000, 80_000, 90_000])
  }

  @Test(arguments: [.max, .min, 0])
  func `a timeline may keep any number of calls`(count: Int) throws {
    let timeline = PageTimeline(of: monitor, keeping: count)
    for _ in 0..<10 { try host.perform(.load, of: Plain(clock)) }
    #expect(timeline.count == (count == .max ? 10 : 1))
  }

  @Test func `an empty timeline is an empty trace`() throws {
    #expect(try read(PageTimeline(of: monitor).chromeTrace()).traceEvents == [])
  }

  private func read(_ text: String) throws -> Trace {
    // This reads no numbers among the arguments of metadata.
    let text = text.replacing(/"args":\{"sort_index":\d+\}/, with: "\"args\":{}")
      .replacing(/,"tries":\d+/, with: "")
    return try JSONDecoder().decode(Trace.self, from: Data(text.utf8))
  }

  private func launchReport() throws -> LaunchReport {
    let graph = LaunchGraph(nodes: [LaunchNode("Storage.open", stage: .beforeReady)])
    let tasks = try graph.plan().tasks.map {
      LaunchReport.Task(
        $0, outcome: .succeeded, releasedBy: .start, attempts: 1, queued: .zero,
        started: .milliseconds(1), finished: .milliseconds(3))
    }
    return LaunchReport(
      tasks: tasks, timeToReady: .milliseconds(3), total: .milliseconds(3))
  }
}

extension PageTimelineTests {
  /// Lets a task in, and out once it is opened.
  final class Gate: Sendable {
    private let entered = AsyncStream.makeStream(of: Void.self)
    private let opened = AsyncStream.makeStream(of: Void.self)

    func isEntered() async { for await _ in entered.stream { return } }
    func open() { opened.continuation.yield() }
    func pass() async {
      entered.continuation.yield()
      for await _ in opened.stream { return }
    }
  }

  final class Gated: AsyncPage {
    let clock: ManualClock
    let gate: Gate

    init(_ clock: ManualClock, _ gate: Gate) {
      self.clock = clock
      self.gate = gate
    }

    func load(_ context: borrowing PageContext) async throws { await gate.pass() }
  }
}
