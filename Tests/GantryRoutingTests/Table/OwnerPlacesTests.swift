// SPDX-License-Identifier: Apache-2.0

@testable import GantryRouting
import Testing

/// The routes of a departing owner are found without looking at other routes.
@Suite struct OwnerPlacesTests {
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
      #expect(Array(table.places(of: owner)) == expected)
    }
    #expect(Array(table.places(of: "nobody")).isEmpty)
    let more = table.adding([Self.route(60, "M3"), Self.route(61, "late")])
    #expect(Array(more.places(of: "M3")) == Array(table.places(of: "M3")) + [60])
    #expect(Array(more.places(of: "late")) == [61])
  }
}
