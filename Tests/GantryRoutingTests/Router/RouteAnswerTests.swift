// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import GantryRouting
import GantrySupport
import Testing

/// What a navigator gets from the router.
@MainActor
@Suite struct RouteAnswerTests {
  struct Sheet: TypedRoute {
    typealias Output = View
    static let presentation = PagePresentation.sheet
    static let routePattern = "sheet"
    static let routeParameters: [RouteParameter] = []
    init() {}
    init(routeArguments: RouteArguments) throws(RouteError) {}
    var routeArguments: RouteArguments { RouteArguments(route: Self.routePattern) }
  }

  let calls = Journal()
  let router: Router

  init() {
    let outside = RouteOptions(access: .external, shown: .tab("news"))
    let options = RouteOptions(access: .external)
    func text(_ pattern: String, isAsync: Bool = false, _ options: RouteOptions) -> RouteDeclaration
    {
      RouteDeclaration(
        pattern: pattern, parameters: [], output: String.self, name: "pages/\(pattern)",
        owner: "pages", options, isAsync: isAsync, declaredAt: "Pages.swift:1")
    }
    let handlers: [RouteHandler] = [
      .main(
        RouteDeclaration(
          Sheet.self, name: "pages/sheet", owner: "pages", options, isAsync: false,
          declaredAt: "Pages.swift:1"), Sheet.self
      ) { _ in View("sheet") },
      .anywhere(text("anywhere", outside)) { [calls] _ in
        calls.add("anywhere")
        return "anywhere"
      },
      .background(text("slow", isAsync: true, options)) { [calls] _ in
        calls.add("slow")
        await Task.yield()
        return "slow"
      },
      .main(text("broken", options)) { [calls] _ in
        calls.add("broken")
        throw Broken()
      },
    ]
    router = Router(RouteTable(handlers.map(\.declaration)), schemes: ["bazaar"])
    router.attach(handlers, owner: "pages")
  }

  private func open(_ url: String) async throws(RouteError) -> RouteAnswer {
    try await router.answer(PageRequest(.url(URL(string: url)!)))
  }

  @Test func `a page needn't be Sendable, and comes with its presentation and path`() async throws {
    let answer = try await router.answer(PageRequest(.route(Sheet())))
    #expect((answer.output as? View)?.title == "sheet")
    #expect(answer.presentation == .sheet)
    #expect(answer.path == "/sheet")
    #expect(answer.route == "pages/sheet")
  }

  @Test(arguments: [nil, PagePresentation.push])
  func `a navigator of one's own gets the page and how it gets on screen`(
    asked: PagePresentation?
  ) async throws {
    let request = PageRequest(.route(Sheet()), as: asked)
    let (page, presentation) = try await router.page(for: request, as: View.self)
    #expect(page.title == "sheet" && presentation == asked ?? .sheet)
    let wrong = RouteError.wrongOutput(
      route: "pages/sheet", expected: "String", actual: "\(View.self)")
    await #expect(throws: wrong) { try await router.page(for: request, as: String.self) }
  }

  @Test(arguments: ["anywhere", "slow"])
  func `a path and a URL call the route once`(name: String) async throws {
    #expect(
      try await router.answer(PageRequest(.request(RouteRequest(name)))).output as? String == name)
    #expect(calls.all == [name])
    let answer = try await open("bazaar://\(name)?a=b")
    #expect(answer.output as? String == name)
    #expect(answer.path == "/\(name)?a=b")
    #expect(answer.presentation == (name == "slow" ? .push : .tab("news")))
    #expect(calls.all == [name, name])
  }

  @Test func `a route that throws is called once`() async {
    let error = RouteError.failed(route: "pages/broken", .init(Broken()))
    await #expect(throws: error) { _ = try await open("bazaar://broken") }
    #expect(calls.all == ["broken"])
    #expect(throws: error) {
      _ = try router.openNow(router.resolve("bazaar://broken"))
    }
    #expect(calls.all == ["broken", "broken"])
  }

  @Test func `without await, a route that takes time is not called`() {
    #expect(throws: RouteError.self) {
      _ = try router.openNow(router.resolve("bazaar://slow"))
    }
    #expect(calls.all.isEmpty)
  }

  @Test func `an interceptor's redirect decides presentation and path`() async throws {
    try router.intercept("Old", paths: ["anywhere"]) { _ in .redirect(to: "slow?from=old") }
    let answer = try await open("bazaar://anywhere")
    #expect(answer.path == "/slow?from=old")
    #expect(answer.presentation == .push)
    #expect(calls.all == ["slow"])
    try router.intercept("Sheets", paths: ["slow"]) { _ async in
      await Task.yield()
      return .redirect(to: "sheet")
    }
    #expect(try await open("bazaar://anywhere").presentation == .sheet)
  }

  @Test func `the not-found handler's page is an answer, also after a redirect`() async throws {
    await #expect(throws: RouteError.self) { _ = try await open("bazaar://nowhere") }
    router.notFound { "nothing at \($0.path)" }
    let answer = try await open("bazaar://nowhere")
    #expect(answer.output as? String == "nothing at /nowhere")
    #expect(answer.path == "/nowhere")
    try router.intercept("Lost", paths: ["slow"]) { _ in .redirect(to: "lost") }
    #expect(try await open("bazaar://slow").path == "/lost")
  }

  @Test func `hooks hear of each call and its end`() async throws {
    let ends = Journal()
    let number = router.addHook { origin in
      { end in ends.add("\(origin) \(end.route.name) \((try? end.result.get()) != nil)") }
    }
    _ = try await router.answer(PageRequest(.request("slow")))
    _ = try? await open("bazaar://broken")
    router.removeHook(number)
    #expect(ends.all == ["internal pages/slow true", "external pages/broken false"])
  }
}
