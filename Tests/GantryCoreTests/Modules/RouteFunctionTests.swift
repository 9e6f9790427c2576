// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryTesting
import Testing

@RoutePattern("functions/typed/:id")
struct FunctionPage: Equatable {
  typealias Output = String
  var id: Int
}

@RoutePattern("functions/screen")
struct FunctionScreen { typealias Output = Screen }

// Handlers at file scope: each leaves a record, which the tests below look for.

@Route(access: .external)
func functionTyped(_ route: FunctionPage, context: ModuleContext) async -> String {
  "\(context.name) \(route.id)"
}

@MainActor @Route
func functionScreen(_ route: FunctionScreen) -> Screen { Screen("of a function") }

@Route("functions/sum/:first/:second")
nonisolated func functionSum(first: Int, second: Int, negated: Bool = false) throws -> Int {
  if second == 0 { throw Broken() }
  return negated ? -(first + second) : first + second
}

@Route("functions/where")
func functionWhere(_ request: RouteRequest, context: ModuleContext) async throws -> String {
  let sum = try await context.router.call("functions/sum/1/2", as: Int.self)
  return "\(request.origin.rawValue) \(request.path) \(sum)"
}

@Route("functions/told") func functionTold() -> String { "told by its type" }

/// Routes of free functions, which are found as modules are.
@Suite struct RouteFunctionTests {
  private static let names: [ModuleName] = [
    "functionScreen", "functionSum", "functionTold", "functionTyped", "functionWhere",
  ]

  /// Starts an application with the functions above, found in this program.
  private func start() async throws -> TestApplication {
    let host = TestApplication(
      modules: .linked(only: Self.names), schemes: ["fun"])
    try await host.start()
    return host
  }

  @Test func `functions at file scope answer calls by value, path, name and URL`() async throws {
    let router = try await start().application.router
    #expect(try await router.call(FunctionPage(id: 7)) == "functionTyped 7")
    #expect(try await router.call("functions/typed/8", as: String.self) == "functionTyped 8")
    #expect(
      try await router.call(
        RouteRequest(named: "functionSum", ["first": 1, "second": 2]), as: Int.self) == 3)
    #expect(
      try await router.open("fun://functions/typed/9", as: String.self) == "functionTyped 9")
    #expect(try await router.call("functions/told", as: String.self) == "told by its type")
    #expect(
      try await router.call("functions/where", as: String.self) == "internal /functions/where 3")
  }

  @Test func `a function's isolation decides how it can be called`() async throws {
    let router = try await start().application.router
    let (sum, title) = try await MainActor.run {
      (
        try router.callNow("functions/sum/1/2?negated=true", as: Int.self),
        try router.callNow(FunctionScreen()).title
      )
    }
    #expect(sum == -3)
    #expect(title == "of a function")
    let routes = Dictionary(uniqueKeysWithValues: router.routes.map { ($0.name, $0) })
    #expect(routes["functionTyped"]?.isAsync == true)
    #expect(routes["functionScreen"]?.isAsync == false)
    #expect(routes["functionSum"]?.isAsync == false)
    #expect(routes["functionTyped"]?.access == .external)
    #expect(
      routes["functionSum"]?.declaredAt.hasPrefix("GantryCoreTests/RouteFunctionTests.swift:")
        == true)
  }

  @Test func `functions report errors as modules do`() async throws {
    let router = try await start().application.router
    await #expect(throws: RouteError.failed(route: "functionSum", .init(Broken()))) {
      try await router.call("functions/sum/1/0", as: Int.self)
    }
    await #expect(
      throws: RouteError.refused(path: "/functions/told", route: "functionTold")
    ) { try await router.open("fun://functions/told", as: Void.self) }
  }
}
