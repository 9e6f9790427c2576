// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import GantrySupport
import Testing

/// What happens when the time of a reply is up.
@Suite(.timeLimit(.minutes(5))) struct ReplyExpirationTests {
  let log = Log()
  let clock = StepClock()

  private func reply(within deadline: Duration? = nil) -> Reply<Bool> {
    Reply(.all, deadline: deadline, clock: clock, onWarning: { [log] in log.add("\($0)") }) {
      [log] in log.add("completed \($0)")
    }
  }

  @Test(arguments: [true, false])
  func `a reply without a deadline waits until it is answered or expires`(expires: Bool) {
    let reply = reply()
    reply.expect("A")
    reply.seal()
    clock.advance(by: .seconds(86_400))
    #expect(log.lines == [])
    if expires { reply.expire() } else { reply.answer(true, from: "A") }
    #expect(log.lines.last == "completed true")
    #expect(reply.isExpired == expires)
  }

  @Test func `closures are called when the time is up, before the reply is complete`() {
    let reply = reply()
    reply.expect("A")
    reply.onExpiration { [log] in
      log.add("A stops")
      reply.answer(false, from: "A")
    }
    reply.onExpiration { [log] in log.add("B stops") }
    reply.seal()
    reply.expire()
    reply.expire()
    #expect(log.lines == ["A stops", "completed false", "B stops"])
    reply.onExpiration { [log] in log.add("C is late") }
    #expect(log.lines.last == "C is late")
  }

  @Test func `closures are not called if all answers came in time`() {
    let reply = reply()
    reply.expect("A")
    reply.onExpiration { [log] in log.add("A stops") }
    reply.seal()
    reply.answer(true, from: "A")
    reply.expire()
    reply.onExpiration { [log] in log.add("B stops") }
    #expect(log.lines == ["completed true"])
    #expect(!reply.isExpired)
  }

  @Test func `the deadline calls the closures as well`() async {
    let reply = reply(within: .seconds(10))
    reply.expect("A")
    let isCalled = Promise<Void>()
    reply.onExpiration { isCalled.resolve() }
    reply.seal()
    for await _ in clock.sleeping.stream { break }
    clock.advance(by: .seconds(10))
    await isCalled.value()
  }

  private struct Job: LifecycleEvent {
    static var merge: MergeRule<Bool> { .all }
  }

  @Test(arguments: [(true, HandlerOrder.concurrent), (true, .serial), (false, .concurrent)])
  @MainActor func `an asynchronous handler is cancelled only if the sender wants it, with a line`(
    cancels: Bool, order: HandlerOrder
  ) async {
    let (bus, begun, end) = (EventBus(), Promise<Void>(), Promise<Void>())
    let isCancelled = Promise<Bool>()
    bus.attach(
      "A",
      [
        .background(Job.self, name: "work", options: HandlerOptions(order: order)) { _ in
          begun.resolve()
          await withTaskCancellationHandler {
            await end.value()
          } onCancel: {
            end.resolve()
          }
          isCancelled.resolve(Task.isCancelled)
        }
      ])
    bus.activate("A")
    let reply = reply()
    bus.send(Job(), answering: reply)
    await begun.value()
    reply.expire(cancelling: cancels)
    if !cancels { end.resolve() }
    #expect(await isCancelled.value() == cancels)
    let line = "the time that the system gives is up: A.work was cancelled"
    #expect(log.lines == (cancels ? [line] : []) + ["completed true"])
    // The module goes on hearing events.
    await bus.waitUntilHandled()
    #expect(bus.isHandled(Job.self))
  }
}
