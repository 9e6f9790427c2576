// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Modules that are switched off and on, or fail after their launch.
///
/// `Cart` requires `Shop`, which requires `Base`. `Search` waits for its first use, as does `Tour`,
/// which requires `Cart` and `Search`. `Login` is essential, and `Profile` requires it.
@Suite struct MachineSwitchingTests {
  typealias Row = MachineRow
  typealias Step = MachineScript.Step

  static let modules: [FakeModule] = [
    FakeModule("Base", tasks: .task("open", timeout: .seconds(1)), .task("warm")),
    FakeModule("Shop", requires: "Base", tasks: .task("sync", .afterReady)),
    FakeModule("Cart", requires: "Shop"),
    FakeModule("Login", isEssential: true),
    FakeModule("Profile", requires: "Login"),
    FakeModule("Search", tasks: .task("load", .onDemand)),
    FakeModule(
      "Tour", requires: "Cart", "Search",
      tasks: .task("play", .onDemand), .task("rate", .onDemand, after: "seen")),
  ]

  static let running: [Step] = [.start, .settles]
  static let offBase: [Step] = running + [.off("Base")]
  static let failed = LaunchOutcome.failed(message: "x")
  /// `Shop.sync` is the only body that runs.
  static let syncing: [Step] = [
    .start, .launches("Base"), .launches("Shop"), .launches("Cart"), .launches("Login"),
    .launches("Profile"),
  ]

