// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Inputs that arrive at the same time in an app, in each order.
///
/// The modules are those of `MachineSwitchingTests`.
@Suite struct MachineRaceTests {
  typealias Row = MachineRow
  typealias Step = MachineScript.Step

  private static let running = MachineSwitchingTests.running
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
    var script = try MachineScript(MachineSwitchingTests.modules)
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
    Row("nothing runs if it is off", running + [.off("Search")], .demands("Tour.play")),
  ])
  func `a demand reaches what the module requires`(row: Row) throws { try check(row) }

  /// Two callers wait for the return of `Base`, which is still leaving.
  private static let twice: [Step] =
    running + [
      .off("Base"), .on("Base"), .waits(1, for: .returned), .on("Base"), .waits(2, for: .returned),
    ]
  private static let gone: [Step] = [.gone("Cart"), .gone("Shop"), .gone("Base")]

  @Test(arguments: [
    Row(
      "one launch answers both", twice + gone + [.launches("Base"), .launches("Shop")],
      .launches("Cart"), "launched Cart", "resume 1: back: Base Shop Cart Tour",
      "resume 2: back: Base Shop Cart Tour"),
    Row(
      "who switched it off hears when it is gone, who switched it on does not yet",
      running + [
        .off("Cart"), .waits(1, for: .gone), .on("Cart"), .waits(2, for: .returned),
      ], .gone("Cart"), "announce Cart", "announce Tour", "resume 1: done", "run Cart 2"),
    Row(
      "switched off meanwhile, both hear of it at once", twice, .off("Base"), "off already",
      "discard Tour: switched off with Base", "detach Tour: switched off with Base",
      "resume 1: done", "resume 2: done"),
    Row(
      "and it stays off", twice + [.off("Base"), .gone("Cart"), .gone("Shop")], .gone("Base")),
    Row(
      "not while it launches", twice + gone + [.begins("Base.init")], .off("Base"),
      "refused: Cart is launching"),
    Row(
      "switched on once more, only the last caller waits",
      twice + [.off("Base"), .on("Base"), .waits(3, for: .returned)] + gone + [
        .launches("Base"), .launches("Shop"),
      ], .launches("Cart"), "launched Cart", "resume 3: back: Base Shop Cart Tour"),
  ])
  func `two callers switch a module on, and one switches it off`(row: Row) throws {
    try check(row)
  }

  /// A caller waits for the return of `Cart`, which is still leaving.
  private static let pending: [Step] =
    running + [.off("Cart"), .on("Cart"), .waits(1, for: .returned)]

  @Test(arguments: [
    Row(
      "what it requires", pending, .fails("Base"), "off: Shop Base", "leaving: Shop Base"),
    Row(
      "then it stays off, and the caller hears of it", pending + [.fails("Base")], .gone("Cart"),
      "shut down Shop", "resume 1: none back"),
    Row("the module that leaves", pending, .fails("Cart"), "refused: stale"),
    Row(
      "another one", pending, .fails("Profile"), "off: Profile", "leaving: Profile",
      "shut down Profile"),
    Row(
      "then it comes back", pending + [.fails("Profile")], .gone("Cart"), "announce Cart",
      "announce Tour", "run Cart 2"),
    Row(
      "an essential one, and the caller hears of it at once", pending, .fails("Login"),
      "stop: failure Login: broken", "cancel all", "Search.init cancelled",
      "Search.load cancelled", "Search cancelled", "discard Search: cancelled",
      "detach Search: cancelled", "resume 1: nothing"),
    Row("then it stays off", pending + [.fails("Login")], .gone("Cart")),
    Row(
      "a stop does the same", pending + [.stop], .gone("Cart")),
  ])
  func `a module fails while another one is about to come back`(row: Row) throws {
    try check(row)
  }

  @Test(arguments: [
    Row(
      "its requirement stays off", running + [.off("Base"), .on("Base"), .off("Shop")],
      .on("Cart"), "refused: requires Shop"),
    Row(
      "that itself asks for what it requires", running + [.off("Base"), .on("Base"), .off("Shop")],
      .on("Shop"), "refused: requires Base"),
    Row(
      "the others still come back", running + [.off("Base"), .on("Base"), .off("Shop")],
      .on("Base"), "returning"),
    Row(
      "another requirement was switched off",
      running + [.off("Cart"), .on("Cart"), .off("Search")], .on("Tour"),
      "refused: requires Cart Search"),
    Row(
      "another requirement has failed",
      running + [.demands("Search.load"), .settles, .off("Cart"), .on("Cart"), .fails("Search")],
      .on("Tour"), "refused: requires Cart Search"),
    Row(
      "what the first of them requires has failed", pending + [.fails("Base")], .on("Cart"),
      "refused: requires Shop"),
  ])
  func `a module that no longer comes back with others is not promised`(row: Row) throws {
    try check(row)
  }

  /// `Cart` comes back with `Base`, and then again while `Shop.sync`, which came with it, still runs.
  @Test func `a module that came back twice belongs to the return that was last`() throws {
    var script = try MachineScript(MachineSwitchingTests.modules)
    script.take(Self.running + [.off("Base"), .settles, .on("Base")])
    script.take([.launches("Base"), .runs("Shop"), .launches("Cart")])
    for _ in 1...8 {
      script.take([.off("Cart"), .gone("Cart"), .on("Cart")])
      let last = script.coming
      #expect(script.machine.root(ofReturning: script.module("Cart")) == script.module("Cart"))
      #expect(script.take(.on("Cart")) == ["returning"])
      #expect(script.coming == last)
      script.take(.launches("Cart"))
    }
  }

  /// `Store` is gone and back while `Feed`, which was created before it, still leaves.
  @Test func `a departure has only the lives of modules that left with it`() throws {
    var script = try MachineScript([
      FakeModule("Feed", tasks: .task("load", requires: "Store")), FakeModule("Store"),
    ])
    script.take([.start, .runs("Feed.init"), .settles, .off("Store"), .gone("Store")])
    script.take([.off("Feed"), .on("Store"), .launches("Store")])
    // Code of the new `Store` has to wait for `Feed`, which leaves after the old one.
    script.take(.off("Feed"))
    #expect(script.take(.waits(1, for: .gone, module: "Store")) == [])
    #expect(script.take(.off("Store")).last == "shut down Store")
    // The second switch is about the new `Store`.
    #expect(script.take(.off("Store")) == ["off already"])
    script.take(.waits(2, for: .gone))
    #expect(script.take(.gone("Store")) == ["resume 2: done"])
    #expect(script.take(.gone("Feed")) == ["resume 1: done"])
  }

  /// `Own` and `Yard` require `Login`, `Own` also `Rail`. They leave in the order `Yard`, `Own`, `Login`.
  @Test(arguments: [
    Row(
      "what the module of a shutdown requires",
      [.settles, .off("Yard"), .off("Login"), .waits(1, for: .gone, module: "Yard")], .gone("Own"),
      "resume 1: done"),
    Row("for any other caller", [.settles, .off("Yard"), .off("Login")], .waits(1, for: .gone)),
    Row(
      "what a running task of a failed module holds up",
      [.begins("Yard.sync"), .fails("Login"), .off("Rail")],
      .waits(1, for: .gone, node: "Yard.sync"), "resume 1: done"),
    Row(
      "a departure behind one that leaves later", [.settles, .off("Login"), .off("Rail")],
      .waits(1, for: .gone, module: "Yard"), "resume 1: done"),
    Row(
      "a return behind it", [.settles, .off("Login"), .off("Rail"), .on("Rail")],
      .waits(1, for: .returned, module: "Yard"), "resume 1: done"),
    Row(
      "but what leaves before", [.settles, .off("Login"), .off("Rail")],
      .waits(1, for: .gone, module: "Login")),
    Row(
      "off again, a module that never existed waits for what requires it",
      [.settles, .off("Note"), .off("Note"), .waits(1, for: .gone)], .gone("Pad"),
      "resume 1: done"),
  ])
  func `a call does not wait for what waits for its caller`(row: Row) throws {
    var script = try MachineScript([
      FakeModule("Login"), FakeModule("Rail"), FakeModule("Own", requires: "Login", "Rail"),
      FakeModule("Yard", requires: "Login", tasks: .task("sync", .afterReady)),
      FakeModule("Note", isFunction: true), FakeModule("Pad", requires: "Note"),
    ])
    script.take([
      .start, .launches("Login"), .launches("Rail"), .launches("Yard"), .launches("Own"),
    ])
    script.take([.launches("Note"), .launches("Pad")] + row.given)
    #expect(script.take(row.step) == row.words)
  }

  @Test func `a return waits for code of a module that it does not bring back`() throws {
    var script = try MachineScript([
      FakeModule("Feed", tasks: .task("load", requires: "Store")), FakeModule("Store"),
    ])
    script.take([.start, .runs("Feed.init"), .settles, .off("Feed"), .off("Store"), .on("Store")])
    #expect(script.take(.waits(1, for: .returned, module: "Feed")) == [])
  }

  @Test func `a task that never ran has no record of its own, however often its module goes off`()
    throws
  {
    var script = try MachineScript(MachineSwitchingTests.modules)
    script.take(Self.running + [.off("Search"), .settles, .off("Search"), .on("Search")])
    script.take([.demands("Search.load"), .settles])
    #expect(script.machine.firstRecords[script.node("Search.load")] == nil)
    #expect(script.machine.nodes[script.node("Search.load")].outcome == .succeeded)
  }

  /// The returns of `Queue` and `Relay` begin as `Pump` goes off, since `Dial` and `Echo` then stay off.
  @Test func `two returns in one step do not let a task pass its milestone`() throws {
    var script = try MachineScript([
      FakeModule("Zone"), FakeModule("Queue", isFunction: true),
      FakeModule("Relay", isFunction: true), FakeModule("Pump"),
      FakeModule("Dial", requires: "Queue", "Pump"), FakeModule("Echo", requires: "Relay", "Pump"),
      FakeModule(
        "Mail", tasks: .task("send", .afterReady, requires: "Queue", "Zone"),
        .task("note", .afterReady, wants: "Mail.send", after: "seen")),
    ])
    script.take([.start, .begins("Zone"), .ends("Zone", .failed(message: "x")), .settles])
    script.take([.off("Queue"), .off("Relay"), .on("Queue"), .on("Relay")])
    #expect(script.take(.off("Pump")).contains("announce Relay"))
    #expect(script.machine.nodes[script.node("Mail.note")].phase == .waiting)
  }

  private func check(_ row: Row) throws {
    var script = try MachineScript(MachineSwitchingTests.modules)
    script.take(row.given)
    let before = script.machine
    #expect(script.take(row.step) == row.words)
    if row.words.first?.hasPrefix("refused") == true { #expect(script.machine == before) }
  }

  @Test func `a return whose launch fails answers its own callers, and others go on`() throws {
    var script = try MachineScript(MachineSwitchingTests.modules)
    script.take(
      Self.running + [
        .off("Cart"), .settles, .off("Base"), .settles, .on("Base"), .waits(1, for: .returned),
        .on("Cart"), .waits(2, for: .returned), .begins("Base.init"),
      ])
    #expect(
      script.take(.ends("Base.init", Self.failed)).suffix(2) == [
        "resume 1: back: Base Shop", "resume 2: back: Cart Tour",
      ])
  }

  @Test func `a caller for a module that then stays off hears what came back`() throws {
    var script = try MachineScript(MachineSwitchingTests.modules)
    script.take(
      MachineSwitchingTests.offBase + [
        .on("Base"), .waits(1, for: .returned), .on("Cart"), .waits(2, for: .returned),
        .off("Cart"), .gone("Cart"), .gone("Shop"), .gone("Base"), .launches("Base"),
        .runs("Shop"),
      ])
    #expect(
      script.take(.runs("Shop.sync")).suffix(2) == [
        "resume 1: back: Base Shop", "resume 2: back: Base Shop",
      ])
  }

  @Test func `a demand for a task that waits for a milestone ends when its module goes off`() throws
  {
    var script = try MachineScript(MachineSwitchingTests.modules)
    script.take(
      Self.running + [
        .demands("Tour.rate"), .settles, .off("Tour"), .settles, .on("Tour"), .settles,
      ])
    #expect(script.take(.reaches("seen")) == [])
  }

  @Test func `an idle task that has not begun does not hold up its module`() throws {
    var script = try MachineScript([
      FakeModule("Cam"), FakeModule("Lab", requires: "Cam", tasks: .task("tidy", .idle)),
    ])
    script.take([.start, .launches("Cam"), .runs("Lab")])
    let tidy = script.node("Lab.tidy")
    #expect(script.machine.hasIdleTurn(tidy))
    #expect(script.take(.fails("Cam")).contains("hurry Lab.tidy"))
    #expect(!script.machine.hasIdleTurn(tidy))
  }

  @Test(arguments: [["Arm", "Cam"], ["Cam", "Arm"]])
  func `the demand for a task whose body runs as its module fails ends, too`(gone: [String]) throws
  {
    var script = try MachineScript([
      FakeModule("Arm"), FakeModule("Cam"),
      FakeModule("Lab", requires: "Arm", "Cam", tasks: .task("scan", .onDemand)),
    ])
    script.take([
      .start, .launches("Arm"), .launches("Cam"), .demands("Lab.scan"), .runs("Lab.init"),
      .begins("Lab.scan"), .fails("Cam"), .off("Arm"), .on("Cam"), .on("Arm"),
      .ends("Lab.scan"), .gone("Lab"),
    ])
    for name in gone { script.take([.gone(name), .launches(name)]) }
    #expect(script.machine.modules[script.module("Lab")].off == nil)
    #expect(script.machine.nodes[script.node("Lab.scan")].phase == .waiting)
    #expect(script.machine.nodes[script.node("Lab.init")].phase == .waiting)
  }
}
