// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryReports
import LaunchFixture
import Testing

/// Modules with dots in their names: a node belongs to the owner that it states.
@Suite struct ModuleOwnerTests {
  private static func report() throws -> LaunchReport {
    var sketch = ReportSketch(ready: 10)
    sketch.ran("Shop.open", 0, 0, 1)
    sketch.ran("Shop.Orders.open", 1, 1, 5, needs: ["Shop.open"])
    sketch.ran("Shop.Orders.load", 5, 5, 10, needs: ["Shop.Orders.open"])
    for index in 1...2 { sketch.entries[index].node.owner = "Shop.Orders" }
    return try sketch.report()
  }

  @Test(
    arguments: [
      ("Shop.Orders", Duration.milliseconds(9)), ("Shop", .milliseconds(1)),
      ("Shop.Orders.open", nil),
    ] as [(ModuleName, Duration?)])
  func `a module's time is that of its nodes`(module: ModuleName, time: Duration?) throws {
    #expect(try Self.report().time(of: .module(module)) == time)
  }

  @Test func `a violation names modules with similar names`() throws {
    let budget = LaunchBudget(.module("Shop.Ordres"), limit: .zero)
    let violations = LaunchBudget.check([budget], in: [try Self.report()])
    #expect(violations.map(\.near) == [["Shop.Orders"]])
  }

  @Test(arguments: [
    ("Shop.Orders", "Shop.Orders"), ("Shop.Orders.load", "Shop.Orders"), ("Shop.open", "Shop"),
  ])
  func `a task's neighbors are those of its module`(name: String, center: String) throws {
    let near = try #require(try Self.report().neighborhood(of: name, depth: 1))
    #expect(near.center == center && near.modules == ["Shop", "Shop.Orders"])
  }
}
