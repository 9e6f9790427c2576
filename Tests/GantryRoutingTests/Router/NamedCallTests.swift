// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

private protocol Titled: Sendable { var title: String { get } }
private struct Letter: Titled { let title: String }
private final class Sheet: Sendable {}

/// A value that no text can carry.
private final class Model: RouteValue {
  let number: Int
  init(_ number: Int) { self.number = number }
  init?(routeText: String) { nil }
  var routeText: String { "a model" }
}

@Suite struct NamedCallTests {
  private static func router<T: Sendable>(
    _ parameters: [RouteParameter], _ answer: @escaping @Sendable (RouteArguments) throws -> T
  ) -> Router {
    let declaration = RouteDeclaration(
      pattern: "letters", parameters: parameters, output: T.self, name: "letters/show",
      owner: "letters", isAsync: false, declaredAt: "Letters.swift:1")
    let router = Router(RouteTable([declaration]))
    router.attach([.anywhere(declaration) { try answer($0.arguments) }], owner: "letters")
    return router
  }

  @Test func `a call by name passes values on unchanged`() async throws {
    let router = Self.router([RouteParameter("model", Model.self), .init("date", Date.self)]) {
      (try $0.value("model", Model.self), try $0.value("date", Date.self))
    }
    let model = Model(7)
    // A text keeps at most a thousandth of a second.
    let date = Date(timeIntervalSince1970: 0.123456)
    let answer: (Model, Date) = try await router.call(
      RouteRequest(named: "letters/show", ["model": model, "date": date]))
    #expect(answer.0 === model)
    #expect(answer.1 == date)
  }

  @Test func `a value that is read as another type is converted through its text`() async throws {
    let router = Self.router([RouteParameter("id", Int.self)]) { arguments in
      "\(try arguments.value("id", Int.self) + 1) \(try arguments.value("id", String.self))"
    }
    #expect(
      try await router.call(RouteRequest(named: "letters/show", ["id": "7"]), as: String.self)
        == "8 7")
    await #expect(throws: RouteError.self) {
      try await router.call(RouteRequest(named: "letters/show", ["id": true]), as: String.self)
    }
  }

  @Test func `an output can be read as a protocol, as Any and as an optional`() async throws {
    let router = Self.router([]) { _ in Letter(title: "dear") }
    #expect(try await router.call("letters", as: (any Titled).self).title == "dear")
    #expect(try await router.call("letters", as: (any Sendable).self) is Letter)
    #expect(try await router.call("letters", as: Letter?.self)?.title == "dear")
    #expect(try await router.call("letters", as: (any Titled)?.self)?.title == "dear")
    #expect(
      try await MainActor.run { try router.callNow("letters", as: Any.self) is Letter })
    try await router.call("letters", as: Void.self)
  }

  @Test func `an output of the wrong type is refused`() async {
    let journal = Journal()
    let router = Self.router([]) { _ in
      journal.add("run")
      return Sheet()
    }
    await #expect(
      throws: RouteError.wrongOutput(route: "letters/show", expected: "Int", actual: "Sheet")
    ) { try await router.call("letters", as: Int.self) }
    await #expect(throws: RouteError.self) { try await router.call("letters", as: Int?.self) }
    #expect(journal.all == [])
    await #expect(
      throws: RouteError.wrongOutput(route: "letters/show", expected: "Titled", actual: "Sheet")
    ) { try await router.call("letters", as: (any Titled).self) }
    // Only the value shows whether its type conforms to a protocol.
    #expect(journal.all == ["run"])
  }
}
