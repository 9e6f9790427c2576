// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

@Suite struct RouteTableTests {
  private static func declaration(
    _ pattern: String, _ name: String, _ parameters: [RouteParameter] = [], line: Int
  ) -> RouteDeclaration {
    RouteDeclaration(
      pattern: pattern, parameters: parameters, output: Void.self, name: name, owner: "a",
      isAsync: false, declaredAt: "A.swift:\(line)")
  }

  @Test func `a table reports all of its faults at once`() {
    let table = RouteTable([
      Self.declaration("a/:id", "a/one", line: 1), Self.declaration("a/:name", "a/two", line: 2),
      Self.declaration("b", "a/one", line: 3), Self.declaration("c//d", "a/four", line: 4),
      Self.declaration("e/:id", "a/five", [.init("id", Int?.self)], line: 5),
      Self.declaration("f/*rest", "a/six", [.init("rest", String.self)], line: 6),
    ])
    #expect(
      table.check() == [
        .malformedPattern(
          route: "a/four", declaredAt: "A.swift:4",
          .malformedPattern(text: "c//d", reason: "a segment may not be empty", position: 2)),
        .unfitCapture("id", type: "Int?", route: "a/five", declaredAt: "A.swift:5"),
        .unfitCapture("rest", type: "String", route: "a/six", declaredAt: "A.swift:6"),
        .doubledName("a/one", declaredAt: "A.swift:1", otherDeclaredAt: "A.swift:3"),
        .clash(
          pattern: "a/:id", declaredAt: "A.swift:1", otherPattern: "a/:name",
          otherDeclaredAt: "A.swift:2"),
      ])
  }

  @Test func `captures of types without common texts do not clash`() {
    let table = RouteTable([
      Self.declaration("a/:id", "a/one", [.init("id", Int.self)], line: 1),
      Self.declaration("a/:tab", "a/two", [.init("tab", Tab.self)], line: 2),
      Self.declaration("a/:name", "a/three", [.init("name", String.self)], line: 3),
    ])
    #expect(table.check().isEmpty)
    #expect(table.routes.count == 3)
  }
}
