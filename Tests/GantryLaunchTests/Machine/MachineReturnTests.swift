// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Nodes of modules that come back: what their new life keeps of the one before, and what not.
@Suite struct MachineReturnTests {
  typealias Row = MachineRow
  typealias Step = MachineScript.Step

  private static let failed = LaunchOutcome.failed(message: "x")

  /// `Disk` has a task that is tried twice, and one for each later stage. `View` has a synchronous
  /// task on the main lane, and `Flag` none.
  private static let modules: [FakeModule] = [
    FakeModule(
      "Disk", tasks: .task("open", retry: .immediately(1)), .task("sync", .afterReady),
      .task("lazy", .onDemand), .task("tidy", .idle), .task("track", .afterReady, after: "seen")),
    FakeModule("View", tasks: .task("show", timeout: .seconds(1)).on(.main)),
    FakeModule("Flag"),
  ]

  private static let offDisk: [Step] = [.start, .settles, .off("Disk"), .settles]
  private static let startingDisk: [Step] = [.start, .launches("Disk")]
  private static let diskIsOpen: [Step] = [.on("Disk"), .runs("Disk.init"), .runs("Disk.open")]
  private static let showTimedOut: [Step] = [
    .start, .launches("Flag"), .launches("Disk"), .runs("View.init"), .begins("View.show"),
    .timesOut("View.show"),
  ]

  @Test(arguments: [
    Row(
      "it has all its attempts again", offDisk + [.on("Disk"), .runs("Disk.init")],
      .ends("Disk.open", failed), "retry Disk.open 2", "run Disk.open 3"),
    Row(
      "and no more",
      offDisk + [.on("Disk"), .runs("Disk.init"), .ends("Disk.open", failed)],
      .ends("Disk.open", failed), "Disk.open failed: x", "Disk blocked by Disk.open",
      "discard Disk: blocked by Disk.open", "detach Disk: blocked by Disk.open",
      "Disk.lazy blocked by Disk ← Disk.open", "Disk.sync blocked by Disk ← Disk.open",
      "Disk.tidy blocked by Disk ← Disk.open", "Disk.track blocked by Disk ← Disk.open"),
    Row(
      "an after-ready task needs no other wait", offDisk + diskIsOpen, .runs("Disk"),
      "launched Disk", "run Disk.sync 2"),
    Row(
      "it waits for ready", startingDisk + [.fails("Disk"), .gone("Disk")] + diskIsOpen,
      .runs("Disk"), "launched Disk"),
    Row(
      "and runs then",
      startingDisk + [.fails("Disk"), .gone("Disk")] + diskIsOpen + [
        .runs("Disk"), .launches("Flag"), .runs("View.init"), .runs("View.show"),
      ], .runs("View"), "launched View", "ready", "run Disk.sync"),
    Row(
      "an idle task runs when nothing else is left", offDisk + diskIsOpen + [.runs("Disk")],
      .runs("Disk.sync"), "run Disk.tidy 2"),
    Row(
      "an on-demand task waits to be asked for again",
      [.start, .settles, .demands("Disk.lazy"), .settles, .off("Disk"), .settles] + diskIsOpen
        + [.runs("Disk"), .runs("Disk.sync")], .runs("Disk.tidy")),
    Row(
      "and runs when it is", offDisk + diskIsOpen + [.runs("Disk"), .settles],
      .demands("Disk.lazy"), "run Disk.lazy"),
    Row(
      "also if its former body runs meanwhile",
      [
        .start, .settles, .demands("Disk.lazy"), .begins("Disk.lazy"), .fails("Disk"), .on("Disk"),
        .demands("Disk.lazy"), .ends("Disk.lazy"), .gone("Disk"), .runs("Disk.init"),
        .runs("Disk.open"),
      ], .runs("Disk"), "launched Disk", "run Disk.sync 2", "run Disk.lazy 2"),
    Row(
      "a task that waits for a milestone waits on",
      offDisk + diskIsOpen + [.runs("Disk"), .settles], .reaches("seen"), "run Disk.track"),
    Row(
      "a milestone that has been reached stays reached",
      [.start, .settles, .reaches("seen"), .settles, .off("Disk"), .settles] + diskIsOpen,
      .runs("Disk"), "launched Disk", "run Disk.sync 2", "run Disk.track 2"),
    Row(
      "a milestone may be reached while it is off", offDisk + [.reaches("seen")] + diskIsOpen,
      .runs("Disk"), "launched Disk", "run Disk.sync 2", "run Disk.track"),
  ])
  func `a task that comes back runs as in a first launch`(row: Row) throws { try check(row) }

