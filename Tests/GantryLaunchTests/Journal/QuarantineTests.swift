// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Safe mode as tables: how launches ended, and what doesn't run afterwards.
struct QuarantineTests {
  typealias End = LaunchJournal.End

  private static func after(_ ends: [End], _ policy: Quarantine.Policy = .init()) -> Quarantine {
    ends.reduce(Quarantine()) { $0.next(after: $1, policy) }
  }

  private static func lived(_ count: Int) -> [End] { Array(repeating: .survived, count: count) }

  private static func died(_ names: String..., runs: [String] = []) -> End {
    .died(inFlight: names, runs: runs)
  }

  private static let others = Quarantine.others

  @Test(
    arguments: [
      ([], []),
      ([died("a")], ["a"]),
      ([died()], []),
      ([died(), died()], []),
      ([died(), died(), died()], [others]),
      ([died(), died(), died(), died()], [others]),
      ([died("a"), died("b")], ["a", "b"]),
      ([died("a"), died("b"), died("c"), died("d")], ["a", "b", "c", "d"]),
      ([died("a"), died(), died()], ["a"]),
      ([died("a"), died(), died(), died()], ["a", others]),
      ([died("a"), died("a"), died("a"), died("a")], ["a", others]),
      ([died(), died(), died("a"), died(), died()], ["a"]),
      ([died(), died(), .survived, died(), died()], []),
      // Work may only have been waiting when the process died.
      ([died(runs: ["r", "s"])], []),
      ([died(runs: ["r"]), .survived, died(runs: ["r"])], []),
      ([died(runs: ["r"]), died(runs: ["r", "s"])], ["r", "s"]),
      ([died(runs: ["r"]), died(runs: ["r"]), died(), died()], ["r"]),
      ([died("a", runs: ["r"])], ["a"]),
      ([died("a", runs: ["r"]), died(runs: ["r"])], ["a", "r"]),
      ([died("a"), .excused(reason: "it was asked to stop")], ["a"]),
      ([died("a"), died("a"), .none], []),
      ([.excused(reason: "it was asked to stop"), .survived], []),
    ] as [([End], Set<String>)])
  func `deaths name suspects, and repeated ones without a new suspect leave only what is essential`(
    ends: [End], suspects: Set<String>
  ) {
    let state = Self.after(ends)
    #expect(Set(state.suspects.keys) == suspects)
    #expect(state.trial == nil)
    #expect(state.isEssentialOnly == suspects.contains(Self.others))
  }

  @Test(
    arguments: [
      ([died("a")] + lived(2), ["a": 1], nil),
      ([died("a")] + lived(3), [:], "a"),
      ([died("a")] + lived(4), [:], nil),
      ([died("a")] + lived(3) + [died("a")], ["a": 6], nil),
      ([died("a")] + lived(3) + [died()], ["a": 6], nil),
      // The death is blamed on the work that was under way.
      ([died("a")] + lived(3) + [died("b")], ["a": 3, "b": 3], nil),
      ([died("a")] + lived(3) + [died("a", "b", runs: ["r"])], ["a": 6], nil),
      (
        [died(runs: ["r"]), died(runs: ["r"])] + lived(3) + [died("a", runs: ["r"])], ["r": 6], nil
      ),
      ([died("a")] + lived(3) + [died("a")] + lived(6), [:], "a"),
      ([died("a")] + lived(3) + [died("a")] + lived(6) + [died("a")], ["a": 12], nil),
      ([died("a")] + lived(3) + [.excused(reason: "it was asked to stop")], [:], "a"),
      ([died("a", "b")] + lived(3), ["b": 0], "a"),
      ([died("a", "b")] + lived(4), [:], "b"),
      ([died("a", "b")] + lived(5), [:], nil),
      ([died("a", "b")] + lived(3) + [died("a")], ["a": 6, "b": 0], nil),
      ([died("a", "b")] + lived(3) + [died("a")] + lived(1), ["a": 5], "b"),
      ([died(), died(), died()] + lived(3), [:], others),
      ([died(), died(), died()] + lived(4), [:], nil),
      ([died(), died(), died()] + lived(3) + [died()], [others: 6], nil),
      // Now the suspect has a name.
      ([died(), died(), died()] + lived(3) + [died("a")], ["a": 3], nil),
    ] as [([End], [String: Int], String?)])
  func `a suspect is tried again alone, after a number of good launches that doubles`(
    ends: [End], left: [String: Int], trial: String?
  ) {
    let state = Self.after(ends)
    #expect(state.suspects.mapValues(\.left) == left)
    #expect(state.trial == trial)
  }

  @Test(
    arguments: [
      (1, ["a": 2], nil), (2, ["a": 1], nil), (3, [:], "a"), (4, [:], "a"), (1 << 20, [:], "a"),
    ] as [(Int, [String: Int], String?)])
  func `a launch that went on for long counts as several`(
    times: Int, left: [String: Int], trial: String?
  ) {
    let state = Self.after([Self.died("a")]).next(after: .survived, times: times, .init())
    #expect(state.suspects.mapValues(\.left) == left)
    #expect(state.trial == trial)
    // Only a launch that survives counts.
    for end in [Self.died("b"), .excused(reason: "it was asked to stop")] {
      #expect(
        Self.after([Self.died("a")]).next(after: end, times: times, .init()).suspects["a"]?.left
          == 3)
    }
  }

  @Test func `the policy sets the thresholds`() {
    let policy = Quarantine.Policy(suspectDeaths: 2, deaths: 5, survivals: 1)
    #expect(Self.after([Self.died("a")], policy).suspects.isEmpty)
    #expect(Self.after([Self.died("a"), Self.died("b")], policy).suspects.keys.sorted() == ["b"])
    let four = Array(repeating: Self.died(), count: 4)
    #expect(!Self.after(four, policy).isEssentialOnly)
    #expect(Self.after(four + [Self.died()], policy).isEssentialOnly)
    #expect(Self.after(four + [Self.died(), .survived], policy).trial == Self.others)
  }

  @Test func `the guilty task is found among many, and no innocent task is left out for good`() {
    for count in 1...12 {
      let tasks = (0..<count).map { "task \($0)" }
      for guilty in tasks {
        var state = Quarantine().next(after: .died(inFlight: tasks), .init())
        var launches = 0
        while state.suspects.keys.sorted() != [guilty] || state.trial != nil, launches < 60 {
          let runs = tasks.filter { state.suspects[$0] == nil }
          let end: End = runs.contains(guilty) ? .died(inFlight: runs) : .survived
          state = state.next(after: end, .init())
          launches += 1
        }
        #expect(state.suspects.keys.sorted() == [guilty], "of \(count), in \(launches) launches")
      }
    }
  }

  @Test func `a task that always crashes costs ever fewer launches`() {
    var state = Quarantine()
    var deaths: [Int] = []
    for launch in 1...100 {
      let dies = state.suspects["a"] == nil
      if dies { deaths.append(launch) }
      state = state.next(after: dies ? .died(inFlight: ["a"]) : .survived, .init())
    }
    #expect(deaths == [1, 5, 12, 25, 50, 99])
  }

  @Test func `a term has an end, however often the suspect fails`() {
    var state = Quarantine()
    (state.trial, state.trialLength) = ("a", .max / 2)
    let next = state.next(after: .died(inFlight: ["a"]), .init())
    #expect(next.suspects["a"]?.length == 1 << 20)
  }
}
