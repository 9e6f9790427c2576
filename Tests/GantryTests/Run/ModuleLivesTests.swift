// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryTesting
import Testing

import Gantry
@testable import GantryCore

/// `Cart` requires `Shop`, which requires `Base`; `Search` waits for its
/// first use, as does `Tour`, which requires both; `Login` is essential.
@Suite struct ModuleLivesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let given: [LivesStep]
    let step: LivesStep
    let actions: [String]
    var testDescription: String { name }

    init(_ name: String, _ given: [LivesStep], _ step: LivesStep, _ actions: String...) {
      (self.name, self.given, self.step, self.actions) = (name, given, step, actions)
    }
  }

  static let modules: [ModuleManifest] = [
    .fake("Base") { $0.launch("open", body: .background { _, _ in }) },
    .fake("Shop", ModuleOptions(requires: "Base")) { module in
      module.launch(
        "sync", TaskOptions(.afterReady).returning(Int.self), body: .background { _, _ in })
    },
    .fake("Cart", ModuleOptions(requires: "Shop")),
    .fake("Login", ModuleOptions(essential: true)),
    .fake("Profile", ModuleOptions(requires: "Login")),
    .fake("Search") { module in
      module.launch("load", TaskOptions(.onDemand), body: .background { _, _ in })
    },
    .fake("Tour", ModuleOptions(requires: "Cart", "Search")) { module in
      module.launch("play", TaskOptions(.onDemand), body: .background { _, _ in })
      module.launch(
        "rate", TaskOptions(.onDemand, after: Milestone("seen")), body: .background { _, _ in })
    },
  ]

  static let running: [LivesStep] = [
    .launched("Base"), .launched("Shop"), .launched("Cart"), .launched("Login"),
    .launched("Profile"),
  ]
  static let dormant = [
    "Search.init", "Search.load", "Search", "Tour.init", "Tour.play", "Tour.rate", "Tour",
  ]

  func check(_ row: Row) throws {
    var script = try LivesScript(Self.modules)
    _ = script.take(row.given)
    let before = script.lives
    #expect(script.take([row.step]) == row.actions)
    let isUnchanged = script.lives == before
    if row.actions.first?.hasPrefix("refuse") == true { #expect(isUnchanged) }
  }

  @Test(arguments: [
    Row("a node begins", [], .began("Base.open")),
    Row("a node ends", [.began("Base.open")], .settled("Base.open")),
    Row(
      "a module that fails hears and answers nothing", [.began("Cart")],
      .settled("Cart", .failed(message: "broken")), "discard Cart: failed: broken",
      "detach Cart: failed: broken"),
    Row(
      "what has timed out is not under way again", [.settled("Base.open", .timedOut)],
      .began("Base.open")),
    Row("a node ends once", [.settled("Cart")], .settled("Cart", .cancelled)),
    Row("a module is created once", [.created("Base")], .created("Base"), "refuse: ended"),
    Row("nothing is created after the close", [.closed], .created("Base"), "refuse: ended"),
    Row(
      "what has ended is not waited for", [.settled("Cart")], .awaited("Cart", by: 1),
      "resume 1: succeeded"),
    Row(
      "those that wait hear of the end", [.awaited("Cart", by: 1), .awaited("Cart", by: 2)],
      .settled("Cart"), "resume 1: succeeded", "resume 2: succeeded"),
    Row(
      "one that gave up waits no longer", [.awaited("Cart", by: 1)], .gaveUp(1, for: "Cart"),
      "resume 1: nothing"),
    Row(
      "giving up late changes nothing", [.awaited("Cart", by: 1), .settled("Cart")],
      .gaveUp(1, for: "Cart")),
    Row("after the close nothing comes", [.closed], .awaited("Cart", by: 1), "resume 1: nothing"),
    Row("a milestone is passed on", [], .reached("seen"), "reach seen"),
    Row("a milestone is passed on once", [.reached("seen")], .reached("seen")),
    Row("a stop ends the launch", running, .stopped, "cancel"),
    Row(
      "a close shuts down what exists, last launched first",
      running + [.stopped, .awaited("Search", by: 1)], .closed,
      "shut down Cart Shop Profile Login Base", "resume 1: nothing"),
    Row("a second close has nothing to do", running + [.closed], .closed, "shut down "),
  ])
  func `launching and stopping modules gives the expected actions`(row: Row) throws {
    try check(row)
  }

  @Test(arguments: [
    Row(
      "a task is asked for", [], .demanded("Search.load"), "demand Search.load",
      "demand Search"),
    Row(
      "what has ended is not asked for", [.settled("Search.load"), .settled("Search")],
      .demanded("Search.load")),
    Row(
      "a module is asked for with its on-demand tasks", [], .needed("Search"), "demand Search",
      "demand Search.init", "demand Search.load"),
    Row(
      "what waits for a milestone is not", [], .needed("Tour"), "demand Tour",
      "demand Tour.init", "demand Tour.play"),
    Row("a module that is there is not asked for", running, .needed("Base")),
    Row(
      "a launching module waits for another one", [.began("Base.open")],
      .needed("Search", by: "Base.open"), "demand Search", "demand Search.init",
      "demand Search.load"),
    Row(
      "it can't wait for one that requires it", [.began("Base.open")],
      .needed("Cart", by: "Base.open"),
      "refuse: Base.open → Cart → Shop → Base → Base.open"),
    Row(
      "any node of the module that waits closes the circle", [.began("Base.open")],
      .needed("Cart", by: "Base"), "refuse: Base → Cart → Shop → Base"),
    Row(
      "a circle of two that use each other", [.needed("Search", by: "Cart")],
      .needed("Cart", by: "Search.load"), "refuse: Search.load → Cart → Search.load"),
    Row(
      "what was obtained closes no circle",
      [.needed("Search", by: "Cart"), .obtained("Search", by: "Cart")],
      .needed("Cart", by: "Search.load"), "demand Cart"),
    Row(
      "a task that returns a value is asked for alone", [], .needed("Tour.play"),
      "demand Tour.play"),
    Row(
      "a task can't wait for one that requires it", [.began("Base.open")],
      .needed("Shop.sync", by: "Base.open"),
      "refuse: Base.open → Shop.sync → Shop → Base → Base.open"),
    Row(
      "what has launched is held up by nothing",
      running + [.needed("Search", by: "Cart")], .needed("Shop", by: "Search.load")),
  ])
  func `the first use of a module demands it, and cycles are refused`(row: Row) throws {
    try check(row)
  }

  @Test(arguments: [
    Row(
      "a module goes with all that require it", running, .off("Base", dormant: dormant),
      "discard Tour: off with Base", "detach Tour: off with Base",
      "shut down Tour Cart Shop Base"),
    Row(
      "it keeps those that do not", running, .off("Cart", dormant: dormant),
      "discard Tour: off with Cart", "detach Tour: off with Cart", "shut down Tour Cart"),
    Row(
      "what waits for it hears that it is off", running + [.awaited("Search", by: 1)],
      .off("Search", dormant: dormant), "discard Tour: off with Search",
      "detach Tour: off with Search", "discard Search: off with Search",
      "detach Search: off with Search", "resume 1: skipped: Search: switched off",
      "shut down Tour Search"),
    Row(
      "what was demanded meanwhile keeps it", running + [.began("Search.init")],
      .off("Search", dormant: dormant), "refuse: Search.init is launching"),
    Row(
      "what is to run keeps it", [.launched("Base")], .off("Base", dormant: dormant),
      "refuse: Cart is launching"),
    Row(
      "the app can't run without it", running, .off("Login", dormant: dormant),
      "refuse: essential Login"),
    Row(
      "what failed and left nothing has nothing to switch", [.settled("Profile", .timedOut)],
      .off("Profile"), "refuse: not launched"),
    Row(
      "what is off is off for its own sake then", running + [.off("Base", dormant: dormant)],
      .off("Cart"), "discard Cart: off with Cart", "detach Cart: off with Cart"),
    Row(
      "nothing of it begins", running + [.off("Base", dormant: dormant)], .began("Tour.play"),
      "refuse: Tour is off with Base"),
    Row(
      "nothing of it is created", running + [.off("Base", dormant: dormant)], .created("Cart"),
      "refuse: ended"),
    Row(
      "its end counts for nothing", running + [.off("Base", dormant: dormant)],
      .settled("Tour.play", .failed(message: "off"))),
    Row(
      "nothing is switched off in a stop", running + [.stopped], .off("Base", dormant: dormant),
      "refuse: ended"),
  ])
  func `switching a module off stops its dependents`(row: Row) throws { try check(row) }

  @Test(arguments: [
    Row(
      "a module that has failed goes with all that require it", running,
      .failed("Base", dormant: dormant), "discard Tour: blocked by Base",
      "detach Tour: blocked by Base", "shut down Tour Cart Shop Base"),
    Row(
      "those that wait for one of them hear of the failure", running + [.awaited("Tour", by: 1)],
      .failed("Cart", dormant: dormant), "discard Tour: blocked by Cart",
      "detach Tour: blocked by Cart", "resume 1: blocked by Cart", "shut down Tour Cart"),
    Row(
      "the app can't run without it", running, .failed("Login", dormant: dormant),
      "refuse: essential Login"),
    Row(
      "nor while it is launching", running + [.began("Search.init")],
      .failed("Login", dormant: dormant), "refuse: essential Login"),
    Row(
      "what is to run is waited for", [.launched("Base")], .failed("Base", dormant: dormant),
      "refuse: Cart is launching"),
    Row(
      "what is off fails no more", running + [.off("Base", dormant: dormant)], .failed("Base")),
    Row(
      "what has failed comes back with the others",
      running + [.failed("Base", dormant: dormant)], .on("Base"), "launch Base Shop Cart Tour"),
    Row(
      "nothing fails in a stop", running + [.stopped], .failed("Base", dormant: dormant),
      "refuse: ended"),
  ])
  func `a failure after the launch stops the dependents`(row: Row) throws { try check(row) }

  static let offBase = running + [.off("Base", dormant: dormant)]

  @Test(arguments: [
    Row("what is on is on", running, .on("Base")),
    Row(
      "a module comes back with what went because of it", offBase, .on("Base"),
      "launch Base Shop Cart Tour"),
    Row("not without what it requires", offBase, .on("Cart"), "refuse: requires Shop"),
    Row(
      "what was switched off by its own name stays off", offBase + [.off("Cart")], .on("Base"),
      "launch Base Shop"),
    Row(
      "and what requires that comes with it", offBase + [.off("Cart"), .on("Base")], .on("Cart"),
      "refuse: requires Shop"),
    Row(
      "what failed tries again with what it blocked",
      [
        .created("Base"), .settled("Base.init"), .settled("Base.open", .timedOut),
        .settled("Base", .blocked(by: ["Base.open"])), .settled("Shop", .blocked(by: ["Base"])),
      ], .on("Base"), "discard Shop: off with Base", "detach Shop: off with Base",
      "shut down Base Shop", "launch Base Shop"),
    Row(
      "not while a part of it runs", [.settled("Base", .timedOut), .began("Base.open")],
      .on("Base"), "refuse: Base.open is launching"),
    Row(
      "the launch takes back what comes", offBase + [.on("Base")], .returned(["Base"]),
      "take back Base.init Base.open Base without Shop Cart Shop.sync Tour.init Tour.play Tour "
        + "Tour.rate"),
    Row(
      "a body of it may begin", offBase + [.on("Base"), .returned(["Base"])], .began("Base.init")),
    Row(
      "its end counts again",
      offBase + [.on("Base"), .returned(["Base"]), .awaited("Base", by: 1)], .settled("Base"),
      "resume 1: succeeded"),
    Row(
      "what stays off does not begin", offBase + [.on("Base"), .returned(["Base"])],
      .began("Tour.play"), "refuse: Tour is off with Base"),
    Row("nothing is switched on in a stop", offBase + [.stopped], .on("Base"), "refuse: ended"),
    Row(
      "what comes back behind a stop stays off", offBase + [.on("Base"), .stopped],
      .returned(["Base"]), "refuse: ended"),
  ])
  func `switching a module on brings back its dependents`(row: Row) throws { try check(row) }
}
