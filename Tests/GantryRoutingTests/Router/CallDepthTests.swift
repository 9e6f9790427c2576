// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import GantrySupport
import Testing

/// Handlers that call each other's routes.
@Suite struct CallDepthTests {
  /// Gives handlers the router that they belong to.
  private final class Site: Sendable {
    private let made = Mutex<Router?>(nil)

    var router: Router { made.withLock { $0! } }

    init(
      limits: RouteLimits = .standard, _ handlers: (Site) -> [RouteHandler]
    ) {
      let handlers = handlers(self)
      let router = Router(
        RouteTable(handlers.map(\.declaration)), schemes: ["bazaar"],
        limits: limits)
      for owner in Set(handlers.map(\.declaration.owner)) {
        router.attach(handlers.filter { $0.declaration.owner == owner }, owner: owner)
      }
      made.withLock { $0 = router }
    }
  }

  private struct Wrapped: Error, CustomStringConvertible {
    let inner: RouteError
    var description: String { "wrapped: \(inner)" }
  }

  private static func declaration(_ name: String, isAsync: Bool = false) -> RouteDeclaration {
    Shop.declaration(name, name, nil, String.self, isAsync: isAsync)
  }

  /// Routes `a/a` and `b/b`, each of which calls the other.
  private static func circle(_ kind: String, limits: RouteLimits = .standard) -> Site {
    Site(limits: limits) { site in
      [handler(kind, "a/a", "b/b", site), handler(kind, "b/b", "a/a", site)]
    }
  }

  private static func handler(
    _ kind: String, _ name: String, _ other: String, _ site: Site
  ) -> RouteHandler {
    switch kind {
    case "background":
      .background(declaration(name, isAsync: true)) { _ in
        try await site.router.call(RouteRequest(other), as: String.self)
      }
    case "named":
      .background(declaration(name, isAsync: true)) { _ in
        try await site.router.call(RouteRequest(named: other, ["n": 1]), as: String.self)
      }
    case "outside":
      .background(
        RouteDeclaration(
          pattern: name, parameters: nil, output: String.self, name: name, owner: "a",
          Shop.external, isAsync: true, declaredAt: "")
      ) { _ in try await site.router.open("bazaar://\(other)", as: String.self) }
    default:
      .main(declaration(name)) { _ in try site.router.callNow(RouteRequest(other), as: String.self)
      }
    }
  }

  private static func chain(_ count: Int) -> [String] {
    (0...count).map { $0.isMultiple(of: 2) ? "a/a" : "b/b" }
  }

  @Test(arguments: ["background", "named", "outside", "main"])
  func `routes that call each other endlessly fail with their names`(kind: String) async {
    let site = Self.circle(kind)
    let error = RouteError.nestedTooDeep(chain: Self.chain(32), limit: 32)
    await #expect(throws: error) {
      kind == "outside"
        ? try await site.router.open("bazaar://a/a", as: String.self)
        : try await site.router.call("a/a", as: String.self)
    }
    #expect("\(error)".hasPrefix("Routes call each other more than 32 calls deep: a/a → b/b → "))
  }

  @MainActor
  @Test func `endless calls without await fail with their names`() async {
    let error = RouteError.nestedTooDeep(chain: Self.chain(3), limit: 3)
    let limits = RouteLimits(callDepth: 3)
    #expect(throws: error) {
      try Self.circle("main", limits: limits).router.callNow("a/a", as: String.self)
    }
  }

  /// A typed route that counts down to zero.
  private struct Down: TypedRoute {
    typealias Output = String
    static let routePattern = "down/:n"
    static var routeParameters: [RouteParameter] { [RouteParameter("n", Int.self)] }
    let n: Int
    init(_ n: Int) { self.n = n }
    init(routeArguments arguments: RouteArguments) throws(RouteError) {
      n = try arguments.value("n", Int.self)
    }
    var routeArguments: RouteArguments {
      var arguments = RouteArguments(route: Self.routePattern)
      arguments.add("n", n)
      return arguments
    }
  }

  private static func countdown(_ kind: String) -> Site {
    Site { site in
      switch kind {
      case "background":
        [
          .background(Down.self, name: "d/down", owner: "d") { route in
            route.n == 0 ? "end" : try await site.router.call(Down(route.n - 1))
          }
        ]
      default:
        [
          .main(Down.self, name: "d/down", owner: "d") { route in
            route.n == 0 ? "end" : try site.router.callNow(Down(route.n - 1))
          }
        ]
      }
    }
  }

  @Test(arguments: ["background", "main"])
  func `calls are answered up to the depth limit and no deeper`(kind: String) async throws {
    let router = Self.countdown(kind).router
    #expect(try await router.call(Down(31)) == "end")
    let names = Array(repeating: "d/down", count: 33)
    await #expect(throws: RouteError.nestedTooDeep(chain: names, limit: 32)) {
      try await router.call(Down(32))
    }
    // Each call starts a new chain.
    #expect(try await router.call(Down(31)) == "end")
  }

  @Test func `a handler can catch the depth error, or wrap it and end the chain`() async throws {
    let site = Site(limits: RouteLimits(callDepth: 2)) { site in
      [
        .background(Self.declaration("a/a", isAsync: true)) { _ in
          (try? await site.router.call("a/a", as: String.self)) ?? "caught"
        },
        .background(Self.declaration("b/b", isAsync: true)) { _ in
          do throws(RouteError) {
            return try await site.router.call("b/b", as: String.self)
          } catch {
            throw Wrapped(inner: error)
          }
        },
      ]
    }
    #expect(try await site.router.call("a/a", as: String.self) == "caught")
    await #expect {
      try await site.router.call("b/b", as: String.self)
    } throws: { error in
      "\(error)".contains("Routes call each other more than 2 calls deep: b/b.")
    }
  }

  @Test func `a task that a handler starts begins a new chain`() async throws {
    let (rounds, counted) = AsyncStream.makeStream(of: Int.self)
    let round = Mutex(0)
    let site = Site(limits: RouteLimits(callDepth: 2)) { site in
      [
        .background(Self.declaration("a/a", isAsync: true)) { _ in
          let number = round.withLock { round in
            round += 1
            return round
          }
          counted.yield(number)
          if number == 10 { counted.finish() }
          guard number < 10 else { return "end" }
          Task { try await site.router.call("a/a", as: String.self) }
          return "later"
        }
      ]
    }
    #expect(try await site.router.call("a/a", as: String.self) == "later")
    var seen: [Int] = []
    for await number in rounds { seen.append(number) }
    #expect(seen == Array(1...10))
  }

  @Test func `not-found handlers and interceptors count for the depth`() async throws {
    let site = Site(limits: RouteLimits(callDepth: 3)) { _ in
      [.background(Self.declaration("a/a", isAsync: true)) { _ in "a" }]
    }
    let router = site.router
    router.notFound { _ in try await router.call("nowhere", as: String.self) }
    let name = "the not-found handler"
    await #expect(throws: RouteError.nestedTooDeep(chain: [name, name, name, name], limit: 3)) {
      try await router.call("nowhere", as: String.self)
    }
    let failures = Mutex<[RouteError]>([])
    try router.intercept("Door") { _ async in
      do throws(RouteError) {
        _ = try await router.call("a/a", as: String.self)
      } catch {
        failures.withLock { $0.append(error) }
      }
      return .allow
    }
    #expect(try await router.call("a/a", as: String.self) == "a")
    #expect(failures.withLock { $0 } == [.nestedTooDeep(chain: ["Door"], limit: 3)])
  }
}
