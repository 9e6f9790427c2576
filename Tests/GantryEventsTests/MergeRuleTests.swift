// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

@Suite struct MergeRuleTests {
  func merge<R>(_ rule: MergeRule<R>, _ answers: [R]) -> R {
    answers.dropFirst().reduce(answers.first ?? rule.unanswered, rule.combine)
  }

  @Test(arguments: [
    ([], false), ([false], false), ([true], true), ([false, true], true), ([true, false], true),
    ([false, false], false),
  ])
  func `any is true if one answer is true`(answers: [Bool], merged: Bool) {
    #expect(merge(.any, answers) == merged)
  }

  @Test(arguments: [
    ([], true), ([false], false), ([true], true), ([false, true], false), ([true, true], true),
  ])
  func `all is false if one answer is false`(answers: [Bool], merged: Bool) {
    #expect(merge(.all, answers) == merged)
  }

  @Test func `any and all state the answer for a held module`() {
    #expect(MergeRule<Bool>.any.held == true)
    #expect(MergeRule<Bool>.all.held == true)
    #expect(MergeRule<Bool>.any(held: nil).held == nil)
    #expect(MergeRule<Bool>.all(held: false).held == false)
  }

  @Test func `all handlers are asked unless the rule stops at the first answer`() {
    #expect(!MergeRule<Bool>.any.stopsAtFirst)
    #expect(MergeRule<Bool>.any(stopsAtFirst: true).stopsAtFirst)
    #expect(!MergeRule<Bool>.all.stopsAtFirst)
    #expect(MergeRule<Bool>.all(stopsAtFirst: true).stopsAtFirst)
  }

  @Test(arguments: [([], nil), ([nil], nil), ([nil, 2, 3], 2), ([1, nil], 1)])
  func `first is the first that is not nil`(answers: [Int?], merged: Int?) {
    #expect(merge(.first(), answers) == merged)
    #expect(MergeRule<Int?>.first().held == nil)
  }

  @Test func `union has every answered element`() {
    #expect(merge(.union, []) == Set<Int>())
    #expect(merge(.union, [[1], [2, 1]]) == Set([1, 2]))
  }

  @Test func `concatenation keeps the order`() {
    #expect(merge(.concatenation, []) == [Int]())
    #expect(merge(.concatenation, [[2], [1, 3]]) == [2, 1, 3])
  }
}