  @Test(arguments: [
    Row(
      "ready does not wait for what comes back",
      [
        .start, .launches("Disk"), .begins("View.init"), .ends("View.init", failed), .on("View"),
        .begins("View.init"), .begins("Flag"), .creates("Flag"),
      ], .ends("Flag"), "launched Flag", "ready", "run Disk.sync"),
    Row(
      "what comes back runs beside it",
      [
        .start, .launches("Disk"), .begins("View.init"), .ends("View.init", failed), .on("View"),
      ], .runs("View.init"), "run View.show"),
    Row(
      "on the main lane, a body waits until that of the life before has returned",
      showTimedOut + [.on("View"), .gone("View")], .runs("View.init")),
    Row(
      "and runs then", showTimedOut + [.on("View"), .gone("View"), .runs("View.init")],
      .ends("View.show", attempt: 1), "run View.show 2"),
    Row(
      "the late end is not that of the new attempt",
      showTimedOut + [
        .on("View"), .gone("View"), .runs("View.init"), .ends("View.show", attempt: 1),
        .begins("View.show"), .waits(1, for: .outcome("View.show")),
      ], .ends("View.show", failed), "View.show failed: x", "resume 1: failed: x",
      "View blocked by View.show", "discard View: blocked by View.show",
      "detach View: blocked by View.show"),
  ])
  func `bodies of two lives do not get in each other's way`(row: Row) throws { try check(row) }

  private static let adsFailed: [Step] = [
    .start, .runs("Ads.init"), .begins("Ads.load"), .ends("Ads.load", failed), .settles,
    .off("Feed"), .settles,
  ]

  @Test(arguments: [
    Row(
      "it runs although that has failed", adsFailed, .on("Feed"), "returning", "announce Feed",
      "run Feed 2"),
    Row(
      "it waits while that comes back", adsFailed + [.on("Ads"), .gone("Ads")], .on("Feed"),
      "returning", "announce Feed"),
    Row(
      "and runs if that fails again",
      adsFailed + [
        .on("Ads"), .gone("Ads"), .on("Feed"), .waits(1, for: .returned), .runs("Ads.init"),
        .begins("Ads.load"),
      ], .ends("Ads.load", failed), "Ads.load failed: x", "Ads blocked by Ads.load",
      "discard Ads: blocked by Ads.load", "detach Ads: blocked by Ads.load", "run Feed 2"),
    Row(
      "also if it was told to run before", adsFailed + [.on("Feed"), .on("Ads"), .gone("Ads")],
      .begins("Feed"), "refused: stale"),
    Row(
      "it does not go off with it", [.start, .settles], .off("Ads"), "off: Ads", "leaving: Ads",
      "shut down Ads"),
    Row(
      "its return goes on if that fails",
      [
        .start, .settles, .off("Feed"), .settles, .on("Feed"), .waits(1, for: .returned),
        .fails("Ads"),
      ],
      .runs("Feed"), "launched Feed", "resume 1: back: Feed"),
  ])
  func `a module that comes back waits for what it wants, but does not need it`(
    row: Row
  ) throws {
    try check(row, [FakeModule("Ads", tasks: .task("load")), FakeModule("Feed", wants: "Ads")])
  }

  @Test(arguments: [
    Row(
      "it is asked for again, since a waiting task needs it",
      [
        .start, .settles, .demands("Trip.plan"), .launches("Maps"), .fails("Maps"), .on("Maps"),
      ], .gone("Maps"), "announce Maps", "run Maps.init 2"),
    Row(
      "also if that was told to run",
      [
        .start, .settles, .demands("Trip.plan"), .launches("Maps"), .launches("Ads"),
        .fails("Maps"), .on("Maps"), .gone("Maps"),
      ], .begins("Trip.plan"), "refused: stale", "run Maps.init 2"),
    Row(
      "but not without such a task",
      [.start, .settles, .demands("Maps"), .settles, .fails("Maps"), .on("Maps")],
      .gone("Maps"), "announce Maps"),
  ])
  func `a module for the first use comes back at once if a task waits for it`(row: Row) throws {
    try check(
      row,
      [
        FakeModule("Maps", tasks: .task("load", .onDemand)),
        FakeModule("Ads", tasks: .task("show", .onDemand)),
        FakeModule(
          "Trip", tasks: .task("open"), .task("plan", .onDemand, requires: "Maps", "Ads")),
      ])
  }

  private func check(_ row: Row, _ modules: [FakeModule] = Self.modules) throws {
    var script = try MachineScript(modules)
    script.take(row.given)
    #expect(script.take(row.step) == row.words)
  }

