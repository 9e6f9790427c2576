// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Waits and their callers.
@Suite struct MachineWaitTests {
  typealias Row = MachineRow
  typealias Step = MachineScript.Step

  private static let opening = MachineTests.opening
  private static let running = MachineTests.running
  private static let failed = MachineTests.failed

  @Test(arguments: [
    Row(
      "ready", [.start, .launches("Base"), .launches("Shop"), .waits(1, for: .ready)],
      .runs("Login"), "launched Login", "ready", "resume 1: done", "run Shop.sync"),
    Row("ready that has come", running, .waits(1, for: .ready), "resume 1: done"),
    Row(
      "ready that can no longer come", opening + [.stop], .waits(1, for: .ready),
      "resume 1: stopped"),
    Row(
      "ready stays when the run ends", running + [.stop], .waits(1, for: .ready), "resume 1: done"),
    Row("an outcome", [.start], .waits(1, for: .outcome("Shop"))),
    Row(
      "an outcome that has come", running, .waits(1, for: .outcome("Shop")), "resume 1: succeeded"),
    Row(
      "an outcome as it comes",
      [
        .start, .begins("Login"), .waits(1, for: .outcome("Login")),
        .waits(2, for: .outcome("Login")),
      ],
      .ends("Login"), "launched Login", "resume 1: succeeded", "resume 2: succeeded"),
    Row(
      "one that gave up waits no longer", [.start, .waits(1, for: .outcome("Login"))], .givesUp(1),
      "resume 1: nothing"),
    Row("quiet", running, .waits(1, for: .quiet), "resume 1: done"),
    Row("quiet while a body runs", opening, .waits(1, for: .quiet)),
    Row(
      "quiet that comes with the last body",
      [.start, .launches("Base"), .launches("Shop"), .launches("Login"), .waits(1, for: .quiet)],
      .runs("Shop.sync"), "resume 1: done"),
    Row(
      "quiet for a body that is the last one",
      [.start, .launches("Base"), .launches("Shop"), .launches("Login"), .begins("Shop.sync")],
      .waits(1, for: .quiet, node: "Shop.sync"), "resume 1: done"),
    Row(
      "quiet for a body before ready that holds up all others",
      [.start, .launches("Login"), .runs("Base.init"), .begins("Base.open")],
      .waits(1, for: .quiet, node: "Base.open"), "resume 1: done"),
    Row(
      "quiet for a body beside another one", [.start, .begins("Login"), .begins("Base.init")],
      .waits(1, for: .quiet, node: "Base.init")),
    Row("bodies that have ended", running, .waits(1, for: .bodies), "resume 1: done"),
    Row(
      "bodies include those that have timed out",
      [
        .start, .launches("Login"), .runs("Base.init"), .timesOut("Base.open"),
        .waits(1, for: .bodies),
      ],
      .ends("Base.open"), "resume 1: done"),
  ])
  func `a wait is answered in the step that reaches its goal`(row: Row) throws {
    var script = try MachineScript(MachineTests.modules)
    script.take(row.given)
    #expect(script.take(row.step) == row.words)
  }

  @Test(arguments: [
    Row(
      "what is needed is demanded with its on-demand tasks", running, .needs("Search"),
      "run Search.init"),
    Row("what is there is not", running, .needs("Base")),
    Row(
      "a module waits for another one", opening, .needs("Search", by: "Base.open"),
      "run Search.init"),
    Row(
      "it can't wait for one that requires it", opening, .needs("Shop", by: "Base.open"),
      "refused: Base.open → Shop → Base → Base.open"),
    Row(
      "any node of the module that waits closes the circle", opening, .needs("Shop", by: "Base"),
      "refused: Base → Shop → Base"),
    Row(
      "a circle of two that use each other", opening + [.needs("Search", by: "Base.open")],
      .needs("Shop", by: "Search.load"),
      "refused: Search.load → Shop → Base → Base.open → Search.load"),
    Row(
      "what was obtained closes no circle",
      opening + [.needs("Search", by: "Base.open"), .obtains("Search", by: "Base.open")],
      .needs("Shop", by: "Search.load")),
    Row(
      "what has launched is held up by nothing", running + [.needs("Search", by: "Shop")],
      .needs("Base", by: "Search.load")),
    Row(
      "a body before ready can't wait for ready", opening, .needsReady(by: "Base.open"),
      "refused: Base.open → Base.open"),
    Row(
      "nor can one that such a body waits for", opening + [.needs("Search", by: "Base.open")],
      .needsReady(by: "Search.load"), "refused: Search.load → Base.open → Search.load"),
    Row(
      "a body before ready can't wait for one that waits for ready",
      opening + [.needsReady(by: "Search.load")], .needs("Search", by: "Base.open"),
      "refused: Base.open → Search.load → Base.open"),
    Row(
      "one that waits for ready no longer closes no circle",
      opening + [.needsReady(by: "Search.load"), .obtainsReady(by: "Search.load")],
      .needs("Search", by: "Base.open"), "run Search.init"),
    Row("any body can wait for a ready that has come", running, .needsReady(by: "Base.open")),
  ])
  func `a use demands its provider, and circles are refused`(row: Row) throws {
    var script = try MachineScript(MachineTests.modules)
    script.take(row.given)
    let before = script.machine
    #expect(script.take(row.step) == row.words)
    if row.words.first?.hasPrefix("refused") == true { #expect(script.machine == before) }
  }
}
