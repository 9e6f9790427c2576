// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryTesting
import Testing

import Gantry
@testable import GantryCore

/// Tasks that run after their module's launch or at its first use, with requirements.
@Suite struct ModuleLivesLaterTests {
  typealias Row = ModuleLivesTests.Row

  /// `Pair` waits for its first use with two tasks, `Mail` has a later task that requires `Login`.
  private static let later: [ModuleManifest] = [
    .fake("Login"), .fake("Home", ModuleOptions(requires: "Login")),
    .fake("Mail") { module in
      let (login, home) = ("Login" as ModuleName, "Home" as ModuleName)
      module.launch(
        "fetch", TaskOptions(requires: login, after: Milestone("seen")),
        body: .background { _, _ in })
      module.launch(
        "count", TaskOptions(.onDemand, requires: home), body: .background { _, _ in })
      module.launch("sort", TaskOptions(.onDemand, wants: login), body: .background { _, _ in })
      module.launch(
        "list", TaskOptions(.onDemand, requires: "Mail.count"), body: .background { _, _ in })
    },
    .fake("Pair") { module in
      module.launch("left", TaskOptions(.onDemand), body: .background { _, _ in })
      module.launch("right", TaskOptions(.onDemand), body: .background { _, _ in })
    },
  ]

  @Test(arguments: [
    Row("one of two tasks comes alone", [], .demanded("Pair.left"), "demand Pair.left"),
    Row(
      "the second one completes the launch of its module", [.demanded("Pair.left")],
      .demanded("Pair.right"), "demand Pair.right", "demand Pair"),
    Row(
      "also when the first has run",
      [.demanded("Pair.left"), .began("Pair.left"), .settled("Pair.left")],
      .demanded("Pair.right"), "demand Pair.right", "demand Pair"),
    Row(
      "not when the first has failed",
      [.demanded("Pair.left"), .settled("Pair.left", .timedOut)], .demanded("Pair.right"),
      "demand Pair.right"),
    Row(
      "or was asked for by another task",
      [.demanded("Pair.left"), .settled("Pair.right"), .began("Pair.left")],
      .settled("Pair.left"), "demand Pair"),
    Row(
      "a task that was asked for without its requirement is asked for again",
      [
        .off("Login"), .demanded("Mail.count"), .settled("Mail.count", .skipped(because: [])),
        .on("Login"), .returned(["Login", "Home"]), .began("Mail.count"),
      ], .settled("Mail.count")),
    Row("a task of a module that has launched", [], .demanded("Mail.sort"), "demand Mail.sort"),
    Row(
      "a later task without its requirement is refused", [.off("Login")], .began("Mail.fetch"),
      "refuse: Login is off with Login"),
    Row(
      "so is one whose requirement went with another", [.off("Login")], .began("Mail.count"),
      "refuse: Home is off with Login"),
    Row("a later task that only wants it runs", [.off("Login")], .began("Mail.sort")),
    Row(
      "a requirement that has failed is missing, too", [.failed("Login")], .began("Mail.fetch"),
      "refuse: Login is off with Login"),
    Row(
      "one that is back isn't", [.off("Login"), .on("Login"), .returned(["Login"])],
      .began("Mail.fetch")),
    Row(
      "a task that was skipped comes back with its requirement",
      [.off("Login"), .settled("Mail.fetch", .skipped(because: [])), .on("Login")],
      .returned(["Login", "Home"]), "take back Login Home Mail.fetch"),
    Row(
      "and the tasks that require it",
      [
        .off("Login"), .settled("Mail.count", .skipped(because: [])),
        .settled("Mail.list", .blocked(by: ["Mail.count"])), .on("Login"),
      ],
      .returned(["Login", "Home"]), "take back Login Home Mail.count Mail.list"),
    Row(
      "not while another requirement is off",
      [
        .off("Home"), .off("Login"), .settled("Mail.count", .skipped(because: [])),
        .on("Login"),
      ],
      .returned(["Login"]), "take back Login without Home"),
    Row(
      "one that has run does not",
      [
        .began("Mail.fetch"), .settled("Mail.fetch"), .off("Login"),
        .on("Login"),
      ], .returned(["Login", "Home"]), "take back Login Home"),
  ])
  func `a later task runs only with its demand and its requirements`(row: Row) throws {
    let launched: [LivesStep] = [
      .launched("Login"), .launched("Home"), .created("Mail"), .began("Mail"), .settled("Mail"),
    ]
    var script = try LivesScript(Self.later)
    _ = script.take(launched + row.given)
    #expect(script.take([row.step]) == row.actions)
  }
}
