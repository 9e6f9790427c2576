// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import TestRounds
import Testing

import Gantry
@testable import GantryCore

@Suite struct SupervisorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let options: RunOptions
    let inputs: [Supervisor.Input]
    let actions: [Supervisor.Action]
    var testDescription: String { name }

    init(
      _ name: String, _ options: RunOptions, _ inputs: [Supervisor.Input],
      _ actions: [Supervisor.Action]
    ) {
      (self.name, self.options, self.inputs, self.actions) = (name, options, inputs, actions)
    }
  }

  static func second(_ seconds: Int) -> Duration { .seconds(seconds) }

  static func options(
    _ restart: RestartPolicy = .onFailure, _ retry: RetryPolicy = .immediately(5),
    within window: Duration = .seconds(60)
  ) -> RunOptions {
    RunOptions(restart, retry: retry, within: window)
  }

  static let doubling = RetryPolicy(count: 5, delay: .seconds(1), cap: .seconds(3))

  /// Takes the largest random part, a half, off each pause that grows.
  private struct MostRandom: RandomNumberGenerator {
    func next() -> UInt64 { .max }
  }

  @Test(arguments: [
    Row("a return is the end", options(), [.launched, .returned(at: .zero)], [.run, .finish]),
    Row(
      "an error begins it again", options(), [.launched, .failed("x", at: .zero), .pauseOver],
      [.run, .pause(.zero), .run]),
    Row(
      "without restarts, an error is the failure of the module", options(.onFailure, .never),
      [.launched, .failed("x", at: .zero)], [.run, .giveUp(reason: "x")]),
    Row(
      "a return is none", options(.onFailure, .never), [.launched, .returned(at: .zero)],
      [.run, .finish]),
    Row(
      "always: a return begins it again", options(.always),
      [.launched, .returned(at: .zero), .pauseOver], [.run, .pause(.zero), .run]),
    Row(
      "each pause is longer, up to the cap", options(.onFailure, doubling),
      [
        .launched, .failed("x", at: second(0)), .pauseOver, .failed("x", at: second(1)),
        .pauseOver, .failed("x", at: second(2)), .pauseOver, .failed("x", at: second(3)),
      ],
      [
        .run, .pause(second(1) / 2), .run, .pause(second(2) / 2), .run, .pause(second(3) / 2), .run,
        .pause(second(3) / 2),
      ]),
    Row(
      "after a good while the pause is the shortest again", options(.onFailure, doubling),
      [
        .launched, .failed("x", at: second(0)), .pauseOver, .failed("x", at: second(30)),
        .pauseOver, .failed("x", at: second(92)),
      ],
      [.run, .pause(second(1) / 2), .run, .pause(second(2) / 2), .run, .pause(second(1) / 2)]),
    Row(
      "work that fails after each long pause doesn't get short ones again",
      options(.onFailure, RetryPolicy(count: .max, delay: second(20), cap: second(200))),
      [
        .launched, .failed("x", at: second(0)), .pauseOver, .failed("x", at: second(20)),
        .pauseOver, .failed("x", at: second(60)), .pauseOver, .failed("x", at: second(140)),
      ],
      [
        .run, .pause(second(10)), .run, .pause(second(20)), .run, .pause(second(40)), .run,
        .pause(second(80)),
      ]),
    Row(
      "one failure more than allowed is that of the module",
      options(.onFailure, .immediately(2), within: second(10)),
      [
        .launched, .failed("a", at: second(0)), .pauseOver, .failed("b", at: second(5)),
        .pauseOver, .failed("c", at: second(9)),
      ],
      [
        .run, .pause(.zero), .run, .pause(.milliseconds(10)), .run,
        .giveUp(reason: "c (after 2 restarts in 10.0 s)"),
      ]),
    Row(
      "restarts of long ago don't count", options(.onFailure, .immediately(1), within: second(10)),
      [
        .launched, .failed("a", at: second(0)), .pauseOver, .failed("b", at: second(10)),
        .pauseOver, .failed("c", at: second(19)),
      ],
      [
        .run, .pause(.zero), .run, .pause(.zero), .run,
        .giveUp(reason: "c (after 1 restart in 10.0 s)"),
      ]),
    Row(
      "returns count, too", options(.always, .never, within: second(10)),
      [.launched, .returned(at: .zero)], [.run, .giveUp(reason: "it has returned")]),
    Row(
      "a stop asks it to end", options(.always),
      [.launched, .stopRequested, .returned(at: .zero)], [.run, .end, .finish]),
    Row(
      "an error in a stop is its end", options(),
      [.launched, .stopRequested, .failed("x", at: .zero)], [.run, .end, .finish]),
    Row(
      "a stop ends a pause", options(),
      [.launched, .failed("x", at: .zero), .stopRequested, .pauseOver],
      [.run, .pause(.zero), .end, .finish]),
    Row(
      "a stop before the launch is for good", options(), [.stopRequested, .launched],
      [.none, .none]),
    Row(
      "what is over is not asked to end", options(),
      [.launched, .returned(at: .zero), .stopRequested], [.run, .finish, .none]),
    Row(
      "a second stop has nothing to do", options(), [.launched, .stopRequested, .stopRequested],
      [.run, .end, .none]),
    Row("a launch begins it once", options(), [.launched, .launched], [.run, .none]),
  ])
  func `each input of a supervisor has its action`(row: Row) {
    var supervisor = Supervisor(row.options)
    var random = MostRandom()
    #expect(row.inputs.map { supervisor.handle($0, using: &random) } == row.actions)
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `restarts stay within their number and pauses within their bounds`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let allowed = Int.random(in: 0...4, using: &random)
    let window = Duration.seconds(Int.random(in: 1...20, using: &random))
    let retry = RetryPolicy(
      count: allowed, delay: .milliseconds(Int.random(in: 0...500, using: &random)),
      factor: Double.random(in: 1...4, using: &random), cap: .seconds(2))
    let options = RunOptions(
      RestartPolicy.allCases.randomElement(using: &random) ?? .always, retry: retry,
      within: window)
    var supervisor = Supervisor(options)
    var now = Duration.zero
    var restarts: [Duration] = []
    var isOver = false
    var wasAsked = false
    for _ in 0..<200 {
      now += .milliseconds(Int.random(in: 0...2_000, using: &random))
      let input: Supervisor.Input =
        switch Int.random(in: 0..<100, using: &random) {
        case ..<30: .failed("x", at: now)
        case ..<50: .returned(at: now)
        case ..<90: .pauseOver
        case ..<98: .launched
        default: .stopRequested
        }
      let action = supervisor.handle(input, using: &random)
      #expect(!isOver || action == .none, "seed \(seed): \(input) after the end")
      if input == .stopRequested { wasAsked = true }
      switch action {
      case .pause(let pause):
        #expect(!wasAsked, "seed \(seed)")
        restarts = restarts.filter { $0 + window > now } + [now]
        #expect(restarts.count <= allowed, "seed \(seed)")
        #expect(pause <= max(retry.cap, .seconds(1)), "seed \(seed)")
        #expect(pause >= retry.wait(before: 1) / 2 - .microseconds(1), "seed \(seed)")
      case .run: #expect(!wasAsked, "seed \(seed)")
      case .finish, .giveUp: isOver = true
      case .end, .none: break
      }
    }
  }

  @Test func `pauses that grow are shorter by up to half, and equal ones are as long as asked`() {
    func pauses(_ retry: RetryPolicy) -> [Duration] {
      (1...100 as ClosedRange<UInt64>).map { seed in
        var random = SeededGenerator(seed: seed)
        var supervisor = Supervisor(Self.options(.always, retry))
        _ = supervisor.handle(.launched, using: &random)
        let action = supervisor.handle(.returned(at: .zero), using: &random)
        if case .pause(let pause) = action { return pause }
        return .zero
      }
    }
    let growing = pauses(Self.doubling).sorted()
    #expect(growing[0] >= .milliseconds(500) && growing[0] < .milliseconds(600))
    #expect(growing[99] <= .seconds(1) && growing[99] > .milliseconds(900))
    #expect(Set(pauses(.every(.seconds(2)))) == [.seconds(2)])
  }

  @Test func `a window accepts any duration`() {
    #expect(RunOptions(within: .seconds(-1)) == RunOptions(within: .zero))
  }

  @Test func `restarts without a pause become slower, and all of them count`() {
    var random = SeededGenerator(seed: 1)
    var supervisor = Supervisor(Self.options(.always, .immediately(.max)))
    _ = supervisor.handle(.launched, using: &random)
    var pauses: [Duration] = []
    var now = Duration.zero
    for _ in 0..<10_000 {
      guard case .pause(let pause) = supervisor.handle(.returned(at: now), using: &random) else {
        Issue.record("it gave up")
        return
      }
      pauses.append(pause)
      now += pause
      #expect(supervisor.handle(.pauseOver, using: &random) == .run)
    }
    #expect(supervisor.restartCount == 10_000)
    let first: [Duration] = [.zero, .milliseconds(10), .milliseconds(20), .milliseconds(30)]
    #expect(Array(pauses.prefix(4)) == first)
    #expect(pauses.last == .seconds(1))
    // A work that has run for the whole window begins anew.
    #expect(
      supervisor.handle(.returned(at: now + .seconds(60)), using: &random) == .pause(.zero))
  }
}
