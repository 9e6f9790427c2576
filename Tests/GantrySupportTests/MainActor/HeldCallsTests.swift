// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@Suite struct HeldCallsTests {
  /// A sample every 40 milliseconds with a threshold of 100: the marks of the running calls, outermost
  /// first, and how many of them are reported with how much time.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let samples: [[UInt64]]
    /// By sample: how many calls, and milliseconds.
    let reports: [Int: [Int]]
  }

  @Test(arguments: [
    Case(
      testDescription: "a call that is long is reported once",
      samples: [[1], [1], [1], [1], [1], [1], [1], [1]], reports: [3: [1, 120]]),
    Case(
      testDescription: "a call that is short is not", samples: [[1], [1], [1], []], reports: [:]),
    Case(
      testDescription: "many short ones are not one long one",
      samples: [[1], [1], [2], [2], [3], [3], [4], [4]], reports: [:]),
    Case(
      testDescription: "a call around many short ones is long itself",
      samples: [[1, 2], [1, 2], [1, 3], [1, 3]], reports: [3: [1, 120]]),
    Case(
      testDescription: "the inner one is reported, with the caller",
      samples: [[1, 2], [1, 2], [1, 2], [1, 2], [1], [1]], reports: [3: [2, 120]]),
    Case(
      testDescription: "the caller of a long one is reported for what follows",
      samples: [[1, 2], [1, 2], [1, 2], [1, 2], [1], [1], [1]],
      reports: [3: [2, 120], 6: [1, 120]]),
    Case(
      testDescription: "of three, the middle one",
      samples: [[1, 2, 3], [1, 2, 3], [1, 2, 4], [1, 2, 4]], reports: [3: [2, 120]]),
    Case(
      testDescription: "an idle main actor ends all",
      samples: [[1], [1], [1], [], [1], [1], [1]], reports: [:]),
  ])
  func `the innermost call over the threshold is reported, once`(row: Case) {
    var runs = HeldCalls()
    for (place, sample) in row.samples.enumerated() {
      let found = runs.see(sample, at: .milliseconds(40 * place), over: .milliseconds(100))
      let expected = row.reports[place]
      #expect(found?.count == expected?[0], "sample \(place)")
      #expect(found?.duration == expected.map { .milliseconds($0[1]) }, "sample \(place)")
    }
  }
}

@Suite struct AwaitedAnswerTests {
  enum Input {
    /// At a time in milliseconds, whether known code holds the main actor.
    case sample(Int, isHeld: Bool, AwaitedAnswer.Step)
    case wait(UInt64)
    case end(UInt64)
    case answer
  }

  @Test(
    arguments: [
      // Nothing waits.
      [.sample(0, isHeld: false, .none), .sample(500, isHeld: false, .none)],
      // It answers each time.
      [
        .wait(1), .sample(0, isHeld: false, .ask), .answer, .sample(60, isHeld: false, .ask),
        .answer, .sample(500, isHeld: false, .ask),
      ],
      // One silence is reported once, and the next one again.
      [
        .wait(1), .sample(0, isHeld: false, .ask), .sample(60, isHeld: false, .none),
        .sample(120, isHeld: false, .report(.milliseconds(120))),
        .sample(500, isHeld: false, .none), .answer, .sample(560, isHeld: false, .ask),
        .sample(660, isHeld: false, .report(.milliseconds(100))),
      ],
      // Known code is named separately; the silence after it is measured anew.
      [
        .wait(1), .sample(0, isHeld: false, .ask), .sample(60, isHeld: true, .none),
        .sample(400, isHeld: true, .none), .sample(450, isHeld: false, .none),
        .sample(500, isHeld: false, .report(.milliseconds(100))),
      ],
      // The task has its turn while the question is still open.
      [
        .wait(1), .sample(0, isHeld: false, .ask), .end(1), .sample(500, isHeld: false, .none),
        .wait(2), .sample(560, isHeld: false, .none),
        .sample(660, isHeld: false, .report(.milliseconds(100))),
      ],
    ] as [[Input]])
  func `an answer is requested while work waits, and its absence is reported`(inputs: [Input]) {
    var answer = AwaitedAnswer()
    for (place, input) in inputs.enumerated() {
      switch input {
      case .sample(let time, let isHeld, let step):
        let found = answer.see(
          isHeld: isHeld, at: .milliseconds(time), over: .milliseconds(100))
        #expect(found == step, "input \(place)")
      case .wait(let number): answer.waiting.insert(number)
      case .end(let number): answer.waiting.remove(number)
      case .answer: answer.answered()
      }
    }
  }
}