  @Test func `a body that waits for a return does not wait for its idle tasks`() throws {
    var script = try MachineScript(Self.modules)
    script.take(
      Self.offDisk + [
        .off("View"), .settles, .on("View"), .runs("View.init"), .begins("View.show"),
        .on("Disk"), .waits(1, for: .returned, node: "View.show"), .waits(2, for: .returned),
        .runs("Disk.init"), .runs("Disk.open"), .runs("Disk"),
      ])
    #expect(script.take(.runs("Disk.sync")) == ["resume 1: back: Disk"])
    #expect(script.take(.ends("View.show")) == ["run View 2"])
    #expect(script.take(.runs("View")) == ["launched View", "run Disk.tidy 2"])
    #expect(script.take(.runs("Disk.tidy")) == ["resume 2: back: Disk"])
  }

  @Test func `a node that comes back has no outcome until it settles again`() throws {
    var script = try MachineScript(Self.modules)
    script.take(Self.offDisk + [.on("Disk")])
    let open = script.node("Disk.open")
    #expect(script.machine.outcome(of: open) == nil)
    script.take([.runs("Disk.init"), .runs("Disk.open")])
    #expect(script.machine.outcome(of: open) == .succeeded)
  }

  @Test func `a return forgets the late end of the life before`() throws {
    var script = try MachineScript(Self.modules)
    script.take(Self.showTimedOut + [.ends("View.show")])
    let show = script.node("View.show")
    #expect(script.machine.nodes[show].lateEnd == .succeeded)
    script.take([.on("View"), .gone("View")])
    #expect(script.machine.nodes[show].lateEnd == nil)
  }

  private static let returns: [[Step]] = [
    [], [.on("View"), .gone("View")], [.on("View"), .gone("View"), .runs("View.init")],
  ]

  @Test(arguments: returns)
  func `a late end is in the record of the launch, even if the module is back`(steps: [Step]) throws
  {
    var script = try MachineScript(Self.modules)
    script.take(Self.showTimedOut + steps + [.ends("View.show", attempt: 1)])
    let show = script.node("View.show")
    let record = script.machine.firstRecords[show] ?? script.machine.nodes[show]
    #expect(record.outcome == .timedOut && record.lateEnd == .succeeded)
  }

