// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

/// Replies that `async` handlers answer.
@MainActor @Suite(.timeLimit(.minutes(5))) struct BackgroundReplyTests {
  struct Asked: LifecycleEvent {
    let reply: Reply<Int>
    static var merge: MergeRule<Int> { MergeRule("sum", unanswered: 0) { $0 + $1 } }
    static var whileLaunching: LaunchingPolicy { .hold }
  }

  let log = Log()
  let bus = EventBus()
  let gate = Gate()
  let done = Gate()

  private func reply() -> Reply<Int> {
    Reply(
      Asked.merge, deadline: .seconds(10), clock: StepClock(),
      onWarning: { [log] in log.add("\($0)") },
      completion: { [log, done] in
        log.add("completed \($0)")
        done.open()
      })
  }

  private func answering(_ answer: Int?, from name: ModuleName) -> EventHandler {
    .background(Asked.self, name: "asked") { [gate] event in
      await gate.pass()
      if let answer { event.reply.answer(answer, from: name) }
    }
  }

  private func ask() {
    let reply = reply()
    bus.send(Asked(reply: reply), answering: reply)
  }

  @Test func `a reply waits until async handlers have run`() async {
    bus.join("A", answering(1, from: "A"))
    bus.join("B", answering(nil, from: "B"), answering(2, from: "B"))
    bus.join("C", .answering(Asked.self, name: "asked") { _ in 4 })
    ask()
    #expect(log.lines == [])
    gate.open()
    await done.pass()
    #expect(log.lines == ["completed 7"])
  }

  @Test func `a reply waits for the async handler of a module that is launching`() async {
    let handler = answering(1, from: "Late")
    bus.declare("Late", order: 0, handlers: [handler.declaration])
    ask()
    bus.attach("Late", [handler])
    bus.activate("Late")
    #expect(log.lines == [])
    gate.open()
    await done.pass()
    #expect(log.lines == ["completed 1"])
  }

  @Test(arguments: ["discarded", "closed", "dropped"])
  func `a handler that will never run doesn't keep a reply open`(end: String) async {
    let began = Gate()
    bus.join(
      "A",
      .background(Placed.self, name: "placed") { [gate] _ in
        began.open()
        await gate.pass()
      },
      .background(
        Asked.self, name: "asked", options: .init(order: .serial, backlog: .newest(1))
      ) { _ in })
    bus.send(Placed())
    await began.pass()
    ask()
    #expect(log.lines == [])
    switch end {
    case "discarded": bus.discard("A", reason: "failed")
    case "closed": bus.close()
    default: ask()
    }
    #expect(log.lines == ["completed 0"])
    gate.open()
    await bus.waitUntilHandled()
  }

  @Test func `a reply waits for no handler after its deadline`() async {
    bus.join("A", answering(1, from: "A"))
    let reply = reply()
    bus.send(Asked(reply: reply), answering: reply)
    reply.expire()
    gate.open()
    await bus.waitUntilHandled()
    #expect(
      log.lines == ["completed 0", "A answered after the deadline, which was ignored"])
  }

  @Test func `work that outlives its handler must call expect`() async {
    let (begun, late) = (Gate(), Gate())
    bus.join(
      "A",
      .background(Asked.self, name: "asked") { event in
        Task {
          await late.pass()
          event.reply.answer(1, from: "A")
          begun.open()
        }
      })
    ask()
    await done.pass()
    late.open()
    await begun.pass()
    #expect(
      log.lines == [
        "completed 0",
        "A answered after every listener had been asked, which was ignored; "
          + "call reply.expect(context.name) while it handles the event",
      ])
  }
}