  func check(_ row: Row) throws {
    var script = try MachineScript(Self.modules)
    script.take(row.given)
    let before = script.machine
    #expect(script.take(row.step) == row.words)
    if row.words.count == 1, row.words[0].hasPrefix("refused") { #expect(script.machine == before) }
  }

  @Test(arguments: [
    Row("before the start", [], .off("Base"), "refused: over"),
    Row(
      "a module goes with all that require it", running, .off("Base"), "off: Tour Cart Shop Base",
      "leaving: Cart Shop Base", "discard Tour: switched off with Base",
      "detach Tour: switched off with Base", "shut down Cart"),
    Row("one after the other", offBase, .gone("Cart"), "shut down Shop"),
    Row(
      "it keeps those that do not", running, .off("Cart"), "off: Tour Cart", "leaving: Cart",
      "discard Tour: switched off with Cart", "detach Tour: switched off with Cart",
      "shut down Cart"),
    Row(
      "what is not there yet falls silent at once", running, .off("Search"), "off: Tour Search",
      "discard Tour: switched off with Search", "detach Tour: switched off with Search",
      "discard Search: switched off", "detach Search: switched off"),
    Row(
      "what waits for it hears that it is off", running + [.waits(1, for: .outcome("Search"))],
      .off("Search"), "off: Tour Search", "discard Tour: switched off with Search",
      "detach Tour: switched off with Search", "discard Search: switched off",
      "detach Search: switched off", "resume 1: skipped: Search: switched off"),
    Row(
      "a module that launches is kept", [.start, .begins("Base.init")], .off("Base"),
      "refused: Cart is launching"),
    Row(
      "a part of its launch that runs keeps it", running + [.demands("Search.load")],
      .off("Search"), "refused: Search is launching"),
    Row(
      "so does a later task that runs", syncing + [.begins("Shop.sync")], .off("Shop"),
      "refused: Shop.sync is launching"),
    Row("the app can't run without it", running, .off("Login"), "refused: essential Login"),
    Row(
      "what failed and left nothing has nothing to switch",
      [.start, .launches("Login"), .begins("Profile"), .ends("Profile", failed), .settles],
      .off("Profile"), "refused: not launched"),
    Row(
      "a body that has timed out does not keep its module", timedOut + [.ends("Base.warm")],
      .off("Base"), "off: Base", "leaving: Base", "shut down Base"),
    Row(
      "and returns later", timedOut + [.ends("Base.warm"), .off("Base"), .gone("Base")],
      .ends("Base.open")),
    Row("what is off is off for its own sake then", offBase, .off("Cart"), "off already"),
    Row(
      "off a second time, it leaves once", offBase, .off("Base"), "off already",
      "discard Tour: switched off with Base", "detach Tour: switched off with Base"),
    Row(
      "gone, it is off for its own sake", offBase + [.settles], .off("Cart"),
      "discard Cart: switched off", "detach Cart: switched off"),
    Row("nothing of it is demanded", offBase + [.settles], .demands("Tour.play")),
    Row("nothing of it is created", offBase + [.settles], .creates("Cart"), "refused: stale"),
  ])
  func `switching a module off stops its dependents`(row: Row) throws { try check(row) }

  @Test(arguments: [
    Row(
      "a module that has failed goes with all that require it", running, .fails("Base"),
      "off: Tour Cart Shop Base", "leaving: Cart Shop Base", "discard Tour: blocked by Base",
      "detach Tour: blocked by Base", "shut down Cart"),
    Row(
      "those that wait for one of them hear of the failure",
      running + [.waits(1, for: .outcome("Tour"))], .fails("Cart"), "off: Tour Cart",
      "leaving: Cart", "discard Tour: blocked by Cart", "detach Tour: blocked by Cart",
      "resume 1: blocked by Cart", "shut down Cart"),
    Row(
      "the app can't run without it", syncing + [.begins("Shop.sync")], .fails("Login"),
      "stop: failure Login: broken", "cancel all", "Search.init cancelled",
      "Search.load cancelled", "Search cancelled", "discard Search: cancelled",
      "detach Search: cancelled", "Tour.init cancelled", "Tour.play cancelled", "Tour cancelled",
      "discard Tour: cancelled", "detach Tour: cancelled", "Tour.rate cancelled"),
    Row(
      "what has not begun to launch is blocked", [.start, .launches("Base")], .fails("Base"),
      "off: Tour Cart Shop Base", "leaving: Base", "discard Tour: blocked by Base",
      "detach Tour: blocked by Base", "discard Cart: blocked by Base",
      "detach Cart: blocked by Base", "discard Shop: blocked by Base",
      "detach Shop: blocked by Base"),
    Row(
      "a body that was told to run does not begin", [.start, .launches("Base"), .fails("Base")],
      .begins("Shop"), "refused: stale", "Shop blocked by Base", "discard Shop: blocked by Base",
      "detach Shop: blocked by Base", "shut down Base"),
    Row(
      "a running body goes on, and its module leaves after it",
      syncing + [.begins("Shop.sync"), .fails("Base"), .gone("Cart")], .ends("Shop.sync"),
      "Shop.sync blocked by Base", "shut down Shop"),
    Row(
      "not before that", syncing + [.begins("Shop.sync"), .fails("Base")], .gone("Cart")),
    Row(
      "a running body that fails is not tried again",
      syncing + [.begins("Shop.sync"), .fails("Base")], .ends("Shop.sync", failed),
      "Shop.sync blocked by Base"),
    Row(
      "nothing comes back before that",
      syncing + [.begins("Shop.sync"), .fails("Base"), .on("Base")], .gone("Cart")),
    Row(
      "nor while it is shut down",
      syncing + [
        .begins("Shop.sync"), .fails("Base"), .on("Base"), .gone("Cart"), .ends("Shop.sync"),
      ], .gone("Shop"), "shut down Base"),
    Row(
      "what it requires is there until then, also if its module does not exist",
      [.start, .launches("Base"), .begins("Shop"), .fails("Base"), .on("Base")], .ends("Shop"),
      "Shop blocked by Base", "discard Shop: blocked by Base", "detach Shop: blocked by Base",
      "shut down Base"),
    Row(
      "and comes back after that",
      [.start, .launches("Base"), .begins("Shop"), .fails("Base"), .on("Base"), .ends("Shop")],
      .gone("Base"), "announce Base", "announce Shop", "announce Cart", "announce Tour",
      "run Base.init 2"),
    Row("what has failed fails once", running + [.fails("Base")], .fails("Base"), "refused: stale"),
    Row(
      "what has failed comes back with the others", running + [.fails("Base"), .settles],
      .on("Base"), "returning", "announce Base", "announce Shop", "announce Cart",
      "announce Tour", "run Base.init 2"),
    Row("what failed before its launch stays so", [.start], .fails("Shop"), "refused: stale"),
  ])
  func `a failure after the launch stops the dependents`(row: Row) throws { try check(row) }

  private static let timedOut: [Step] = [
    .start, .launches("Login"), .launches("Profile"), .runs("Base.init"), .begins("Base.open"),
    .begins("Base.warm"), .timesOut("Base.open"),
  ]

  @Test(arguments: [
    Row("what is on is on", running, .on("Base")),
    Row("before the start", [], .on("Base"), "refused: over"),
    Row(
      "a module comes back with what went because of it", offBase + [.settles], .on("Base"),
      "returning", "announce Base", "announce Shop", "announce Cart", "announce Tour",
      "run Base.init 2"),
    Row("not before all of them are gone", offBase, .on("Base"), "returning"),
    Row("nor when one is", offBase + [.on("Base")], .gone("Cart"), "shut down Shop"),
    Row(
      "but in the step in which the last one is",
      offBase + [.on("Base"), .gone("Cart"), .gone("Shop")], .gone("Base"), "announce Base",
      "announce Shop", "announce Cart", "announce Tour", "run Base.init 2"),
    Row(
      "asked for again, it is the same return", offBase + [.on("Base")], .on("Base"), "returning"),
    Row(
      "also while it launches", offBase + [.settles, .on("Base"), .begins("Base.init")],
      .on("Base"), "returning"),
    Row("not without what it requires", offBase, .on("Cart"), "refused: requires Shop"),
    Row(
      "switched off again, it stays off", offBase + [.on("Base")], .off("Base"), "off already",
      "discard Tour: switched off with Base", "detach Tour: switched off with Base"),
    Row(
      "and does not come back",
      offBase + [.on("Base"), .off("Base"), .gone("Cart"), .gone("Shop")], .gone("Base")),
    Row(
      "what was switched off by its own name stays off", offBase + [.off("Cart"), .settles],
      .on("Base"), "returning", "announce Base", "announce Shop", "run Base.init 2"),
    Row(
      "also if that happened after the wish",
      offBase + [.on("Base"), .off("Cart"), .gone("Cart"), .gone("Shop")], .gone("Base"),
      "announce Base", "announce Shop", "run Base.init 2"),
    Row(
      "what requires that comes with it",
      offBase + [.off("Cart"), .settles, .on("Base"), .launches("Base"), .launches("Shop")],
      .on("Cart"), "returning", "announce Cart", "announce Tour", "run Cart 2"),
    Row(
      "not while a requirement that has failed is not back", timedOut + [.ends("Base.warm")],
      .on("Shop"), "refused: requires Base"),
    Row(
      "not while a part of it runs", timedOut, .on("Base"), "refused: Base.warm is launching"),
    Row(
      "what failed tries again with what it blocked, when its remains are gone",
      timedOut + [.ends("Base.warm")], .on("Base"), "returning", "leaving: Base",
      "discard Shop: switched off with Base", "detach Shop: switched off with Base",
      "discard Cart: switched off with Base", "detach Cart: switched off with Base",
      "discard Tour: switched off with Base", "detach Tour: switched off with Base",
      "shut down Base"),
    Row(
      "then all of it is announced, before anything runs",
      timedOut + [.ends("Base.warm"), .on("Base")], .gone("Base"), "announce Base",
      "announce Shop", "announce Cart", "announce Tour", "run Base.init 2"),
    Row(
      "a body of the life before ends in vain",
      timedOut + [.ends("Base.warm"), .on("Base"), .gone("Base"), .runs("Base.init")],
      .ends("Base.open", attempt: 1)),
    Row(
      "its module has launched again in its turn", offBase + [.settles, .on("Base"), .settles],
      .waits(1, for: .outcome("Cart")), "resume 1: succeeded"),
    Row(
      "a demand does not outlive being off",
      running + [.off("Search"), .demands("Search.load")], .on("Search"), "returning",
      "announce Search", "announce Tour"),
    Row(
      "a demand during a departure does not, either",
      running + [
        .demands("Search.load"), .settles, .off("Search"), .demands("Search.load"),
        .on("Search"),
      ], .gone("Search"), "announce Search", "announce Tour"),
    Row(
      "a demand is kept for a module that is coming back",
      running + [
        .demands("Search.load"), .settles, .off("Search"), .on("Search"),
        .demands("Search.load"),
      ], .gone("Search"), "announce Search", "announce Tour", "run Search.init 2"),
    Row(
      "also for one that comes back with another",
      running + [.off("Cart"), .on("Cart"), .demands("Tour.play")], .gone("Cart"),
      "announce Cart", "announce Tour", "run Cart 2", "run Search.init"),
    Row(
      "also after a failure",
      running + [
        .demands("Search.load"), .settles, .fails("Search"), .on("Search"),
        .demands("Search.load"),
      ], .gone("Search"), "announce Search", "announce Tour", "run Search.init 2"),
    Row(
      "but not if it is switched off again",
      running + [
        .demands("Search.load"), .settles, .off("Search"), .on("Search"),
        .demands("Search.load"), .off("Search"), .on("Search"),
      ], .gone("Search"), "announce Search", "announce Tour"),
    Row(
      "nor if a requirement has failed before it is back",
      running + [
        .demands("Tour.play"), .settles, .off("Cart"), .on("Cart"), .demands("Tour.play"),
        .fails("Base"), .settles, .on("Base"), .settles, .on("Cart"),
      ], .runs("Cart"), "launched Cart"),
  ])
  func `switching a module on brings back its dependents`(row: Row) throws { try check(row) }

  @Test(arguments: [false, true])
  func `a module that leaves keeps its place in the stop, or is gone before`(isGone: Bool) throws {
    var script = try MachineScript(Self.modules)
    script.take(Self.running + [.off("Profile"), .stop])
    var words = script.take(.close)
    if isGone { words += script.take(.gone("Profile")) }
    while let name = words.last?.split(separator: " ").last, !script.machine.isClosed {
      words += script.take(.gone(String(name)))
    }
    let wiring = script.machine.wiring
    let order = wiring.orderedByCreation(wiring.modules.indices).reversed()
      .map { wiring.modules[$0].name.rawValue }
    // `Search` and `Tour` were never created.
    let expected = order.filter { !["Search", "Tour"].contains($0) }.compactMap { name in
      name == "Profile" ? isGone ? nil : "hasten Profile" : "shut down \(name)"
    }
    #expect(words == expected)
    #expect(script.machine.isClosed && expected.first != "hasten Profile")
  }

  /// `Feed` is created before `Store`, which one of its launch tasks requires.
  @Test func `a module does not wait for one that was created before it and requires it`() throws {
    var script = try MachineScript([
      FakeModule("Feed", tasks: .task("load", requires: "Store")), FakeModule("Store"),
    ])
    script.take([.start, .runs("Feed.init"), .settles])
    let isFirst = script.node("Feed.init") < script.node("Store")
    let (first, last) = isFirst ? ("Store", "Feed") : ("Feed", "Store")
    #expect(
      script.take(.off("Store")) == [
        "off: \(first) \(last)", "leaving: \(first) \(last)", "shut down \(first)",
      ])
    #expect(script.take(.gone(first)) == ["shut down \(last)"])
    #expect(script.take(.gone(last)) == [])
  }

