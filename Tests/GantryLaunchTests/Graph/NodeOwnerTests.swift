// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantrySupport
import Testing

/// The owner and the role of a node, from the graph to the report.
@Suite struct NodeOwnerTests {
  typealias Row = (name: String, owner: ModuleName?, expected: ModuleName)

  @Test(
    arguments: [
      ("Orders", nil, "Orders"), ("Orders.open", nil, "Orders"), ("Shop.Orders.open", nil, "Shop"),
      ("Shop.Orders.open", "Shop.Orders", "Shop.Orders"), ("open", "Orders", "Orders"),
      (".open", nil, ""),
    ] as [Row])
  func `a node belongs to its owner, or to its name up to the first dot`(row: Row) throws {
    let node = LaunchNode(row.name, owner: row.owner)
    #expect(node.owner == row.expected && node.role == .task)
    let task = try #require(LaunchGraph(nodes: [node]).plan().task(named: ModuleName(row.name)))
    #expect(task.owner == row.expected && task.role == .task)
  }

  private static func nodes(_ role: LaunchNode.Role) -> [LaunchNode] {
    [LaunchNode("Shop.Orders.open", owner: "Shop.Orders", role: role)]
  }

  private static func object(_ value: some Encodable) throws -> [String: Any] {
    let data = try JSONEncoder().encode(value)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private static func without(_ keys: [String], _ object: [String: Any]) throws -> Data {
    try JSONSerialization.data(withJSONObject: object.filter { !keys.contains($0.key) })
  }

  @Test(arguments: LaunchNode.Role.allCases)
  func `encoded plans and reports contain each task's owner and role`(
    role: LaunchNode.Role
  ) async throws {
    let plan = try LaunchGraph(nodes: Self.nodes(role)).plan()
    let task = try #require(plan.tasks.first)
    let record = try #require(await plan.run(bodies: [:]).tasks.first)
    for object in [try Self.object(task), try Self.object(record)] {
      #expect(object["owner"] as? String == "Shop.Orders")
      #expect(object["role"] as? String == role.rawValue)
    }
    let copy = try JSONDecoder().decode(LaunchPlan.Task.self, from: JSONEncoder().encode(task))
    #expect(copy == task && copy.owner == "Shop.Orders" && copy.role == role)
    #expect(record.owner == "Shop.Orders" && record.role == role)
  }

  @Test func `a file without owners and roles takes owners from the names up to the first dot`()
    async throws
  {
    let plan = try LaunchGraph(nodes: Self.nodes(.creation)).plan()
    let keys = ["owner", "role"]
    let task = try JSONDecoder().decode(
      LaunchPlan.Task.self, from: Self.without(keys, Self.object(try #require(plan.tasks.first))))
    #expect(task.owner == "Shop" && task.role == .task)
    let record = try #require(await plan.run(bodies: [:]).tasks.first)
    let old = try JSONDecoder().decode(
      LaunchReport.Task.self, from: Self.without(keys, Self.object(record)))
    #expect(old.owner == "Shop" && old.role == .task)
  }
}
