// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryLaunch
import Testing

@Suite struct LaunchRetryTests {
  typealias Action = LaunchMachine.Action

  static let failed = LaunchOutcome.failed(message: "x")

  @Test func `a try after a wait takes a place of its lane, or waits for one`() throws {
    var machine = try LaunchPlacesTests.machine([
      LaunchNode("a", lane: .main, retry: .backoff), LaunchNode("b", lane: .main),
      LaunchNode("c", lane: .main),
    ])
    _ = machine.handle(.start)
    _ = machine.handle(.finished(task: 0, Self.failed))
    // The place is b's by now; of those that wait, rank decides.
    #expect(machine.handle(.rested(task: 0, attempt: 2)) == [.queued(task: 0)])
    #expect(machine.wait(for: "a")?.state == .queued)
    #expect(LaunchPlacesTests.end(1, in: &machine).last == .run(task: 0, attempt: 2))
    #expect(LaunchPlacesTests.end(0, in: &machine).last == LaunchPlacesTests.run(2))
  }

  @Test func `a try after a wait begins at once where nothing takes the place`() throws {
    for isAsynchronous in [false, true] {
      var machine = try LaunchPlacesTests.machine([
        LaunchNode("a", isAsynchronous: isAsynchronous, retry: .backoff)
      ])
      _ = machine.handle(.start)
      _ = machine.handle(.finished(task: 0, Self.failed))
      #expect(
        machine.handle(.rested(task: 0, attempt: 2)) == [.run(task: 0, attempt: 2)])
      // The end of a wait that is over changes nothing.
      #expect(machine.handle(.rested(task: 0, attempt: 2)) == [])
      #expect(machine.handle(.rested(task: 7, attempt: 2)) == [])
    }
  }

  @Test func `what waits for its next try is cancelled at once`() throws {
    var machine = try LaunchPlacesTests.machine([LaunchNode("a", retry: .backoff)])
    _ = machine.handle(.start)
    _ = machine.handle(.finished(task: 0, Self.failed))
    #expect(machine.handle(.cancelled) == [.cancel, .settled(task: 0, .cancelled)])
    #expect(machine.handle(.acknowledged(task: 0)) == [.quiet, .finished])
    #expect(machine.handle(.rested(task: 0, attempt: 2)) == [])
  }

  @Test func `a deferred task counts once as begun, however often it is tried`() throws {
    // The gap of `later` comes after two of the blocking set have begun on its lane.
    let nodes = [
      LaunchNode("a", retry: .backoff),
      LaunchNode("b", edges: [LaunchEdge(.requires, "a")]),
      LaunchNode("c", edges: [LaunchEdge(.requires, "b")]),
      LaunchNode("other", lane: .main, edges: [LaunchEdge(.requires, "b")]),
      LaunchNode("end", edges: [LaunchEdge(.requires, "c"), LaunchEdge(.requires, "other")]),
      LaunchNode("later", stage: .deferred),
    ]
    let durations: [String: Duration] = [
      "a": .milliseconds(1), "b": .milliseconds(1), "c": .milliseconds(1),
      "other": .seconds(1), "end": .milliseconds(1), "later": .milliseconds(100),
    ]
    let plan = try LaunchGraph(nodes: nodes).plan(durations: durations, workers: 1)
    let later = try #require(plan.tasks.firstIndex { $0.name == "later" })
    try #require(plan.tasks[later].runsAheadAfter == 3)
    var machine = LaunchMachine(plan)
    var actions = machine.handle(.start)
    for attempt in 2...4 {
      actions += machine.handle(.finished(task: 0, Self.failed))
      actions += machine.handle(.rested(task: 0, attempt: attempt))
    }
    #expect(!actions.contains(LaunchPlacesTests.run(later)))
  }
}
