// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import GantrySupport
import Testing

/// Asynchronous handlers of lifecycle events, which run beside each other.
@MainActor @Suite(.timeLimit(.minutes(5))) struct EventBusRunningTests {
  private struct Pushed: LifecycleEvent {
    let number: Int
    let reply: Reply<String>
    static var merge: MergeRule<String> { MergeRule("join", unanswered: "none") { $0 + $1 } }
    static var whileLaunching: LaunchingPolicy { .hold }
  }

  let log = Log()
  let bus = EventBus()
  let gate = Gate()

  private func push(_ number: Int, then done: Gate? = nil) {
    let reply = Reply<String>(Pushed.merge, deadline: .seconds(10), clock: StepClock()) { [log] in
      log.add("answer \($0)")
      done?.open()
    }
    bus.send(Pushed(number: number, reply: reply), answering: reply)
  }

  @Test func `a later event doesn't wait for the handler of an earlier one`() async {
    let done = Gate()
    bus.join(
      "A", .background(Woke.self, name: "woke") { [gate] _ in await gate.pass() },
      .background(WillFinish.self, name: "later") { _ in done.open() })
    bus.send(Woke())
    bus.send(WillFinish())
    await done.pass()
    gate.open()
    await bus.waitUntilHandled()
  }

  @Test func `a serial handler waits for those before it, and they don't wait for it`() async {
    let (began, beside) = (Gate(), Gate())
    bus.join(
      "A",
      .background(Woke.self, name: "woke", options: .init(order: .serial)) { [log, gate] in
        log.add("woke \($0.number)")
        began.open()
        await gate.pass()
      }, .background(WillFinish.self, name: "beside") { _ in beside.open() })
    bus.send(Woke(number: 1))
    bus.send(Woke(number: 2))
    bus.send(WillFinish())
    await began.pass()
    await beside.pass()
    #expect(log.lines == ["woke 1"])
    gate.open()
    await bus.waitUntilHandled()
    #expect(log.lines == ["woke 1", "woke 2"])
  }

  @Test func `a once handler is called once in five sends`() async {
    bus.join(
      "A",
      .background(Woke.self, name: "woke", options: .init(.once)) { [log] in
        log.add("\($0.number)")
      })
    for number in 0..<5 { bus.send(Woke(number: number)) }
    await bus.waitUntilHandled()
    #expect(log.lines.count == 1)
  }

  @Test(arguments: ["idle", "detached"])
  func `a wait for the bus, and a stop, wait for a hundred pushes`(end: String) async {
    let all = Gate()
    bus.join(
      "A",
      .background(Pushed.self, name: "pushed") { [gate, log] in
        log.add("begins")
        if log.lines.count(where: { $0 == "begins" }) == 100 { all.open() }
        await gate.pass()
        log.add("\($0.number)")
      })
    for number in 0..<100 { push(number) }
    await all.pass()
    gate.open()
    if end == "idle" { await bus.waitUntilHandled() } else { await bus.detach("A") }
    #expect(log.lines.count { Int($0) != nil } == 100)
  }

  @Test func `a handler that runs twice at a time is marked twice`() async {
    let marks = Log()
    let handler = EventHandler.background(Woke.self, name: "woke") { [gate, log] _ in
      log.add("begins")
      await gate.pass()
    }
    bus.join(
      "A",
      handler.bracketed {
        marks.add("+")
      } end: {
        marks.add("-")
      })
    bus.send(Woke())
    bus.send(Woke())
    while log.lines.count != 2 { await Task.yield() }
    #expect(marks.lines == ["+", "+"])
    gate.open()
    await bus.waitUntilHandled()
    #expect(marks.lines == ["+", "+", "-", "-"])
  }

  @Test func `a silenced listener names the handlers that run`() async {
    let (began, run) = (Gate(), RunID.next())
    let handler = EventHandler.background(Woke.self, name: "woke") { [gate] _ in
      began.open()
      await gate.pass()
    }
    bus.declare("A", order: 0, handlers: [handler.declaration], run: run)
    bus.attach("A", [handler], run: run)
    bus.activate("A", run: run)
    bus.send(Woke())
    await began.pass()
    #expect(!bus.detachAtOnce("A", run: run))
    #expect(bus.handling("A", run: run).map { "\($0.name) \($0.event ?? "")" } == ["woke Woke"])
    bus.send(Woke(number: 2))
    gate.open()
    await bus.detach("A", run: run)
    #expect(bus.detachAtOnce("A", run: run))
  }

  @Test func `answers merge by priority, not by time`() async {
    let (first, done) = (Gate(), Gate())
    bus.join(
      "A", order: 1,
      .background(Pushed.self, name: "pushed") {
        $0.reply.answer("A", from: "A")
        first.open()
      })
    bus.join(
      "B", order: 2,
      .background(Pushed.self, name: "pushed", options: .init(priority: .high)) {
        await first.pass()
        $0.reply.answer("B", from: "B")
      })
    push(1, then: done)
    await done.pass()
    #expect(log.lines == ["answer BA"])
  }

  @Test func `a reply is complete when its own handler ends, whatever others do`() async {
    let done = Gate()
    bus.join(
      "A",
      .background(Pushed.self, name: "pushed") { [gate] push in
        if push.number == 1 { await gate.pass() }
        push.reply.answer("\(push.number)", from: "A")
      })
    push(1)
    push(2, then: done)
    await done.pass()
    #expect(log.lines == ["answer 2"])
    gate.open()
    await bus.waitUntilHandled()
    #expect(log.lines == ["answer 2", "answer 1"])
  }

  @Test func `held events begin in the order in which they were sent, on the main actor`() async {
    let handler = EventHandler.startedOnMain(HandlerDeclaration(Pushed.self, name: "pushed")) {
      [log] event in
      if let event = event as? Pushed { log.add("\(event.number)") }
    }
    bus.declare("A", order: 0, handlers: [handler.declaration])
    for number in 0..<20 { push(number) }
    bus.attach("A", [handler])
    bus.activate("A")
    await bus.waitUntilHandled()
    #expect(log.lines.filter { !$0.hasPrefix("answer") } == (0..<20).map { "\($0)" })
  }

  @Test func `handlers of the main actor begin in the order of the sends, ten thousand times`()
    async
  {
    func handler<E: LifecycleEvent>(_ event: E.Type, _ name: String) -> EventHandler {
      .startedOnMain(HandlerDeclaration(E.self, name: name)) { [log] _ in
        MainActor.assertIsolated()
        log.add(name)
      }
    }
    bus.join("A", handler(Woke.self, "1"), handler(WillFinish.self, "2"))
    for _ in 0..<10_000 {
      bus.send(Woke())
      bus.send(WillFinish())
    }
    await bus.waitUntilHandled()
    #expect(log.lines == Array(repeating: ["1", "2"], count: 10_000).flatMap(\.self))
  }

  @Test func `handlers beyond the threshold are reported, at each doubling`() async {
    let bus = EventBus(
      backlogThreshold: 2, onBacklog: { [log] backlog in log.add("\(backlog)") })
    bus.join("A", .background(Woke.self, name: "woke") { [gate] _ in await gate.pass() })
    for _ in 0..<5 { bus.send(Woke()) }
    #expect(
      log.lines.map { $0.prefix { $0 != ";" } } == [
        "2 handlers are running for A", "4 handlers are running for A",
      ])
    gate.open()
    await bus.waitUntilHandled()
    #expect(bus.backlogs == [])
  }

  @Test func `closing the bus cancels the handlers that run`() async {
    let began = Gate()
    bus.join(
      "A",
      .background(Woke.self, name: "woke") { [gate, log] _ in
        began.open()
        await gate.pass()
        log.add("cancelled: \(Task.isCancelled)")
      })
    bus.send(Woke())
    await began.pass()
    bus.close()
    await bus.waitUntilHandled()
    #expect(log.lines == ["cancelled: true"])
  }
}
