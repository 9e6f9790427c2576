// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

@MainActor
struct HeldAnswersTests {
  struct Handled: LifecycleEvent {
    static var merge: MergeRule<Bool> { .any }
    static var whileLaunching: LaunchingPolicy { .hold }
  }

  let bus = EventBus()

  private func handler(_ answer: Bool) -> EventHandler {
    .answering(Handled.self, name: "handle") { _ in answer }
  }

  private func declare(_ names: ModuleName...) {
    for name in names { bus.declare(name, order: 0, handlers: [handler(false).declaration]) }
  }

  private func launch(_ name: ModuleName, answering answer: Bool) {
    bus.attach(name, [handler(answer)])
    bus.activate(name)
  }

  @Test func `live modules answer a question now, and launching ones later`() async {
    declare("Late", "Later")
    bus.join("Live", handler(false))
    let (answer, later) = bus.ask(Handled())
    #expect(!answer, "what is held is no answer")
    #expect(later.open == ["Late", "Later"])
    launch("Late", answering: false)
    #expect(later.open == ["Later"])
    launch("Later", answering: true)
    await later.wait()
    #expect(later.acceptedBy == "Later")
  }

  @Test func `a module that drops the question has answered`() async {
    declare("Failing", "Late")
    let (_, later) = bus.ask(Handled())
    bus.discard("Failing", reason: "failed")
    await later.wait(for: ["Failing"])
    #expect(later.open == ["Late"])
    bus.close()
    await later.wait()
    #expect(later.acceptedBy == nil)
  }

  @Test func `a question doesn't wait for a module that hears without answering`() {
    let silent = EventHandler.main(Handled.self, name: "hear") { _ in }
    bus.declare("Silent", order: 0, handlers: [silent.declaration])
    #expect(bus.ask(Handled()).later.open == [])
    #expect(bus.send(Handled()) == false)
  }

  @Test func `the handlers of a question that run in the background have returned at its end`()
    async
  {
    let (gate, log) = (Gate(), Log())
    bus.join(
      "Slow",
      .background(Handled.self, name: "handle") { _ in
        await gate.pass()
        log.add("slow")
      })
    bus.declare(
      "Late", order: 0,
      handlers: [EventHandler.background(Handled.self, name: "handle") { _ in }.declaration])
    let (_, later) = bus.ask(Handled())
    #expect(!later.handlersReturned.isResolved)
    gate.open()
    await later.handlersReturned.value()
    #expect(log.lines == ["slow"], "a module that hasn't launched is not waited for")
    await bus.waitUntilHandled()
    bus.close()
    #expect(bus.ask(Handled()).later.handlersReturned.isResolved, "nothing hears the question")
  }

  @Test func `a wait ends when its task is cancelled`() async {
    declare("Late")
    let (_, later) = bus.ask(Handled())
    let waiting = Task { await later.wait() }
    waiting.cancel()
    await waiting.value
    #expect(later.open == ["Late"])
  }

  @Test func `a late yes is reported`() {
    declare("Late", "Later")
    let (log, later) = (Log(), bus.ask(Handled()).later)
    later.proceed { log.add("\($0)") }
    launch("Late", answering: false)
    launch("Later", answering: true)
    #expect(log.lines == ["Later"])
  }
}
