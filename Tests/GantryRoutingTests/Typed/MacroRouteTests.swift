// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

@RoutePattern("k/:in/*default")
private struct Keywords: Equatable {
  var `in`: Int
  var `default`: Array<String>
  var `class`: String?
  var arguments: String?
  var `where`: Optional<Bool>
}

@Suite struct MacroRouteTests {
  @Test func `properties with any names are printed and read`() throws {
    let route = Keywords(
      in: 1, default: ["a", "b"], class: "c", arguments: "d", where: true)
    #expect(try route.path() == "/k/1/a/b?class=c&arguments=d&where=true")
    #expect(try Keywords(parsing: route.path()) == route)
  }
}
