// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// What happens to a module that fails at each point of its life.
///
/// `Cart` requires `Shop`, which requires `Base`. `Search` waits for its first use, as does `Tour`,
/// which requires `Cart` and `Search`. `Login` is essential, and `Profile` requires it.
@Suite struct MachineModuleTests {
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
  static let failed = LaunchOutcome.failed(message: "x")

  private func check(_ row: Row, _ modules: [FakeModule] = Self.modules) throws {
    var script = try MachineScript(modules)
    script.take(row.given)
    let before = script.machine
    #expect(script.take(row.step) == row.words)
    if row.words.count == 1, row.words[0].hasPrefix("refused") { #expect(script.machine == before) }
  }

  @Test(arguments: [
    Row(
      "in its init: what requires it is blocked", [.start, .begins("Base.init")],
      .ends("Base.init", failed), "Base.init failed: x", "Base.open blocked by Base.init",
      "Base.warm blocked by Base.init", "Base blocked by Base.init",
      "discard Base: blocked by Base.init",
      "detach Base: blocked by Base.init",
      "Shop blocked by Base ← Base.init",
      "discard Shop: blocked by Base ← Base.init",
      "detach Shop: blocked by Base ← Base.init",
      "Cart blocked by Shop ← Base ← Base.init",
      "discard Cart: blocked by Shop ← Base ← Base.init",
      "detach Cart: blocked by Shop ← Base ← Base.init",
      "Shop.sync blocked by Shop ← Base ← Base.init",
      "Tour.init blocked by Cart ← Shop ← Base ← Base.init",
      "Tour.play blocked by Tour.init ← Cart ← Shop ← Base ← Base.init",
      "Tour blocked by Tour.init ← Cart ← Shop ← Base ← Base.init",
      "discard Tour: blocked by Tour.init ← Cart ← Shop ← Base ← Base.init",
      "detach Tour: blocked by Tour.init ← Cart ← Shop ← Base ← Base.init",
      "Tour.rate blocked by Tour ← Tour.init ← Cart ← Shop ← Base ← Base.init"),
    Row(
      "in a launch task: the task beside it goes on",
      [
        .start, .runs("Base.init"), .begins("Base.open"), .begins("Base.warm"),
        .ends("Base.open", failed),
      ], .ends("Base.warm")),
    Row(
      "in its shutdown: the next one has its turn", running + [.stop, .close], .gone("Cart"),
      "shut down Shop"),
    Row(
      "in a task after its launch: it stays launched",
      [
        .start, .launches("Base"), .launches("Shop"), .launches("Cart"), .launches("Login"),
        .launches("Profile"), .begins("Shop.sync"),
      ], .ends("Shop.sync", failed), "Shop.sync failed: x"),
    Row("in its long-running work: it stays, too", running, .fails("Base")),
    Row(
      "then what requires it still launches", [.start, .launches("Base"), .fails("Base")],
      .begins("Shop")),
    Row(
      "and is used", running + [.fails("Base")], .demands("Tour.play"),
      "run Search.init"),
    Row("it fails once", running + [.fails("Base")], .fails("Base"), "refused: stale"),
    Row("not before it exists", [.start], .fails("Shop"), "refused: stale"),
    Row("nor in a stop", running + [.stop], .fails("Shop"), "refused: stale"),
    Row(
      "the app can't run without it", running, .fails("Login"), "stop: failure Login: broken",
      "cancel all", "Search.init cancelled", "Search.load cancelled", "Search cancelled",
      "discard Search: cancelled", "detach Search: cancelled", "Tour.init cancelled",
      "Tour.play cancelled", "Tour cancelled", "discard Tour: cancelled",
      "detach Tour: cancelled", "Tour.rate cancelled"),
  ])
  func `a module that fails stays as it is until the stop`(row: Row) throws { try check(row) }

  @Test func `the failure of a module is recorded for those that require it`() throws {
    var script = try MachineScript(Self.modules)
    script.take(Self.running + [.fails("Base")])
    #expect(script.machine.modules.compactMap(\.workFailure) == ["broken"])
    #expect(script.machine.modules[script.module("Base")].workFailure == "broken")
    #expect(script.machine.modules[script.module("Base")].isPresent)
  }

  @Test func `an instance of a failed launch is shut down in its turn`() throws {
    var script = try MachineScript(Self.modules)
    script.take([
      .start, .launches("Login"), .launches("Profile"), .runs("Base.init"), .begins("Base.warm"),
      .begins("Base.open"), .ends("Base.open", Self.failed), .ends("Base.warm"), .stop,
    ])
    var words = script.take(.close)
    while let name = words.last?.split(separator: " ").last, !script.machine.isClosed {
      words += script.take(.gone(String(name)))
    }
    #expect(Set(words) == ["shut down Login", "shut down Profile", "shut down Base"])
    #expect(script.machine.isClosed && words.count == 3)
  }

  @Test func `modules are shut down in reverse order of creation`() throws {
    var script = try MachineScript(Self.modules)
    script.take(Self.running + [.demands("Tour.play"), .settles, .stop])
    var words = script.take(.close)
    while let name = words.last?.split(separator: " ").last, !script.machine.isClosed {
      words += script.take(.gone(String(name)))
    }
    let wiring = script.machine.wiring
    let order = wiring.orderedByCreation(wiring.modules.indices).reversed()
    #expect(words == order.map { "shut down \(wiring.modules[$0].name)" })
  }

  /// `Feed` is created before `Store`, which one of its launch tasks requires.
  @Test func `a module may be shut down after one that it requires`() throws {
    var script = try MachineScript([
      FakeModule("Feed", tasks: .task("load", requires: "Store")), FakeModule("Store"),
    ])
    script.take([.start, .runs("Feed.init"), .settles, .stop])
    let isFirst = script.node("Feed.init") < script.node("Store")
    let (first, last) = isFirst ? ("Store", "Feed") : ("Feed", "Store")
    #expect(script.take(.close) == ["shut down \(first)"])
    #expect(script.take(.gone(first)) == ["shut down \(last)"])
    #expect(script.take(.gone(last)) == [])
  }

  @Test func `of a function nothing is created, and nothing is shut down`() throws {
    var script = try MachineScript([
      FakeModule("Base"), FakeModule("hello", requires: "Base", isFunction: true),
    ])
    script.take(Self.running + [.stop])
    #expect(script.take(.close) == ["shut down Base"])
    #expect(script.take(.gone("Base")) == [])
    #expect(script.machine.isClosed)
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
}
