// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import GantrySupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReplyTests {
  let log = Log()
  let clock = StepClock()

  private func reply() -> Reply<Int> {
    let rule = MergeRule("sum", unanswered: 0) { $0 + $1 }
    return Reply(
      rule, deadline: .seconds(10), clock: clock, onWarning: { [log] in log.add("\($0)") }
    ) {
      [log] in log.add("completed \($0)")
    }
  }

  @Test func `a reply without answers completes with the rule's value`() {
    reply().seal()
    #expect(log.lines == ["completed 0"])
  }

  @Test func `answers are merged once all are in and the reply is sealed`() {
    let reply = reply()
    reply.expect("A")
    reply.expect("B")
    reply.answer(1, from: "A")
    reply.seal()
    #expect(log.lines == [])
    reply.answer(2, from: "B")
    reply.seal()
    #expect(log.lines == ["completed 3"])
  }

  @Test func `a sealed reply ignores listeners that it didn't expect`() {
    let reply = reply()
    reply.expect("A")
    reply.expect("A")
    reply.seal()
    reply.expect("B")
    reply.answer(5, from: "C")
    reply.answer(1, from: "A")
    #expect(
      log.lines == [
        "C answered after every listener had been asked, which was ignored; "
          + "call reply.expect(context.name) while it handles the event", "completed 1",
      ])
  }

  @Test func `answers are merged in the order in which they were expected`() {
    let names = (1...9).map { ModuleName("M\($0)") }
    let reply = Reply<[ModuleName]>(.concatenation, deadline: .seconds(10), clock: clock) {
      [log] in log.add($0.map(\.rawValue).joined(separator: " "))
    }
    for name in names { reply.expect(name) }
    for name in names.reversed() { reply.answer([name], from: name) }
    reply.seal()
    #expect(log.lines == ["M1 M2 M3 M4 M5 M6 M7 M8 M9"])
  }

  @Test func `a rule may use the reply whose answers it merges`() {
    let current = LockedBox<Reply<Int>>()
    let rule = MergeRule("asking", unanswered: 0) { first, second in
      current.value?.answer(second, from: "C")
      return first + second
    }
    let reply = Reply(rule, deadline: .seconds(10), clock: clock) { [log] in
      log.add("completed \($0)")
    }
    current.put(reply)
    reply.answer(1, from: "A")
    reply.answer(2, from: "B")
    reply.seal()
    #expect(log.lines == ["completed 3"])
  }

  @Test func `a second answer is ignored and reported`() {
    let reply = reply()
    reply.answer(1, from: "A")
    reply.answer(5, from: "A")
    reply.seal()
    reply.answer(5, from: "A")
    let warning = "A answered a second time, which was ignored"
    #expect(log.lines == [warning, "completed 1", warning])
  }

  @Test func `at the deadline, missing listeners are named and the other answers merged`() async {
    let reply = reply()
    reply.expect("A")
    reply.expect("B")
    reply.expect("C")
    reply.seal()
    reply.answer(2, from: "B")
    for await _ in clock.sleeping.stream { break }
    await confirmation(expectedCount: 1) { expired in
      let done = Gate()
      let rule = MergeRule("sum", unanswered: 0) { $0 + $1 }
      let second = Reply(rule, deadline: .seconds(10), clock: clock) { _ in
        expired()
        done.open()
      }
      second.expect("A")
      for await _ in clock.sleeping.stream { break }
      clock.advance(by: .seconds(10))
      await done.pass()
    }
    // The timer of the first one may come to its lines only now.
    while log.lines.count < 2 { await Task.yield() }
    reply.expire()
    reply.answer(9, from: "C")
    #expect(
      log.lines == [
        "no answer before the deadline from A, C", "completed 2",
        "C answered after the deadline, which was ignored",
      ])
  }

  @Test func `an answered reply is released at its timer's next step, long before its deadline`()
    async
  {
    weak var answered: Reply<Int>?
    do {
      let reply = reply()
      for await _ in clock.sleeping.stream { break }
      reply.seal()
      answered = reply
    }
    #expect(log.lines == ["completed 0"])
    #expect(answered != nil)
    clock.advance(by: .milliseconds(10))
    while answered != nil { await Task.yield() }
  }
}
