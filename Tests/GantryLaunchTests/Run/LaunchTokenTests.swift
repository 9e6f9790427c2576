// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantrySupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct LaunchTokenTests {
  struct Broken: Error {}

  /// Keeps tokens, as a library's callback would.
  private final class Callbacks: Sendable {
    let tokens = Mutex<[LaunchToken]>([])
    /// Has an element for each token that was kept.
    let (kept, keeping) = AsyncStream.makeStream(of: Void.self)

    func keep(_ token: LaunchToken) {
      tokens.withLock { $0.append(token) }
      keeping.yield()
    }
    func call(_ body: (LaunchToken) -> Void) {
      for token in tokens.withLock({ $0 }) { body(token) }
    }
  }

  /// Runs a task `a` with this body, and `b`, which requires it.
  private func report(
    of node: LaunchNode = LaunchNode("a", isAsynchronous: true), issues: OrderLog = OrderLog(),
    clock: ManualClock = ManualClock(),
    _ body: @escaping @concurrent @Sendable (LaunchToken) async throws -> Void
  ) async throws -> LaunchReport {
    let plan = try LaunchGraph(nodes: [
      node, LaunchNode("b", edges: [LaunchEdge(.requires, "a")]),
    ]).plan()
    return await plan.run(
      clock: clock, bodies: ["a": .callback(body), "b": .worker {}],
      effects: Told(onWarning: { issues.note("\($0)") }))
  }

  @Test func `a task ends when its token is completed, not when its function returns`() async throws
  {
    let order = OrderLog()
    let callbacks = Callbacks()
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", isAsynchronous: true),
      LaunchNode("beside", isAsynchronous: true, priority: -400),
      LaunchNode("b", edges: [LaunchEdge(.requires, "a")]),
    ]).plan()
    let clock = ManualClock()
    async let report = plan.run(
      clock: clock,
      bodies: [
        "a": .callback { token in callbacks.keep(token) },
        "beside": .background {
          try await clock.sleep(for: .seconds(1))
          order.note("callback")
          callbacks.call { $0.complete() }
        },
        "b": .worker { order.note("b") },
      ])
    for await _ in callbacks.kept { break }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    #expect(await report.tasks.allSatisfy { $0.outcome == .succeeded })
    #expect(order.words == ["callback", "b"])
  }

  @Test func `a token may be completed before the function returns`() async throws {
    let report = try await report { token in token.complete() }
    #expect(report.tasks.map(\.outcome) == [.succeeded, .succeeded])
  }

  @Test func `a failed token fails its task`() async throws {
    let report = try await report { token in token.fail(Broken()) }
    #expect(report.tasks.map(\.outcome) == [.failed(message: "Broken()"), .blocked(by: ["a"])])
  }

  @Test func `an error thrown by the function fails the task, whatever happens to the token`()
    async throws
  {
    let callbacks = Callbacks()
    let report = try await report { token in
      callbacks.keep(token)
      throw Broken()
    }
    #expect(report.task(named: "a")?.outcome == .failed(message: "Broken()"))
  }

  @Test func `a token released without completion fails its task and says so`() async throws {
    let report = try await report { _ in }
    #expect(
      report.task(named: "a")?.outcome
        == .failed(
          message: """
            a released its token without completing it. Call complete() or fail(_:) on every path, \
            even where the callback is not called.
            """))
  }

  @Test func `the first completion of a token counts, and each later one is a warning`()
    async throws
  {
    let issues = OrderLog()
    let report = try await report(issues: issues) { token in
      token.complete()
      token.fail(Broken())
      token.complete()
    }
    #expect(report.task(named: "a")?.outcome == .succeeded)
    let message = "a completed its token a second time, which was ignored"
    #expect(issues.words == [message, message])
  }

  @Test func `a task whose token is never completed times out, and a late completion is ignored`()
    async throws
  {
    let clock = ManualClock()
    let (callbacks, issues) = (Callbacks(), OrderLog())
    let node = LaunchNode("a", isAsynchronous: true, timeout: .seconds(5))
    async let launched = report(of: node, issues: issues, clock: clock) { callbacks.keep($0) }
    for await _ in callbacks.kept { break }
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    let report = try await launched
    callbacks.call { $0.complete() }
    #expect(report.tasks.map(\.outcome) == [.timedOut, .blocked(by: ["a"])])
    #expect(issues.words == [])
  }

  @Test func `a cancelled launch does not wait for a token`() async throws {
    let callbacks = Callbacks()
    let plan = try LaunchGraph(nodes: [LaunchNode("a", isAsynchronous: true)]).plan()
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let run = Driver(
      plan,
      bodies: [
        "a": .callback { token in
          callbacks.keep(token)
          beginning.yield()
        }
      ])
    async let launch = run.run()
    for await _ in begun { break }
    run.take(.stop)
    #expect(await launch.task(named: "a")?.outcome == .cancelled)
  }

  @Test func `each attempt has its own token`() async throws {
    let callbacks = Callbacks()
    let node = LaunchNode("a", isAsynchronous: true, retry: RetryPolicy(count: 1))
    let report = try await report(of: node) { token in
      let isFirst = callbacks.tokens.withLock(\.isEmpty)
      callbacks.keep(token)
      if isFirst { token.fail(Broken()) } else { token.complete() }
    }
    #expect(report.task(named: "a")?.outcome == .succeeded)
    #expect(report.task(named: "a")?.attempts == 2)
  }
}
