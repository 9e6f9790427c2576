// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

/// Replies that stay open for launching listeners.
@MainActor @Suite(.timeLimit(.minutes(5))) struct OpenReplyTests {
  /// A question that waits for modules that have not launched.
  struct Counted: LifecycleEvent {
    static var merge: MergeRule<Int> { MergeRule("sum", unanswered: 0) { $0 + $1 } }
    static var whileLaunching: LaunchingPolicy { .hold }
  }

  /// A question that a later one replaces.
  struct Asked: LifecycleEvent {
    static var merge: MergeRule<Int> { Counted.merge }
  }

  let log = Log()
  let bus = EventBus()

  private func reply() -> Reply<Int> {
    Reply(
      Counted.merge, deadline: .seconds(10), clock: StepClock(),
      onWarning: { [log] in log.add("\($0)") },
      completion: { [log] in log.add("completed \($0)") })
  }

  private func answering<E: LifecycleEvent>(
    _ event: E.Type, _ answer: Int?
  ) -> EventHandler where E.Response == Int {
    .answering(E.self, name: "count") { _ in answer }
  }

  /// A question whose first answer counts.
  struct First: LifecycleEvent {
    static var merge: MergeRule<Int?> { .first() }
    static var whileLaunching: LaunchingPolicy { .hold }
  }

  @Test(
    arguments: [(["Late", "Expected"], 1), (["Expected"], 2), ([], 3)] as [([ModuleName], Int)])
  func `answers are merged in launch order, not in the order of arrival`(
    answering: [ModuleName], first: Int
  ) {
    let late = EventHandler.answering(First.self, name: "answer") { _ in 1 }
    bus.declare("Late", order: 0, handlers: [late.declaration])
    let reply = Reply<Int?>(
      First.merge, deadline: .seconds(10), clock: StepClock(),
      completion: { [log] in log.add("\($0 ?? 0)") })
    bus.join(
      "Expected", order: 1, .main(First.self, name: "hear") { _ in reply.expect("Expected") })
    bus.join("Quick", order: 2, .answering(First.self, name: "answer") { _ in 3 })
    bus.send(First(), answering: reply)
    if answering.contains("Expected") { reply.answer(2, from: "Expected") }
    if answering.contains("Late") {
      bus.attach("Late", [late])
      bus.activate("Late")
    }
    reply.expire()
    #expect(log.lines == ["\(first)"])
  }

  @Test func `a module's returned value comes before its later answer`() {
    bus.join("Both", .answering(First.self, name: "answer") { _ in 1 })
    let reply = Reply<Int?>(
      First.merge, deadline: .seconds(10), clock: StepClock(),
      completion: { [log] in log.add("\($0 ?? 0)") })
    reply.expect("Both")
    bus.send(First(), answering: reply)
    reply.answer(2, from: "Both")
    #expect(log.lines == ["1"])
  }

  @Test func `an answer that is returned after the deadline is reported as late`() {
    let reply = reply()
    bus.join(
      "Slow",
      .answering(Counted.self, name: "count") { _ in
        reply.expire()
        return 1
      })
    bus.send(Counted(), answering: reply)
    #expect(log.lines == ["completed 0", "Slow answered after the deadline, which was ignored"])
  }

  @Test func `a reply that is held open can expect more answers`() {
    let reply = reply()
    let hold = reply.keepOpen()
    reply.answer(1, from: "A")
    reply.seal()
    reply.expect("B")
    hold.release()
    #expect(log.lines == [])
    reply.expect("C")
    reply.answer(2, from: "B")
    #expect(log.lines == ["completed 3"])
  }

  @Test func `a hold that ends twice has ended once`() {
    let reply = reply()
    let (first, second) = (reply.keepOpen(), reply.keepOpen())
    reply.seal()
    first.release()
    first.release()
    #expect(log.lines == [])
    second.release()
    #expect(log.lines == ["completed 0"])
  }

  @Test func `a released hold has ended`() {
    let reply = reply()
    var hold: Reply<Int>.Hold? = reply.keepOpen()
    reply.seal()
    #expect(hold != nil && log.lines == [])
    hold = nil
    #expect(log.lines == ["completed 0"])
  }

  @Test func `the last hold doesn't seal a reply for its sender`() {
    let reply = reply()
    reply.keepOpen().release()
    reply.expect("A")
    reply.answer(1, from: "A")
    #expect(log.lines == [])
    reply.seal()
    #expect(log.lines == ["completed 1"])
  }

  @Test func `a deadline doesn't wait for holds`() {
    let reply = reply()
    let hold = reply.keepOpen()
    reply.expect("A")
    reply.answer(4, from: "B")
    reply.expire()
    hold.release()
    #expect(log.lines == ["no answer before the deadline from A", "completed 4"])
  }

  @Test(arguments: [1, nil])
  func `a reply completes when the last launching module has heard the event`(late: Int?) {
    bus.join("Live", answering(Counted.self, 2))
    let handlers = [answering(Counted.self, late)]
    for name in ["Late", "Later"] as [ModuleName] {
      bus.declare(name, order: 1, handlers: handlers.map(\.declaration))
    }
    bus.send(Counted(), answering: reply())
    for name in ["Late", "Later"] as [ModuleName] {
      #expect(log.lines == [])
      bus.attach(name, handlers)
      bus.activate(name)
    }
    #expect(log.lines == ["completed \(2 + 2 * (late ?? 0))"])
  }

  @Test func `a module that fails before its launch doesn't keep a reply open`() {
    bus.join("Live", answering(Counted.self, 2))
    bus.declare("Late", order: 1, handlers: [answering(Counted.self, 1).declaration])
    bus.send(Counted(), answering: reply())
    #expect(log.lines == [])
    bus.discard("Late", reason: "failed")
    #expect(log.lines == ["completed 2"])
  }

  @Test func `an event that a later one may replace doesn't wait for a launch`() {
    bus.join("Live", answering(Asked.self, 2))
    bus.declare("Late", order: 1, handlers: [answering(Asked.self, 1).declaration])
    bus.send(Asked(), answering: reply())
    #expect(log.lines == ["completed 2"])
  }

  @Test func `a reply without an answer completes with its rule's value`() {
    let silent = EventHandler.main(Counted.self, name: "hear") { [log] _ in log.add("heard") }
    bus.join("Silent", silent)
    bus.send(Counted(), answering: reply())
    #expect(log.lines == ["heard", "completed 0"])
  }
}
