// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantrySupport
import Testing

/// The owner and the role of a node, from the graph to the report.
@Suite struct NodeOwnerTests {
  private static func nodes(_ role: LaunchNode.Role) -> [LaunchNode] {
    [LaunchNode("Shop.Orders.open", owner: "Shop.Orders", role: role)]
  }

  private static func object(_ value: some Encodable) throws -> [String: Any] {
    let data = try JSONEncoder().encode(value)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
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

  @Test(arguments: ["owner", "role"])
  func `a file without a task's owner or role isn't read`(key: String) async throws {
    let plan = try LaunchGraph(nodes: Self.nodes(.creation)).plan()
    let record = try #require(await plan.run(bodies: [:]).tasks.first)
    func without(_ value: some Encodable) throws -> Data {
      try JSONSerialization.data(
        withJSONObject: Self.object(value).filter { $0.key != key })
    }
    let task = try without(#require(plan.tasks.first))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LaunchPlan.Task.self, from: task)
    }
    let old = try without(record)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LaunchReport.Task.self, from: old)
    }
  }
}
