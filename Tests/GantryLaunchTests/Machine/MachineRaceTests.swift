// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Inputs that arrive at the same time in an app, in each order.
///
/// The modules are those of `MachineModuleTests`.
@Suite struct MachineRaceTests {
  typealias Row = MachineRow
  typealias Step = MachineScript.Step

  private static let running = MachineModuleTests.running
  private static let failed = LaunchOutcome.failed(message: "x")

  /// Only `Profile` runs before *ready*, and a caller waits for *ready*.
  private static let almostReady: [Step] = [
    .start, .launches("Base"), .launches("Shop"), .launches("Cart"), .launches("Login"),
    .begins("Profile"), .creates("Profile"), .waits(1, for: .ready),
  ]

  @Test(arguments: [
    Row(
      "ready", almostReady, .ends("Profile"), "launched Profile", "ready", "resume 1: done",
      "run Shop.sync"),
    Row("cancelled, then what would be ready", almostReady + [.cancelStart], .ends("Profile")),
    Row("ready, then cancelled", almostReady + [.ends("Profile")], .cancelStart, "refused: over"),
    Row("overdue, then what would be ready", almostReady + [.overdue], .ends("Profile")),
    Row("ready, then overdue", almostReady + [.ends("Profile")], .overdue, "refused: over"),
    Row("overdue, then cancelled", almostReady + [.overdue], .cancelStart, "refused: over"),
    Row("cancelled, then overdue", almostReady + [.cancelStart], .overdue, "refused: over"),
  ])
  func `the first of ready, a cancellation and the limit decides a start`(row: Row) throws {
    try check(row)
  }

  @Test(arguments: [(Step.cancelStart, "cancelled"), (.overdue, "overdue")])
  func `a start that ends answers who waits for ready, and cancels the rest`(
    step: Step, reason: String
  ) throws {
    var script = try MachineScript(MachineModuleTests.modules)
    script.take(Self.almostReady)
    let words = script.take(step)
    #expect(words.starts(with: ["stop: \(reason)", "cancel all"]))
    #expect(words.last == "resume 1: \(reason)")
    #expect(script.machine.outcome(of: script.node("Shop.sync")) == .cancelled)
  }

  @Test(arguments: [
    Row(
      "what the module requires begins first", running, .demands("Tour.play"), "run Search.init"),
    Row(
      "then the module",
      running + [.demands("Tour.play"), .runs("Search.init"), .runs("Search.load")],
      .runs("Search"), "launched Search", "run Tour.init"),
    Row(
      "what was asked for before begins once", running + [.demands("Search.load")],
      .demands("Tour.play")),
    Row(
      "a failure answers who waits for the module",
      running + [
        .demands("Tour.play"), .runs("Search.init"), .begins("Search.load"),
        .waits(1, for: .outcome("Tour")),
      ], .ends("Search.load", failed), "Search.load failed: x", "Search blocked by Search.load",
      "discard Search: blocked by Search.load", "detach Search: blocked by Search.load",
      "Tour.init blocked by Search ← Search.load",
      "Tour.play blocked by Tour.init ← Search ← Search.load",
      "Tour blocked by Tour.init ← Search ← Search.load",
      "discard Tour: blocked by Tour.init ← Search ← Search.load",
      "detach Tour: blocked by Tour.init ← Search ← Search.load",
      "resume 1: blocked by Tour.init ← Search ← Search.load",
      "Tour.rate blocked by Tour ← Tour.init ← Search ← Search.load"),
    Row(
      "what has failed stays so",
      running + [
        .demands("Search.load"), .begins("Search.init"), .ends("Search.init", failed),
      ], .demands("Tour.play")),
  ])
  func `a demand reaches what the module requires`(row: Row) throws { try check(row) }

  private func check(_ row: Row) throws {
    var script = try MachineScript(MachineModuleTests.modules)
    script.take(row.given)
    let before = script.machine
    #expect(script.take(row.step) == row.words)
    if row.words.first?.hasPrefix("refused") == true { #expect(script.machine == before) }
  }

  @Test func `an idle task that has not begun ends with the run`() throws {
    var script = try MachineScript([FakeModule("Lab", tasks: .task("tidy", .idle))])
    script.take([.start, .runs("Lab")])
    let tidy = script.node("Lab.tidy")
    #expect(script.machine.hasIdleTurn(tidy))
    #expect(script.take(.stop) == ["stop: stopped", "cancel all"])
    #expect(script.take(.begins("Lab.tidy")) == ["refused: stale", "Lab.tidy cancelled"])
    #expect(!script.machine.hasIdleTurn(tidy))
  }

  @Test func `a demand hurries an idle task that has not begun`() throws {
    var script = try MachineScript([FakeModule("Lab", tasks: .task("tidy", .idle))])
    script.take([.start, .runs("Lab")])
    #expect(script.take(.demands("Lab.tidy")) == ["end idle wait of Lab.tidy"])
    #expect(!script.machine.hasIdleTurn(script.node("Lab.tidy")))
  }
}