  @Test func `of a function nothing is created, and nothing is shut down`() throws {
    var script = try MachineScript([
      FakeModule("Base"), FakeModule("hello", requires: "Base", isFunction: true),
    ])
    script.take(Self.running)
    #expect(
      script.take(.off("hello")) == [
        "off: hello", "discard hello: switched off", "detach hello: switched off",
      ])
    #expect(script.take(.on("hello")) == ["returning", "announce hello", "run hello 2"])
    #expect(script.take(.runs("hello")) == ["launched hello"])
  }

  @Test func `a module that fails while what requires it comes back takes it along`() throws {
    var script = try MachineScript(Self.modules)
    script.take(Self.running + [.off("Cart"), .settles, .on("Cart"), .begins("Cart")])
    script.take(.creates("Cart"))
    script.take(.waits(1, for: .returned))
    #expect(script.take(.fails("Base")).first == "off: Tour Cart Shop Base")
    // The running body is waited for; then the wish is answered, and the modules leave.
    #expect(
      script.take(.ends("Cart")) == [
        "Cart blocked by Base", "discard Cart: blocked by Base", "detach Cart: blocked by Base",
        "shut down Cart", "resume 1: back: Cart Tour",
      ])
  }

  @Test func `a module that fails beside a return does not disturb it`() throws {
    var script = try MachineScript(Self.modules)
    script.take(Self.running + [.off("Cart"), .settles, .on("Cart"), .begins("Cart")])
    #expect(
      script.take(.fails("Profile")) == ["off: Profile", "leaving: Profile", "shut down Profile"])
    #expect(script.take([.creates("Cart"), .ends("Cart")]) == ["created", "launched Cart"])
  }

  @Test func `a task that rests keeps its module on, unless a requirement fails`() throws {
    let retry = RetryPolicy(count: 1, delay: .seconds(1))
    var script = try MachineScript([
      FakeModule("Base"),
      FakeModule("Shop", requires: "Base", tasks: .task("sync", .afterReady, retry: retry)),
    ])
    script.take([.start, .launches("Base"), .runs("Shop"), .begins("Shop.sync")])
    #expect(script.take(.ends("Shop.sync", Self.failed)) == ["rest Shop.sync"])
    #expect(script.take(.off("Shop")) == ["refused: Shop.sync is launching"])
    #expect(
      script.take(.fails("Base")) == ["off: Shop Base", "leaving: Shop Base", "shut down Shop"])
    #expect(script.take(.rests("Shop.sync")) == ["refused: stale"])
    #expect(script.machine.outcome(of: script.node("Shop.sync")) == .blocked(by: ["Base"]))
  }

  @Test func `the first record of a node stays for the report of the launch`() throws {
    var script = try MachineScript(Self.modules)
    script.take(Self.running)
    let cart = script.node("Cart")
    let first = script.machine.nodes[cart]
    script.take([.off("Cart"), .settles, .on("Cart"), .settles])
    #expect(script.machine.firstRecords[cart] == first)
    #expect(script.machine.nodes[cart].isExtra && script.machine.nodes[cart].attempts == 1)
  }

  @Test func `so does that of a node whose body ran as its module failed`() throws {
    var script = try MachineScript(Self.modules)
    script.take(Self.syncing + [.begins("Shop.sync"), .fails("Base"), .ends("Shop.sync")])
    let sync = script.node("Shop.sync")
    let first = script.machine.nodes[sync]
    script.take([.settles, .on("Base"), .settles])
    #expect(script.machine.firstRecords[sync] == first)
    #expect(first.outcome == .blocked(by: ["Base"]) && first.attempts == 1)
    #expect(script.machine.nodes[sync].isExtra)
    #expect(script.machine.nodes[sync].outcome == .succeeded)
  }
}
