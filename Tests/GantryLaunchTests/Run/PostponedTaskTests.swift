// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantrySupport
import Testing

@testable import GantryLaunch

/// Bodies whose tasks are created when a thread can run them.
@Suite(.timeLimit(.minutes(5))) struct PostponedTaskTests {
  private static let names = (0..<50).map { "task\($0)" }

  /// A driver of bodies that may suspend, so that the machine lets all of them begin.
  private static func driver(workers: Int, _ body: @escaping @Sendable () -> Void) throws -> Driver
  {
    let nodes = names.map { LaunchNode($0, isAsynchronous: true) }
    return Driver(
      try LaunchGraph(nodes: nodes).plan(), workers: workers,
      bodies: Dictionary(uniqueKeysWithValues: names.map { ($0, .worker { body() }) }))
  }

  private static func tasks(of driver: Driver) -> Int {
    driver.state.withLock { $0.tasks.count { $0 != nil } }
  }

  @Test(arguments: [1, 3])
  func `only as many tasks are created as threads can run`(workers: Int) async throws {
    let door = DispatchSemaphore(value: 0)
    let driver = try Self.driver(workers: workers) { door.wait() }
    driver.take(.start)
    #expect(Self.tasks(of: driver) == workers)
    for _ in Self.names { door.signal() }
    _ = await driver.wait(for: .quiet)
    _ = await driver.wait(for: .bodies)
    #expect(driver.report().tasks.allSatisfy { $0.outcome == .succeeded })
    #expect(Self.tasks(of: driver) == 0)
    driver.take(.close)
  }

  @Test func `a stop ends the bodies that wait for a thread, and runs none of them`() async throws {
    let door = DispatchSemaphore(value: 0)
    let begun = Atomic(0)
    let driver = try Self.driver(workers: 2) {
      begun.wrappingAdd(1, ordering: .relaxed)
      door.wait()
    }
    driver.take(.start)
    driver.take(.stop)
    for _ in 0..<2 { door.signal() }
    _ = await driver.wait(for: .bodies)
    let outcomes = driver.report().tasks.map(\.outcome)
    #expect(outcomes.count { $0 == .cancelled } >= Self.names.count - 2)
    #expect(outcomes.allSatisfy { $0 == .cancelled || $0 == .succeeded })
    #expect(begun.load(ordering: .relaxed) <= 2)
    driver.take(.close)
  }

  @Test func `a body that suspends gives its thread to the next one`() async throws {
    let promise = Promise<Void>()
    let nodes = ["first", "second"].map { LaunchNode($0, isAsynchronous: true) }
    let driver = Driver(
      try LaunchGraph(nodes: nodes).plan(), workers: 1,
      bodies: [
        "first": .worker { await promise.value() }, "second": .worker { promise.resolve() },
      ])
    let report = await driver.run()
    #expect(report.tasks.allSatisfy { $0.outcome == .succeeded })
  }

  @Test func `bodies that wait for a thread run even if nothing else retains their launch`()
    async throws
  {
    let (door, allRan) = (DispatchSemaphore(value: 0), Promise<Void>())
    let left = Mutex(Self.names.count)
    try Self.driver(workers: 1) {
      door.wait()
      let isLast = left.withLock { left in
        left -= 1
        return left == 0
      }
      if isLast { allRan.resolve() }
    }.take(.start)
    for _ in Self.names { door.signal() }
    await allRan.value()
  }

  @Test(arguments: [0, 1, 2])
  func `bodies that wait for a thread run if the system gives none`(threads: Int) async throws {
    let log = OrderLog()
    let source = LaunchThreadTests.Source(threads)
    let plan = try LaunchGraph(nodes: Self.names.map { LaunchNode($0, isAsynchronous: true) })
      .plan()
    let driver = Driver(
      Wiring(plan), timer: LaunchTimer(ContinuousClock()), workers: 4,
      bodies: plan.tasks.map { task in .worker { log.note(task.name.rawValue) } }, patience: .never,
      startThread: { source.start($0) })
    let report = await driver.run()
    #expect(report.tasks.allSatisfy { $0.outcome == .succeeded })
    #expect(Set(log.words) == Set(Self.names))
  }

  @Test func `no body follows in a task that a cancel could not find`() async throws {
    // They are kept, so that a second task isn't in the memory of the first.
    let tasks = Mutex<[Task<Void, Never>?]>([])
    let current = Mutex<Driver?>(nil)
    let names = ["first", "second"]
    let plan = try LaunchGraph(nodes: [
      LaunchNode(names[0], isAsynchronous: true),
      LaunchNode(names[1], isAsynchronous: true, edges: [LaunchEdge(.requires, names[0])]),
    ]).plan()
    let driver = Driver(
      Wiring(plan), timer: LaunchTimer(ContinuousClock()), workers: 1,
      bodies: plan.tasks.indices.map { node in
        .worker {
          let task = current.withLock(\.self)?.state.withLock { $0.tasks[node] }
          tasks.withLock { $0.append(task) }
        }
      }, startThread: LaunchThread.start)
    current.withLock { $0 = driver }
    // As if the task of a postponed body ran before it was stored.
    driver.state.withLock { $0.unstoredTasks = 1 }
    let report = await driver.run()
    #expect(report.tasks.allSatisfy { $0.outcome == .succeeded })
    #expect(Set(tasks.withLock(\.self)).count == 2)
    current.withLock { $0 = nil }
  }
}
