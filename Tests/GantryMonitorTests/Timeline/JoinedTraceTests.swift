// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryEvents
import GantryLaunch
import GantryMonitor
import GantryRouting
import Testing

/// All kinds of slices in one trace, checked by the rules of the Trace Event Format and Perfetto.
extension TimingTests {
  @Suite struct JoinedTraceTests {
    struct Woke: LifecycleEvent {}

    let clock = ManualClock()
    let events: EventBus
    let monitor: PageMonitor
    let router: Router
    let watch: MainActorWatch

    init() {
      TimingTests.start(clock)
      watch = MainActorWatch(threshold: .milliseconds(20), clock: clock)
      events = EventBus(watch: watch, clock: clock)
      clock.advance(milliseconds: 3)
      monitor = PageMonitor(clock: clock)
      Timing.useClock(of: monitor)
      clock.advance(milliseconds: 4)
      router = Router(RouteTable([Self.declaration]), watch: watch)
    }

    @MainActor @Test
    func `launch, events, routes, pages, functions and holds share one time origin`() throws {
      let timeline = PageTimeline(of: monitor, events: events, router: router, functions: true)
      let tokens = modules()
      clock.advance(milliseconds: 5)
      let launched = monitor.now
      clock.advance(milliseconds: 10)
      events.send(Woke())
      let text = timeline.chromeTrace(joining: try launchReport(), launchedAt: launched)
      let trace = try TraceCheck(text)
      #expect(trace.faults == [])
      #expect(
        trace.slices.map { "\($0.category) \($0.start / 1_000_000)+\($0.duration / 1_000_000)" }
          .sorted() == [
            "beforeReady 1+2", "event 10+46", "function 10+1", "hold 15+40", "page 15+40",
            "route 11+44",
          ])
      let hold = try #require(trace.slices.first { $0.category == "hold" })
      #expect(hold.name == "page GantryMonitorTests.Slow.load")
      #expect(hold.arguments["chain"]?.hasSuffix("> route orders/show") == true)
      tokens.forEach { $0.cancel() }
    }

    /// A handler that calls a function and a route, whose page is slow.
    @MainActor private func modules() -> [EventSubscription] {
      let (host, page) = (PageHost(monitor, onMainActorOf: events), Slow(clock, milliseconds: 40))
      router.attach(
        [
          RouteHandler.main(Self.declaration) { [clock, watch, host] _ in
            clock.advance(milliseconds: 4)
            page.onLoad = { watch.sample() }
            try host.perform(.load, of: page)
            return 7
          }
        ], owner: "Orders")
      return [
        events.observe(Woke.self, as: "Shell") { [router, clock] _ in
          TimedFixture.$clock.withValue(clock) { TimedFixture.plain() }
          _ = try router.callSyncOnMain("orders/show", as: Int.self)
          clock.advance(milliseconds: 1)
        }
      ]
    }

    @Test(arguments: 0..<10) func `slices of one thread nest, even if calls overlap`(
      _ run: Int
    )
      async
      throws
    {
      let seed = UInt64.random(in: .min ... .max)
      var random = Seeded(seed)
      let timeline = PageTimeline(of: monitor, functions: true, keeping: 200)
      var open: [(gate: PageTimelineTests.Gate, task: Task<Void, any Error>)] = []
      for _ in 0..<120 {
        clock.advance(nanoseconds: Int.random(in: 0...2_000, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          let gate = PageTimelineTests.Gate()
          let page = PageTimelineTests.Gated(clock, gate)
          let host = PageHost(monitor)
          open.append((gate, Task { try await host.perform(.load, of: page) }))
          await gate.isEntered()
        case 1 where !open.isEmpty:
          let (gate, task) = open.remove(at: Int.random(in: open.indices, using: &random))
          gate.open()
          try await task.value
        case 2: TimedFixture.$clock.withValue(clock) { TimedChild().run() }
        default: try PageHost(monitor).perform(.load, of: Outer(clock, Plain(clock)))
        }
      }
      for (gate, task) in open {
        gate.open()
        try await task.value
      }
      let launched = Duration.nanoseconds(Int.random(in: 0...1_000_000, using: &random))
      let text = timeline.chromeTrace(joining: try launchReport(), launchedAt: launched)
      let trace = try TraceCheck(text)
      #expect(trace.faults == [], "seed \(seed)")
      #expect(trace.slices.count == timeline.count + 1, "seed \(seed)")
    }

    @Test func `the check finds slices that a viewer would drop`() throws {
      let slice = #"{"ph":"X","name":"a","cat":"c","pid":1,"tid":1,"args":{},"ts":0,"dur":5}"#
      let cases = [
        (slice, "1/1 has no name"),
        (slice.replacing(#""dur":5"#, with: #""dur":-1"#), "a: dur is negative"),
        (slice.replacing(#""tid":1"#, with: #""tid":"x""#), "a: no tid"),
        (#"{"ph":"i","name":"c","pid":1,"tid":1,"ts":1}"#, "c: ts or s is missing"),
        (#"{"ph":"Q","name":"b","pid":1,"tid":1}"#, "b: ph Q"),
        (slice + "," + slice.replacing(#""ts":0"#, with: #""ts":3"#), "1/1: a overlaps a"),
      ]
      for (events, fault) in cases {
        let check = try TraceCheck(#"{"traceEvents":[\#(events)]}"#)
        #expect(check.faults.contains(fault))
      }
      #expect(throws: TraceCheck.NoTrace.self) { try TraceCheck("[]") }
    }

    private func launchReport() throws -> LaunchReport {
      let graph = LaunchGraph(nodes: [LaunchNode("Storage.open", stage: .beforeReady)])
      let tasks = try graph.plan().tasks.map {
        LaunchReport.Task(
          $0, outcome: .succeeded, releasedBy: .start, attempts: 1, queued: .zero,
          started: .milliseconds(1), finished: .milliseconds(3))
      }
      return LaunchReport(tasks: tasks, timeToReady: .milliseconds(3), total: .milliseconds(3))
    }

    private static let declaration = RouteDeclaration(
      pattern: "orders/show", parameters: [], output: Int.self, name: "orders/show",
      owner: "Orders", isAsync: false, declaredAt: "Orders/Orders.swift:1")
  }
}