  @Test func `a wait between attempts counts those of this life`() throws {
    var script = try MachineScript([
      FakeModule("A", tasks: .task("open", retry: RetryPolicy(count: 1, delay: .seconds(1))))
    ])
    script.take([.start, .settles, .off("A"), .settles, .on("A"), .runs("A.init")])
    script.take(.ends("A.open", Self.failed))
    #expect(
      script.machine.wait(for: "A.open")?.state == .resting(attempt: 2, failure: "x"))
  }

  /// With two places, two of the bodies that hang lend theirs, and the third keeps its own.
  @Test func `a body that hangs gives up its place when its task comes back`() throws {
    let tasks = ["a", "b", "c"].map { FakeModule.Task.task($0, timeout: .seconds(1)) }
    var module = FakeModule("A")
    module.tasks = tasks.map { $0.on(.background) }
    var script = try MachineScript([module])
    script.take([.start, .runs("A.init")])
    for name in ["A.a", "A.b", "A.c"] { script.take([.begins(name), .timesOut(name)]) }
    #expect(script.machine.strays.values.count { $0 == .placed } == 1)
    #expect(script.take([.on("A"), .gone("A")]).contains { $0.hasPrefix("replace ") })
    #expect(script.take(.runs("A.init")) == ["run A.a 2", "run A.b 2"])
  }

  /// `beside` only wants `shop`, which was blocked and would have waited for `login`.
  @Test func `what has settled closes no circle`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("login", isAsynchronous: true), LaunchNode("disk", isAsynchronous: true),
      LaunchNode("shop", edges: [LaunchEdge(.requires, "disk"), LaunchEdge(.requires, "login")]),
      LaunchNode("beside", stage: .onDemand, edges: [LaunchEdge(.wants, "shop")]),
    ]).plan()
    var script = MachineScript(plan)
    script.take([.start, .begins("login"), .begins("disk")])
    #expect(script.take(.needs("shop", by: "login")) == ["refused: login → shop → login"])
    script.take(.ends("disk", Self.failed))
    #expect(script.take(.needs("beside", by: "login")) == ["run beside"])
  }

  /// A step that lets a body begin also ends the run.
  @Test func `nothing is told to run in the step that ends the run`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("first"),
      LaunchNode("beside", isAsynchronous: true, edges: [LaunchEdge(.after, "first")]),
      LaunchNode("needs", edges: [LaunchEdge(.requires, "first")], isEssential: true),
    ]).plan()
    var script = MachineScript(plan)
    script.take(.start)
    let words = script.take(.ends("first", Self.failed))
    #expect(words.contains("stop: essential needs") && !words.contains("run beside"))
    #expect(script.machine.outcome(of: plan.position("beside")) == .cancelled)
    #expect(script.machine.bodies == 0)
  }

  @Test func `a body that may not begin yet uses up no attempt`() throws {
    var script = try MachineScript([
      FakeModule("Home"),
      FakeModule(
        "Mail", tasks: .task("fetch", .afterReady),
        .task("count", .onDemand, requires: "Home", retry: .immediately(1))),
    ])
    script.take([
      .start, .settles, .demands("Mail.count"), .off("Home"), .gone("Home"), .on("Home"),
    ])
    #expect(script.take(.begins("Mail.count")) == ["refused: stale"])
    #expect(script.take(.runs("Home")) == ["launched Home", "run Mail.count 2"])
    script.take(.begins("Mail.count"))
    #expect(
      script.take(.ends("Mail.count", Self.failed)) == ["retry Mail.count 2", "run Mail.count 3"])
  }

  @Test(arguments: [
    Row(
      "the new launch has failed", [.begins("Home"), .ends("Home", failed)], .begins("Mail.count"),
      "refused: stale", "Mail.count blocked by Home"),
    Row(
      "it has succeeded", [.runs("Home")], .begins("Mail.count")),
  ])
  func `a body that was told to run before a return needs the new launch`(row: Row) throws {
    let steps: [Step] = [
      .start, .settles, .demands("Mail.count"), .off("Home"), .gone("Home"), .on("Home"),
    ]
    try check(
      Row(row.testDescription, steps + row.given, row.step, row.words),
      [
        FakeModule("Home"),
        FakeModule(
          "Mail", tasks: .task("fetch", .afterReady), .task("count", .onDemand, requires: "Home")),
      ])
  }

  @Test func `a module that stays off because of a failure says so`() throws {
    var script = try MachineScript([
      FakeModule("Base"), FakeModule("Login"), FakeModule("Shop", requires: "Base", "Login"),
    ])
    script.take([
      .start, .settles, .off("Base"), .settles, .off("Login"), .settles, .on("Login"),
      .begins("Login"), .ends("Login", Self.failed), .on("Base"), .settles,
    ])
    #expect(script.machine.outcome(of: script.node("Base")) == .succeeded)
    #expect(script.machine.outcome(of: script.node("Shop")) == .blocked(by: ["Login"]))
    script.take([.on("Login"), .settles])
    #expect(script.machine.outcome(of: script.node("Shop")) == .succeeded)
  }

  /// `Shop` requires two modules that fail; the first comes back without it.
  @Test func `a module that stays blocked names what blocks it now`() throws {
    var script = try MachineScript([
      FakeModule("Base"), FakeModule("Login"),
      FakeModule("Shop", requires: "Base", tasks: .task("load", requires: "Login")),
    ])
    script.take([
      .start, .begins("Base"), .ends("Base", Self.failed), .begins("Login"),
      .ends("Login", Self.failed),
    ])
    let shop = script.node("Shop.init")
    #expect(script.machine.outcome(of: shop) == .blocked(by: ["Base"]))
    script.take([.on("Base"), .runs("Base")])
    #expect(script.machine.outcome(of: shop) == .blocked(by: ["Login"]))
    #expect(
      script.machine.outcome(of: script.node("Shop")) == .blocked(by: ["Shop.init", "Login"]))
    #expect(script.machine.firstRecords[shop]?.outcome == .blocked(by: ["Base"]))
    script.take([
      .on("Login"), .runs("Login"), .runs("Shop.init"), .runs("Shop.load"), .runs("Shop"),
    ])
    #expect(script.machine.outcome(of: script.node("Shop")) == .succeeded)
  }

  /// `Shop` launches at its first use, and is blocked before that.
  @Test func `a blocked module that a demand may still create goes off with its requirement`()
    throws
  {
    var script = try MachineScript([
      FakeModule("Base", tasks: .task("open")),
      FakeModule("Shop", tasks: .task("load", .onDemand, requires: "Base")),
    ])
    script.take([.start, .runs("Base.init"), .ends("Base.open", Self.failed)])
    #expect(
      script.take(.off("Base")) == [
        "off: Shop Base", "leaving: Base", "discard Shop: switched off with Base",
        "detach Shop: switched off with Base", "shut down Base",
      ])
    #expect(script.take(.demands("Shop.init")) == [])
  }

  @Test func `a module whose body may still create it can't be left behind`() throws {
    var script = try MachineScript([
      FakeModule("Base", tasks: .task("open")),
      FakeModule("Shop", tasks: .task("load", requires: "Base")),
    ])
    script.take([.start, .begins("Shop.init"), .runs("Base.init"), .ends("Base.open", Self.failed)])
    // `Shop` is blocked, but its `init` runs.
    #expect(script.take(.off("Base")) == ["refused: Shop.init is launching"])
    script.take([.creates("Shop.init"), .ends("Shop.init")])
    let words = script.take(.off("Base"))
    #expect(Set(words.first?.split(separator: " ") ?? []) == ["off:", "Base", "Shop"])
  }
}
