// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryEvents

/// Answers that arrive after the question, one at a time.
@Suite(.timeLimit(.minutes(5))) struct LateAnswersTests {
  let answers = HeldAnswers()

  @Test func `a question without modules is settled`() async {
    await answers.wait()
    await answers.wait(for: ["A"])
    #expect(answers.open == [])
    #expect(answers.acceptedBy == nil)
  }

  @Test func `each module's first answer counts`() {
    let first = answers.ask("A")
    let second = answers.ask("B")
    first(false)
    first(true)
    #expect(answers.acceptedBy == nil)
    #expect(answers.open == ["B"])
    second(true)
    #expect(answers.acceptedBy == "B")
    #expect(answers.open == [])
  }

  @Test func `the first module to say yes is named`() {
    let asked = (["A", "B"] as [ModuleName]).map { answers.ask($0) }
    for answer in asked { answer(true) }
    #expect(answers.acceptedBy == "A")
  }

  @Test func `a module that is asked twice stays open until it answers both`() {
    let asked = (0..<2).map { _ in answers.ask("A") }
    asked[0](nil)
    #expect(answers.open == ["A"])
    asked[1](nil)
    #expect(answers.open == [])
  }

  @Test func `a dropped question counts as answered without a yes`() {
    var asked: (@Sendable (Bool?) -> Void)? = answers.ask("A")
    #expect(asked != nil && answers.open == ["A"])
    asked = nil
    #expect(answers.open == [])
    #expect(answers.acceptedBy == nil)
  }

  @Test func `a wait for some modules ends without the others`() async {
    let (first, second, third) = (answers.ask("A"), answers.ask("B"), answers.ask("C"))
    first(false)
    await answers.wait(for: ["A"])
    await answers.wait(for: [])
    async let some: Void = answers.wait(for: ["A", "B"])
    second(nil)
    await some
    #expect(answers.open == ["C"])
    third(false)
    await answers.wait()
  }

  @Test func `a yes ends every wait, even for modules that have not answered`() async {
    let (first, second) = (answers.ask("A"), answers.ask("B"))
    async let all: Void = answers.wait()
    async let other: Void = answers.wait(for: ["B"])
    first(true)
    await all
    await other
    #expect(answers.open == ["B"])
    second(false)
    #expect(answers.acceptedBy == "A")
  }

  @Test func `each yes after the wait is reported to the last callback`() {
    let log = Log()
    let asked = (["A", "B", "C", "D"] as [ModuleName]).map { answers.ask($0) }
    asked[0](true)
    answers.proceed { log.add("first \($0)") }
    answers.proceed { log.add("\($0)") }
    asked[1](true)
    asked[2](false)
    asked[3](true)
    #expect(log.lines == ["B", "D"])
    #expect(answers.acceptedBy == "A")
  }
}
