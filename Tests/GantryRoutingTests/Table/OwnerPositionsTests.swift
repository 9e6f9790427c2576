// SPDX-License-Identifier: Apache-2.0

@testable import GantryRouting
import Testing

/// The routes of a departing owner are found without looking at other routes.
@Suite struct OwnerPositionsTests {
  private static func route(_ number: Int, _ owner: ModuleName) -> RouteDeclaration {
    RouteDeclaration(
      pattern: "page\(number)", parameters: nil, output: Void.self, name: "\(owner)/\(number)",
      owner: owner, isAsync: false, declaredAt: "A.swift:\(number)")
  }

  @Test func `an owner's places are those of its routes, in table order`() {
    let owners = (0..<60).map { ModuleName("M\($0 * 7 % 5)") }
    let table = RouteTable(owners.enumerated().map { Self.route($0, $1) })
    for owner in Set(owners) {
      let expected = owners.indices.filter { owners[$0] == owner }
      #expect(Array(table.positions(of: owner)) == expected)
    }
    #expect(Array(table.positions(of: "nobody")).isEmpty)
  }
}
