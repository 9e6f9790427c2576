// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Safe mode as tables: how launches ended, and what doesn't run afterwards.
struct QuarantineTests {
  typealias End = LaunchJournal.End

  private static func after(_ ends: [End], _ policy: Quarantine.Policy = .init()) -> Quarantine {
    ends.reduce(Quarantine()) { $0.next(after: $1, policy) }
  }

  private static let lived = Array(repeating: End.survived, count: 3)

  private static func died(_ names: String...) -> End { .died(inFlight: names) }

  @Test(
    arguments: [
      ([], .none, []),
      ([died("a")], .suspects, ["a"]),
      ([died()], .none, []),
      ([died(), died()], .none, []),
      ([died(), died(), died()], .half, []),
      ([died("a"), died("b")], .suspects, ["a", "b"]),
      ([died("a"), died("b"), died("c")], .half, ["a", "b", "c"]),
      ([died("a"), died(), died(), died()], .essentialOnly, ["a"]),
      ([died("a"), died(), died(), died(), died()], .essentialOnly, ["a"]),
      ([died(), died(), .survived, died(), died()], .none, []),
      ([died("a"), .excused(reason: "it was asked to stop")], .suspects, ["a"]),
      ([died("a"), died("a"), .none], .none, []),
      ([.excused(reason: "it was asked to stop"), .survived], .none, []),
    ] as [([End], Quarantine.Level, [String])])
  func `each death raises the level of safe mode step by step`(
    ends: [End], level: Quarantine.Level, suspects: [String]
  ) {
    let state = Self.after(ends)
    #expect(state.level == level)
    #expect(state.suspects == Set(suspects))
  }

  @Test(
    arguments: [
      ([died("a")] + lived, .suspects, [], ["a"]),
      ([died("a")] + lived + [.survived], .none, [], []),
      ([died("a"), .survived, .survived], .suspects, ["a"], []),
      ([died("a"), .survived, .survived, died(), .survived, .survived], .suspects, ["a"], []),
      ([died("a", "b"), .survived, .survived, .survived], .suspects, ["a"], []),
      ([died("a", "b"), .survived, .survived, .survived, .survived], .suspects, [], ["a"]),
      ([died("a"), died(), died()] + lived, .suspects, ["a"], []),
      ([died("a"), died(), died()] + lived + [.survived, .survived], .suspects, ["a"], []),
      ([died(), died(), died(), died()] + lived + [.survived, .survived], .half, [], []),
      ([died("a")] + lived + [died("a")], .suspects, ["a"], []),
      ([died("a", "b", "c", "d"), .survived], .suspects, ["a", "b"], ["c", "d"]),
      ([died("a", "b", "c", "d"), .survived, .survived], .suspects, ["a"], ["b"]),
      ([died("a", "b", "c", "d"), .survived, died("c", "x")], .suspects, ["c"], []),
      ([died("a", "b", "c", "d"), .survived, died("x")], .suspects, ["c", "d"], []),
      ([died(), died(), died()] + lived, .none, [], []),
      ([died(), died(), died(), died()] + lived, .half, [], []),
      ([died(), died(), died(), died()] + lived + lived, .none, [], []),
    ] as [([End], Quarantine.Level, [String], [String])])
  func `surviving launches lower the level step by step`(
    ends: [End], level: Quarantine.Level, suspects: [String], onTrial: [String]
  ) {
    let state = Self.after(ends)
    #expect(state.level == level)
    #expect(state.suspects == Set(suspects))
    #expect(state.onTrial == Set(onTrial))
  }

  @Test func `the policy sets the thresholds`() {
    let policy = Quarantine.Policy(suspectDeaths: 2, deaths: 5, survivals: 1)
    #expect(Self.after([Self.died("a")], policy).level == .none)
    #expect(Self.after([Self.died("a"), Self.died("b")], policy).suspects == ["b"])
    let four = Array(repeating: Self.died(), count: 4)
    #expect(Self.after(four, policy).level == .none)
    #expect(Self.after(four + [Self.died()], policy).level == .half)
    #expect(Self.after(four + [Self.died(), .survived], policy).level == .none)
  }

  @Test func `the guilty task is found among many`() {
    for count in 1...12 {
      let tasks = (0..<count).map { "task \($0)" }
      for guilty in tasks {
        var state = Quarantine().next(after: .died(inFlight: tasks), .init())
        var launches = 0
        // Each task that runs beside the guilty one is a suspect, too.
        while state.suspects != [guilty], launches < 20 {
          let runs = tasks.filter { !state.suspects.contains($0) }
          let end: End = runs.contains(guilty) ? .died(inFlight: runs) : .survived
          state = state.next(after: end, .init())
          launches += 1
        }
        #expect(state.suspects == [guilty], "\(guilty) of \(count) in \(launches) launches")
      }
    }
  }

  @Test func `a repair that died is not repeated until a launch survives`() {
    let state = Self.after([Self.died("a"), Self.died(Quarantine.repair)])
    #expect(state.isRepairBroken)
    #expect(state.suspects == ["a"])
    #expect(!state.next(after: .survived, .init()).isRepairBroken)
  }
}
