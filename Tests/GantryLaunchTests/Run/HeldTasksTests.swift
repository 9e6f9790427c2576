// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@testable import GantryLaunch

/// These tests really hold the main actor, until the watch reports it.
@Suite(.timeLimit(.minutes(5))) struct HeldTasksTests {
  /// Collects reports, and takes samples until there is one.
  final class Told: Sendable {
    let watch = MainActorWatch(threshold: .milliseconds(100))
    private let list = Mutex<[MainActorHeld]>([])
    private let time = Atomic<Int>(0)

    init() { watch.tell { [weak self] in self?.add($0) } }

    var all: [MainActorHeld] { list.withLock(\.self) }
    func add(_ held: MainActorHeld) { list.withLock { $0.append(held) } }

    /// Takes a sample 60 milliseconds after the last one.
    func sample() {
      let steps = time.wrappingAdd(1, ordering: .relaxed).newValue
      watch.sample(at: .milliseconds(60 * steps))
    }

    func sampleUntilTold() {
      while all.isEmpty { sample() }
    }
  }

  let told = Told()

  private func run(_ plan: LaunchPlan, _ bodies: [String: LaunchBody]) -> Driver {
    Driver(
      Wiring(plan), timer: LaunchTimer(ContinuousClock()), watch: told.watch,
      bodies: plan.tasks.map { bodies[$0.name.rawValue] }, startThread: LaunchThread.start)
  }

  @Test func `a task that holds the main actor is reported once`() async throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("Orders.show", lane: .main, declaredAt: "Orders.swift:7"),
      LaunchNode("after", lane: .main, edges: [LaunchEdge(.after, "Orders.show")]),
    ]).plan()
    _ = await run(
      plan,
      [
        "Orders.show": .main { [told] in
          told.sampleUntilTold()
          for _ in 0..<5 { told.sample() }
        },
        "after": .main { [told] in told.sample() },
      ]
    ).run()
    #expect(
      told.all.map(\.description) == [
        "task Orders.show (Orders.swift:7) has held the main actor for over 120.0 ms"
      ])
    #expect(told.watch.chain == [])
  }

  @Test func `a watch that is started measures real time and reports a held main actor`()
    async throws
  {
    let plan = try LaunchGraph(nodes: [LaunchNode("Orders.show", lane: .main)]).plan()
    let told = told
    // Before the task begins, other tests may hold the main actor just as long.
    let isNamed = { @Sendable in told.all.contains { $0.code?.name == "Orders.show" } }
    let watch = MainActorWatch(threshold: .milliseconds(2))
    watch.tell { told.add($0) }
    watch.start()
    let run = Driver(
      Wiring(plan), timer: LaunchTimer(ContinuousClock()), watch: watch,
      bodies: [.main { while !isNamed() {} }], startThread: LaunchThread.start)
    _ = await run.run()
    watch.stop()
    #expect(isNamed())
  }

  @Test func `a launch without a watch reports nothing`() async throws {
    let plan = try LaunchGraph(nodes: [LaunchNode("Orders.show", lane: .main)]).plan()
    let told = told
    _ = await plan.run(bodies: ["Orders.show": .main { for _ in 0..<9 { told.sample() } }])
    #expect(told.all == [])
  }

  @Test func `a task that has ended no longer counts as holding the main actor`() async throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("short", lane: .main), LaunchNode("long", edges: [LaunchEdge(.after, "short")]),
    ]).plan()
    let long: @concurrent @Sendable () async -> Void = { [told] in
      for _ in 0..<50 { told.sample() }
    }
    _ = await run(
      plan, ["short": .main { [told] in told.sample() }, "long": .background(long)]
    ).run()
    #expect(told.all == [])
  }

  @Test func `a task that other code keeps off the main actor is reported as waiting`() async throws
  {
    let plan = try LaunchGraph(nodes: [LaunchNode("Orders.show", lane: .main)]).plan()
    let run = run(plan, ["Orders.show": .main {}])
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    async let stranger: Void = MainActor.run { [told] in
      begin.yield()
      told.sampleUntilTold()
      for _ in 0..<5 { told.sample() }
    }
    for await _ in begun { break }
    _ = await run.run()
    await stranger
    #expect(told.all.map(\.code) == [nil])
    #expect(told.all.map { $0.waiting.map(\.name) } == [["Orders.show"]])
  }

  /// Runs an asynchronous task with this body on the main actor.
  private func suspend(
    _ body: @escaping @MainActor @Sendable () async throws -> Void
  ) async throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("Orders.load", lane: .main, isAsynchronous: true)
    ]).plan()
    let run = run(plan, ["Orders.load": .background { try await body() }])
    let report = await run.run()
    let ran = try #require(report.task(named: "Orders.load"))
    #expect(ran.thread == "main actor")
    #expect(report.mainLaneTime == .zero)
  }

  @Test func `an asynchronous task that blocks the main actor is reported once`() async throws {
    try await suspend { [told] in
      told.sampleUntilTold()
      for _ in 0..<5 { told.sample() }
    }
    #expect(told.all.map(\.code) == [nil])
    #expect(told.all.map { $0.waiting.map(\.name) } == [["Orders.load"]])
  }

  @Test func `an asynchronous task that waits elsewhere does not hold the main actor`() async throws
  {
    try await suspend { [told] in
      for _ in 0..<20 {
        told.sample()
        // This runs after the watch's question, which is answered meanwhile.
        await Task { @MainActor in }.value
      }
    }
    #expect(told.all == [])
  }
}
