// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Dispatch
import GantryLaunch
import Testing

/// The main actor of the tests is really blocked here, until the watch has said so.
@Suite(.timeLimit(.minutes(5))) struct MainLaneWatchTests {
  /// Launches two tasks of the main lane, the first of which blocks it while time goes on.
  private func issues(
    threshold: Duration?, blockedFor duration: Duration, isTask: Bool = true
  ) async throws -> [LaunchIssue] {
    let clock = ManualClock()
    let (reported, report) = AsyncStream.makeStream(of: LaunchIssue.self)
    let plan = try LaunchGraph(nodes: [
      LaunchNode("Orders.show", lane: .main),
      LaunchNode("after", lane: .main, edges: [LaunchEdge(.after, "Orders.show")]),
    ]).plan()
    let block: @MainActor @Sendable () -> Void = {
      guard threshold != nil else { return clock.advance(by: duration) }
      // The watch sleeps by steps; each time it does, the time goes on.
      var passed = Duration.zero
      while passed < duration {
        clock.waitForSleeper()
        let step = clock.nextDeadline ?? .zero
        clock.advance(by: step)
        passed += step
      }
    }
    let run = LaunchRun(
      plan, clock: clock, mainLaneThreshold: threshold,
      bodies: [
        "Orders.show": .main { if isTask { block() } }, "after": .main {},
      ], hooks: LaunchHooks(onIssue: { report.yield($0) }))
    await run.execute()
    report.finish()
    return await reported.reduce(into: []) { $0.append($1) }
  }

  @Test func `a task that holds the main lane is named, once`() async throws {
    let issues = try await issues(threshold: .milliseconds(100), blockedFor: .seconds(1))
    try #require(issues.count == 1)
    guard case .mainLaneBlocked("Orders.show", isRunning: true, let duration) = issues[0] else {
      Issue.record("\(issues)")
      return
    }
    #expect(duration >= .milliseconds(100))
    #expect(duration < .milliseconds(200))
  }

  @Test func `a task that is short, and a launch that nobody watches, report nothing`() async throws
  {
    #expect(try await issues(threshold: .seconds(1), blockedFor: .milliseconds(200)) == [])
    #expect(try await issues(threshold: nil, blockedFor: .seconds(10)) == [])
  }

  @Test func `a task that has ended holds the main lane no more, however long others take`()
    async throws
  {
    let clock = ManualClock()
    let (reported, report) = AsyncStream.makeStream(of: LaunchIssue.self)
    let plan = try LaunchGraph(nodes: [
      LaunchNode("short", lane: .main), LaunchNode("long", edges: [LaunchEdge(.after, "short")]),
    ]).plan()
    let long: @concurrent @Sendable () async -> Void = {
      for _ in 0..<500 {
        clock.advance(by: .milliseconds(10))
        await Task.yield()
      }
    }
    let run = LaunchRun(
      plan, clock: clock, mainLaneThreshold: .milliseconds(100),
      bodies: ["short": .main {}, "long": .background(long)],
      hooks: LaunchHooks(onIssue: { report.yield($0) }))
    await run.execute()
    report.finish()
    #expect(await reported.reduce(into: []) { $0.append($1) } == [])
  }

  @Test func `what keeps the main actor from a task is told from the task`() async throws {
    let clock = ManualClock()
    let (reported, report) = AsyncStream.makeStream(of: LaunchIssue.self)
    let plan = try LaunchGraph(nodes: [LaunchNode("Orders.show", lane: .main)]).plan()
    let run = LaunchRun(
      plan, clock: clock, mainLaneThreshold: .milliseconds(100), bodies: ["Orders.show": .main {}],
      hooks: LaunchHooks(onIssue: { report.yield($0) }))
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    async let stranger: Void = MainActor.run {
      begin.yield()
      var passed = Duration.zero
      while passed < .seconds(1) {
        clock.waitForSleeper()
        let step = clock.nextDeadline ?? .zero
        clock.advance(by: step)
        passed += step
      }
    }
    for await _ in begun { break }
    await run.execute()
    await stranger
    report.finish()
    let issues = await reported.reduce(into: []) { $0.append($1) }
    guard case .mainLaneBlocked("Orders.show", isRunning: false, _) = issues.first else {
      Issue.record("\(issues)")
      return
    }
    #expect(issues.count == 1)
  }

  /// What is told of a task that suspends on the main actor, for which it does this.
  private func issues(
    of body: @escaping @MainActor @Sendable (ManualClock) async throws -> Void,
    while drive: @escaping @Sendable (ManualClock) async -> Void = { _ in }
  ) async throws -> [LaunchIssue] {
    let clock = ManualClock()
    let (reported, report) = AsyncStream.makeStream(of: LaunchIssue.self)
    let plan = try LaunchGraph(nodes: [
      LaunchNode("Orders.load", lane: .main, isAsynchronous: true)
    ]).plan()
    let run = LaunchRun(
      plan, clock: clock, mainLaneThreshold: .milliseconds(100),
      bodies: ["Orders.load": .background { try await body(clock) }],
      hooks: LaunchHooks(onIssue: { report.yield($0) }))
    async let driven: Void = drive(clock)
    await run.execute()
    await driven
    report.finish()
    let ran = try #require(run.report().task(named: "Orders.load"))
    #expect(ran.thread == "main actor")
    #expect(run.report().mainLaneTime == .zero)
    return await reported.reduce(into: []) { $0.append($1) }
  }

  @Test func `a task that suspends and keeps the main actor is named, once for each silence`()
    async throws
  {
    let issues = try await issues { clock in
      var passed = Duration.zero
      while passed < .seconds(1) {
        clock.waitForSleeper()
        let step = clock.nextDeadline ?? .zero
        clock.advance(by: step)
        passed += step
      }
    }
    try #require(issues.count == 1)
    guard case .mainActorBusy(tasks: ["Orders.load"], let duration) = issues[0] else {
      Issue.record("\(issues)")
      return
    }
    #expect(duration >= .milliseconds(100))
    #expect(issues[0].task == "Orders.load")
  }

  @Test func `a task that waits for something else leaves the main actor free`() async throws {
    let issues = try await issues { clock in
      try await clock.sleep(for: .seconds(1))
    } while: { clock in
      var passed = Duration.zero
      while passed < .seconds(1) {
        // The watch's step and the task's wait; the answer comes before the next look.
        await clock.sleepers(2)
        await MainActor.run {}
        let step = clock.nextDeadline ?? .zero
        clock.advance(by: step)
        passed += step
      }
    }
    #expect(issues == [])
  }
}
