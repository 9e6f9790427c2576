// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces
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

private let standardLimit = 20

/// Its `init` is public, but the defaults in it are not.
@RoutePattern("lists/:id")
public struct LimitedList: Equatable, Sendable {
  var id: Int
  var limit: Int = standardLimit
  var order: Int = Self.standardOrder
  var size: Double = 1.5

  private static let standardOrder = 3
}

@Suite struct MacroRouteTests {
  @Test func `properties with any names are printed and read`() throws {
    let route = Keywords(
      in: 1, default: ["a", "b"], class: "c", arguments: "d", where: true)
    #expect(try route.path() == "/k/1/a/b?class=c&arguments=d&where=true")
    #expect(try Keywords(parsing: route.path()) == route)
  }

  @Test func `a public route has defaults that are private`() throws {
    let route = LimitedList(id: 7)
    #expect(route == LimitedList(id: 7, limit: 20, order: 3, size: 1.5))
    #expect(try LimitedList(parsing: "lists/7") == route)
    #expect(LimitedList(id: 7, limit: 5).limit == 5)
  }
}
