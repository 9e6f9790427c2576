// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Tasks after the launch of a module whose requirements are switched off and on, or fail.
@Suite struct MachineLaterTaskTests {
  typealias Row = MachineRow
  typealias Step = MachineScript.Step

  private static let running = MachineSwitchingTests.running

  /// `Mail` has later tasks that require `Login` or `Home`, which requires `Login`.
  private static let modules: [FakeModule] = [
    FakeModule("Login"), FakeModule("Home", requires: "Login"),
    FakeModule(
      "Mail", tasks: .task("fetch", .afterReady, requires: "Login", after: "seen"),
      .task("count", .onDemand, requires: "Home"),
      .task("list", .onDemand, requires: "Mail.count")),
  ]

  private static let withoutLogin = running + [.off("Login"), .settles]

  @Test(arguments: [
    Row(
      "without its requirement it is skipped", withoutLogin, .reaches("seen"),
      "Mail.fetch skipped: Mail.fetch requires Login; Login: switched off"),
    Row(
      "also if that went with another one", withoutLogin, .demands("Mail.count"),
      "Mail.count skipped: Mail.count requires Home; Home: switched off with Login",
      "Mail.list skipped: Mail.list requires Mail.count; Mail.count requires Home; "
        + "Home: switched off with Login"),
    Row(
      "also if it was told to run", running + [.demands("Mail.count"), .off("Login")],
      .begins("Mail.count"), "refused: stale",
      "Mail.count skipped: Mail.count requires Home; Home: switched off with Login",
      "Mail.list skipped: Mail.list requires Mail.count; Mail.count requires Home; "
        + "Home: switched off with Login"),
    Row(
      "a body that runs goes on",
      running + [.demands("Mail.count"), .begins("Mail.count"), .off("Login")],
      .ends("Mail.count")),
    Row(
      "a requirement that has failed blocks it", running + [.fails("Login"), .settles],
      .reaches("seen"), "Mail.fetch blocked by Login"),
    Row(
      "with its requirement back it runs",
      withoutLogin + [.on("Login"), .launches("Login"), .launches("Home")], .reaches("seen"),
      "run Mail.fetch"),
    Row(
      "what was skipped comes back with its requirement",
      withoutLogin + [.reaches("seen"), .on("Login")], .runs("Login"), "launched Login",
      "run Home 2", "run Mail.fetch"),
    Row(
      "a demand is kept meanwhile",
      withoutLogin + [.demands("Mail.list"), .on("Login"), .runs("Login")],
      .runs("Home"), "launched Home", "run Mail.count"),
    Row(
      "also if that had failed to launch",
      [
        .start, .launches("Login"), .begins("Home"), .ends("Home", MachineSwitchingTests.failed),
        .settles, .demands("Mail.count"), .on("Home"),
      ], .runs("Home"), "launched Home", "run Mail.count"),
    Row(
      "also for what requires it",
      withoutLogin + [.demands("Mail.list"), .on("Login"), .runs("Login"), .runs("Home")],
      .runs("Mail.count"), "run Mail.list"),
    Row(
      "a demand for what was skipped is kept, too",
      running + [
        .demands("Mail.count"), .off("Login"), .begins("Mail.count"), .settles,
        .demands("Mail.count"), .on("Login"), .runs("Login"),
      ], .runs("Home"), "launched Home",
      "run Mail.count 2"),
    Row(
      "without another demand",
      running + [
        .demands("Mail.count"), .off("Login"), .begins("Mail.count"), .settles, .on("Login"),
        .runs("Login"),
      ], .runs("Home"), "launched Home", "run Mail.count 2"),
    Row(
      "not while another requirement is off",
      running + [
        .off("Home"), .settles, .off("Login"), .settles, .demands("Mail.count"),
        .on("Login"),
      ], .runs("Login"), "launched Login"),
    Row(
      "what has run does not come back",
      running + [.reaches("seen"), .settles, .off("Login"), .settles, .on("Login")],
      .runs("Login"), "launched Login", "run Home 2"),
  ])
  func `a later task runs only with its requirements`(row: Row) throws {
    var script = try MachineScript(Self.modules)
    script.take(row.given)
    #expect(script.take(row.step) == row.words)
  }

  @Test func `a demand outlives a failed launch, also that of the task's own module`() throws {
    var script = try MachineScript([
      FakeModule("Login"),
      FakeModule("Mail", requires: "Login", tasks: .task("count", .onDemand), .task("open")),
    ])
    script.take([.start, .begins("Login"), .ends("Login", MachineSwitchingTests.failed), .settles])
    script.take([.demands("Mail.count"), .on("Login"), .launches("Login"), .launches("Mail")])
    #expect(script.machine.nodes[script.node("Mail.count")].outcome == .succeeded)
  }

  @Test(arguments: [
    (Step.off("Login"), "Mail.count skipped: Mail.count requires Login; Login: switched off"),
    (Step.fails("Login"), "Mail.count blocked by Login"),
  ])
  func `a task that rests does not run again if its requirement is off or has failed`(
    step: Step, words: String
  ) throws {
    let retry = RetryPolicy(count: 1, delay: .seconds(1))
    var script = try MachineScript([
      FakeModule("Login"),
      FakeModule(
        "Mail", tasks: .task("fetch", .afterReady),
        .task("count", .onDemand, requires: "Login", retry: retry)),
    ])
    script.take(Self.running + [.demands("Mail.count"), .begins("Mail.count")])
    #expect(script.take(.ends("Mail.count", .failed(message: "x"))) == ["rest Mail.count"])
    #expect(script.take(step).contains("shut down Login"))
    #expect(script.take(.rests("Mail.count")) == ["run Mail.count 2"])
    #expect(script.take(.begins("Mail.count")) == ["refused: stale", words])
  }
}
