// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Launching, waiting and stopping, step by step.
///
/// `Shop` requires `Base`, and has a task after its launch; `Login` is essential; `Search` launches
/// at its first use.
@Suite struct MachineTests {
  typealias Row = MachineRow
  typealias Step = MachineScript.Step

  static let failed = LaunchOutcome.failed(message: "x")

  static let modules: [FakeModule] = [
    FakeModule(
      "Base",
      tasks: .task("open", timeout: .seconds(1), retry: RetryPolicy(count: 1, delay: .seconds(1)))),
    FakeModule("Shop", requires: "Base", tasks: .task("sync", .afterReady)),
    FakeModule("Login", isEssential: true),
    FakeModule("Search", tasks: .task("load", .onDemand)),
  ]

  static let opening: [Step] = [.start, .runs("Base.init"), .begins("Base.open")]
  static let again: [Step] = opening + [.ends("Base.open", failed), .rests("Base.open")]
  static let running: [Step] = [.start, .settles]

  func check(_ row: Row) throws {
    var script = try MachineScript(Self.modules)
    script.take(row.given)
    let before = script.machine
    #expect(script.take(row.step) == row.words)
    if row.words == ["refused: stale"] || row.words == ["refused: over"] {
      #expect(script.machine == before)
    }
  }

  @Test(arguments: [
    Row("a body that was not told to run begins", [.start], .begins("Shop", attempt: 1)),
    Row("a body begins twice", opening, .begins("Base.open")),
    Row("a body ends twice", opening, .ends("Base.init")),
    Row("a body times out after its end", opening, .timesOut("Base.init")),
    Row("a body times out twice", opening + [.timesOut("Base.open")], .timesOut("Base.open")),
    Row(
      "a body that has timed out returns twice",
      opening + [.timesOut("Base.open"), .ends("Base.open")], .ends("Base.open")),
    Row("an earlier attempt begins", again, .begins("Base.open", attempt: 1)),
    Row("an earlier attempt ends", again, .ends("Base.open", attempt: 1)),
    Row("an earlier attempt times out", again, .timesOut("Base.open", attempt: 1)),
    Row("a wait between attempts ends twice", again, .rests("Base.open", attempt: 1)),
    Row("a wait ends of a task that does not rest", opening, .rests("Base.open")),
    Row("a module is created twice", opening, .creates("Base.init", attempt: 1)),
    Row(
      "a module is created by a body that has timed out",
      [.start, .begins("Base.init"), .timesOut("Base.init")], .creates("Base.init")),
    Row(
      "a module is created by a body that a close has left behind",
      [.start, .begins("Base.init"), .stop, .close], .creates("Base.init")),
    Row("a module is gone that is not shut down", running, .gone("Shop")),
    Row("nor before its turn", running + [.stop, .close], .gone("Base")),
    Row("a module is gone twice", running + [.stop, .close, .gone("Shop")], .gone("Shop")),
    Row("a module fails that was not created", opening, .fails("Shop")),
    Row("a module fails twice", running + [.fails("Shop")], .fails("Shop")),
    Row("a wait is given up that was answered", running + [.waits(1, for: .ready)], .givesUp(1)),
    Row("a service is obtained that nobody needed", opening, .obtains("Base", by: "Base.open")),
  ])
  func `an input about what is not current is refused and changes nothing`(row: Row) throws {
    try check(Row(row.testDescription, row.given, row.step, "refused: stale"))
  }

  @Test(arguments: [
    Row(
      "a task is tried again after a wait", opening, .ends("Base.open", failed), "rest Base.open"),
    Row(
      "then with the next attempt", Array(again.dropLast()), .rests("Base.open"), "run Base.open 2"),
    Row(
      "a task that times out isn't tried again", opening, .timesOut("Base.open"),
      "Base.open timed out", "cancel Base.open", "Base blocked by Base.open",
      "discard Base: blocked by Base.open", "detach Base: blocked by Base.open",
      "Shop blocked by Base ← Base.open", "discard Shop: blocked by Base ← Base.open",
      "detach Shop: blocked by Base ← Base.open", "Shop.sync blocked by Shop ← Base ← Base.open"),
    Row(
      "a body that has timed out may return", opening + [.timesOut("Base.open")],
      .ends("Base.open")),
    Row("a module is created", [.start, .begins("Base.init")], .creates("Base.init")),
    Row(
      "a module has launched when its tasks have", opening + [.ends("Base.open")], .runs("Base"),
      "launched Base", "run Shop"),
    Row(
      "a module that fails hears and answers nothing",
      opening + [.ends("Base.open"), .launches("Base"), .begins("Shop")], .ends("Shop", failed),
      "Shop failed: x", "discard Shop: failed: x", "detach Shop: failed: x",
      "Shop.sync blocked by Shop"),
    Row(
      "the app is ready when all before it have settled",
      [.start, .launches("Base"), .launches("Shop")], .launches("Login"), "launched Login", "ready",
      "run Shop.sync"),
    Row(
      "an essential failure ends the run at once", [.start, .begins("Login")],
      .ends("Login", failed), "Login failed: x", "discard Login: failed: x",
      "detach Login: failed: x", "stop: essential Login", "cancel all", "Base.open cancelled",
      "Base cancelled", "discard Base: cancelled", "detach Base: cancelled",
      "Search.init cancelled", "Search.load cancelled", "Search cancelled",
      "discard Search: cancelled", "detach Search: cancelled", "Shop cancelled",
      "discard Shop: cancelled", "detach Shop: cancelled", "Shop.sync cancelled"),
    Row(
      "so does one after ready, although another body runs",
      [.start, .launches("Base"), .launches("Shop"), .launches("Login"), .begins("Shop.sync")],
      .fails("Login"), "stop: failure Login: broken", "cancel all", "Search.init cancelled",
      "Search.load cancelled", "Search cancelled", "discard Search: cancelled",
      "detach Search: cancelled"),
    Row(
      "a body that has not begun when the run ends never begins", [.start, .stop],
      .begins("Base.init"), "refused: stale", "Base.init cancelled"),
    Row("a second stop changes nothing", running + [.stop], .stop, "refused: over"),
    Row("a demand comes too late", running + [.stop], .demands("Search.load"), "refused: over"),
    Row("a milestone is reached that nothing knows", running, .reaches("none"), "refused: over"),
    Row("the start is cancelled too late", running, .cancelStart, "refused: over"),
  ])
  func `launching gives the expected actions`(row: Row) throws { try check(row) }

