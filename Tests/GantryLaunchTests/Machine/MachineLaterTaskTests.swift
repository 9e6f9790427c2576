// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Tasks after the launch of a module whose requirements have failed.
@Suite struct MachineLaterTaskTests {
  typealias Row = MachineRow

  /// `Mail` has later tasks that require `Login` or `Home`, which requires `Login`.
  private static let modules: [FakeModule] = [
    FakeModule("Login"), FakeModule("Home", requires: "Login"),
    FakeModule(
      "Mail", tasks: .task("fetch", .afterReady, requires: "Login", after: "seen"),
      .task("count", .onDemand, requires: "Home", retry: .immediately(1)),
      .task("list", .onDemand, requires: "Mail.count")),
  ]

  private static let running: [MachineScript.Step] = [.start, .settles]
  private static let withoutHome: [MachineScript.Step] = [
    .start, .launches("Login"), .begins("Home"), .ends("Home", .failed(message: "x")), .settles,
  ]

  @Test(arguments: [
    Row(
      "a requirement whose launch has failed blocks it", withoutHome,
      .waits(1, for: .outcome("Mail.list")), "resume 1: blocked by Mail.count ← Home"),
    Row("a demand doesn't change that", withoutHome, .demands("Mail.list")),
    Row("another task of the module runs", withoutHome, .reaches("seen"), "run Mail.fetch"),
    Row(
      "one whose work has failed doesn't", running + [.fails("Login"), .fails("Home")],
      .reaches("seen"), "run Mail.fetch"),
    Row(
      "nor on demand", running + [.fails("Home")], .demands("Mail.list"), "run Mail.count"),
    Row(
      "a task is tried again although the work of a requirement has failed",
      running + [.demands("Mail.count"), .begins("Mail.count"), .fails("Home")],
      .ends("Mail.count", .failed(message: "x")), "retry Mail.count", "run Mail.count 2"),
  ])
  func `a later task depends on the launch of its requirements alone`(row: Row) throws {
    var script = try MachineScript(Self.modules)
    script.take(row.given)
    #expect(script.take(row.step) == row.words)
  }
}
