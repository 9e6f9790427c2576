// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantrySupport
import Testing

@testable import GantryLaunch

/// Tasks that block. These tests could not end if they blocked Swift's thread pool.
@Suite(.timeLimit(.minutes(5))) struct LaunchWorkerTests {
  struct Broken: Error {}

  private enum Place { @TaskLocal static var name = "nowhere" }

  @Test func `an asynchronous task runs while more tasks block than there are cores`() async throws
  {
    let count = 16
    let door = DispatchSemaphore(value: 0)
    let names = (0..<count).map { "blocked\($0)" }
    let plan = try LaunchGraph(
      nodes: names.map { LaunchNode($0) } + [
        LaunchNode("key", isAsynchronous: true, priority: -400)
      ]
    ).plan()
    var bodies = Dictionary(
      uniqueKeysWithValues: names.map { ($0, LaunchBody.worker { door.wait() }) })
    bodies["key"] = .background { for _ in 0..<count { door.signal() } }
    let report = await plan.run(workers: count, bodies: bodies)
    #expect(report.tasks.allSatisfy { $0.outcome == .succeeded })
  }

  @Test(arguments: [1, 2, 5]) func `at most as many tasks block at a time as there are workers`(
    workers: Int
  ) async throws {
    let running = Mutex((now: 0, most: 0))
    let (arrived, door) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let names = (0..<20).map { "n\($0)" }
    let body = LaunchBody.worker {
      running.withLock { $0 = ($0.now + 1, max($0.now + 1, $0.most)) }
      arrived.signal()
      door.wait()
      running.withLock { $0.now -= 1 }
    }
    let plan = try LaunchGraph(nodes: names.map { LaunchNode($0) }).plan()
    let bodies = Dictionary(uniqueKeysWithValues: names.map { ($0, body) })
    // A separate thread releases them each time that all workers have arrived.
    DispatchQueue(label: "porter").async {
      for _ in 0..<(20 / workers) {
        for _ in 0..<workers { arrived.wait() }
        for _ in 0..<workers { door.signal() }
      }
    }
    let report = await plan.run(workers: workers, bodies: bodies)
    #expect(report.tasks.allSatisfy { $0.outcome == .succeeded })
    #expect(running.withLock(\.most) == workers)
  }

  @Test func `work on a worker thread keeps the task-local values of its task`() async {
    let workers = LaunchWorkers(count: 1)
    let name = await Place.$name.withValue("here") {
      await Task(executorPreference: workers) { Place.name }.value
    }
    workers.close()
    #expect(name == "here")
  }

  @Test func `a job that is handed over can end the executor at once`() async {
    let ran = DispatchSemaphore(value: 0)
    let isEarly = Atomic(false)
    let workers = LaunchWorkers(count: 1) { work in
      let reason = LaunchThread.start(work)
      isEarly.store(ran.wait(timeout: .now() + .milliseconds(100)) == .success, ordering: .relaxed)
      return reason
    }
    await Task(executorPreference: workers) { _ = ran.signal() }.value
    workers.close()
    let isUsedLater = isEarly.load(ordering: .relaxed)
    #expect(!isUsedLater, "the executor starts a thread after the job began")
  }

  @Test func `a cancelled launch waits for workers that do not check for cancellation`()
    async throws
  {
    let plan = try LaunchGraph(nodes: [LaunchNode("a"), LaunchNode("b")]).plan()
    let (begun, door) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = OrderLog()
    let run = Driver(
      plan, workers: 2,
      bodies: [
        "a": .worker {
          begun.signal()
          door.wait()
          try Task.checkCancellation()
        },
        "b": .worker {
          begun.signal()
          door.wait()
          order.note("end of b")
        },
      ])
    DispatchQueue(label: "porter").async {
      for _ in 0..<2 { begun.wait() }
      run.take(.stop)
    }
    async let launch = run.run()
    await #expect(throws: LaunchError.cancelled) { try await run.ready() }
    for _ in 0..<2 { door.signal() }
    let report = await launch
    #expect(order.words == ["end of b"])
    #expect(report.task(named: "a")?.outcome == .cancelled)
  }

  @Test func `a blocked task times out, its dependents continue, and its late end is recorded`()
    async throws
  {
    let clock = ManualClock()
    let door = DispatchSemaphore(value: 0)
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", timeout: .seconds(5)), LaunchNode("b", edges: [LaunchEdge(.wants, "a")]),
      LaunchNode("c", edges: [LaunchEdge(.requires, "a")]),
    ]).plan()
    async let launched = plan.run(
      clock: clock, workers: 2,
      bodies: [
        "a": .worker {
          door.wait()
          throw Broken()
        },
        "b": .worker {
          // The late end comes after the timeout, at which the task settled.
          clock.advance(by: .seconds(1))
          door.signal()
        }, "c": .worker {},
      ])
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    let report = await launched
    #expect(report.task(named: "a")?.outcome == .timedOut)
    #expect(report.task(named: "a")?.finished == .seconds(5))
    #expect(report.task(named: "a")?.lateEnd == .failed(message: "Broken()"))
    #expect(report.task(named: "b")?.outcome == .succeeded)
    #expect(report.task(named: "c")?.outcome == .blocked(by: ["a"]))
  }

  @Test func `when every worker hangs past its timeout, replacement threads finish the launch`()
    async throws
  {
    let clock = ManualClock()
    let door = DispatchSemaphore(value: 0)
    let (issues, issue) = AsyncStream.makeStream(of: LaunchWarning.self)
    let plan = try LaunchGraph(
      nodes: ["a", "b"].map { LaunchNode($0, priority: 500, timeout: .seconds(5)) }
        + (0..<8).map { LaunchNode("c\($0)") }
    ).plan()
    var bodies = Dictionary(
      uniqueKeysWithValues: (0..<8).map { ("c\($0)", LaunchBody.worker {}) })
    for name in ["a", "b"] { bodies[name] = .worker { door.wait() } }
    let run = Driver(
      plan, clock: clock, workers: 2, bodies: bodies,
      effects: Told(onWarning: { issue.yield($0) }))
    async let launch = run.run()
    await clock.sleepers(2)
    clock.advance(by: .seconds(5))
    try await run.ready()
    let report = run.report()
    #expect(report.failed == ["a", "b"])
    #expect(report.tasks.count { $0.outcome == .succeeded } == 8)
    #expect("\(report)".contains("a: timed out (has not returned)"))
    for _ in 0..<2 { door.signal() }
    let last = await launch
    issue.finish()
    let told = await issues.reduce(into: Set()) { $0.insert($1) }
    #expect(told == [.threadReplaced(task: "a"), .threadReplaced(task: "b")])
    #expect(last.task(named: "a")?.lateEnd == .succeeded)
  }

  @Test func `a failing worker task is retried, and its last error is reported`() async throws {
    let tries = Atomic(0)
    let plan = try LaunchGraph(nodes: [LaunchNode("a", retry: RetryPolicy(count: 2))]).plan()
    let body = LaunchBody.worker {
      tries.wrappingAdd(1, ordering: .relaxed)
      throw Broken()
    }
    let report = await plan.run(bodies: ["a": body])
    #expect(report.task(named: "a")?.outcome == .failed(message: "Broken()"))
    #expect(tries.load(ordering: .relaxed) == 3)
  }
}