  @Test(arguments: [
    Row(
      "modules are shut down in reverse order of creation", running + [.stop], .close,
      "shut down Shop"),
    Row("one after the other", running + [.stop, .close], .gone("Shop"), "shut down Login"),
    Row(
      "the last one closes the run",
      running + [.stop, .close, .gone("Shop"), .gone("Login"), .waits(1, for: .closed)],
      .gone("Base"), "resume 1: done"),
    Row(
      "a close before the start ends it", [.waits(1, for: .ready)], .close, "cancel all",
      "Base.init cancelled", "Base.open cancelled", "Base cancelled", "discard Base: cancelled",
      "detach Base: cancelled", "Login cancelled", "discard Login: cancelled",
      "detach Login: cancelled", "Search.init cancelled", "Search.load cancelled",
      "Search cancelled", "discard Search: cancelled", "detach Search: cancelled",
      "Shop cancelled", "discard Shop: cancelled", "detach Shop: cancelled",
      "Shop.sync cancelled", "resume 1: stopped"),
    Row(
      "a cancellation before the start ends it, too", [.waits(1, for: .ready)], .cancelStart,
      "cancel all", "Base.init cancelled", "Base.open cancelled", "Base cancelled",
      "discard Base: cancelled", "detach Base: cancelled", "Login cancelled",
      "discard Login: cancelled", "detach Login: cancelled", "Search.init cancelled",
      "Search.load cancelled", "Search cancelled", "discard Search: cancelled",
      "detach Search: cancelled", "Shop cancelled", "discard Shop: cancelled",
      "detach Shop: cancelled", "Shop.sync cancelled", "resume 1: cancelled"),
    Row("then nothing starts", [.cancelStart], .start, "refused: over"),
    Row(
      "a close leaves bodies behind",
      [
        .start, .begins("Login"), .stop, .waits(1, for: .bodies), .waits(2, for: .outcome("Login")),
      ],
      .close, "Base.init cancelled", "Login cancelled", "discard Login: cancelled",
      "detach Login: cancelled", "resume 2: cancelled", "resume 1: nothing"),
    Row("they may return later", [.start, .begins("Login"), .stop, .close], .ends("Login")),
    Row(
      "a module that is created while the run ends is shut down",
      [.start, .begins("Login"), .stop, .creates("Login"), .ends("Login")], .close,
      "Base.init cancelled",
      "shut down Login"),
    Row("and start no other", [.start, .stop, .close], .begins("Base.init"), "refused: stale"),
    Row(
      "a module that failed in its launch is shut down in its turn",
      [
        .start, .launches("Login"), .runs("Base.init"), .timesOut("Base.open"), .stop, .close,
        .gone("Login"),
      ], .waits(1, for: .outcome("Base")), "resume 1: blocked by Base.open"),
    Row("nothing fails in a stop", running + [.stop], .fails("Shop"), "refused: stale"),
  ])
  func `ending gives the expected actions`(row: Row) throws { try check(row) }

  /// Every input about the run when it is over, each of which changes nothing.
  @Test(arguments: [
    Step.start, .cancelStart, .stop, .close, .begins("Base.open"), .creates("Base.init"),
    .timesOut("Base.open"), .rests("Base.open"), .demands("Search.load"),
    .fails("Base"), .gone("Base"), .givesUp(1), .ends("Base.open"),
    .obtains("Base", by: "Shop"),
  ])
  func `a closed run refuses everything`(step: Step) throws {
    var script = try MachineScript(Self.modules)
    script.take(Self.running + [.stop, .close, .settles])
    #expect(script.machine.isClosed)
    let before = script.machine
    let words = script.take(step)
    #expect(words == ["refused: stale"] || words == ["refused: over"])
    #expect(script.machine == before)
  }
}
