// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantrySupport
import GantryTesting
import Testing

/// The host's navigator over scenes that tests make.
@MainActor
@Suite struct HostNavigatorTests {
  @RoutePattern("typed/:id")
  struct Typed {
    typealias Output = String
    static let presentation = PagePresentation.sheet
    var id: Int
  }

  /// Opened by tests, for routes and interceptors that take time.
  final class Gates: Sendable {
    let slow = Promise<Void>()
    let guarded = Promise<Void>()
  }

  @Module
  @MainActor
  final class Pages {
    @Inject let calls: Journal
    @Inject let gates: Gates

    @Route("now", access: .external) func now() -> String { made("now") }
    @Route("other", access: .external) func other() -> String { made("other") }
    @Route("slow", access: .external) func slow() async -> String {
      _ = made("slow")
      await gates.slow.value()
      return "slow"
    }
    @Route("broken", access: .external) func broken() throws -> String {
      _ = made("broken")
      throw CancellationError()
    }
    @Route("guarded", access: .external) func guarded() -> String { made("guarded") }
    @Route("checked", access: .external) func checked() -> String { made("checked") }
    @Intercept("checked") func look(_ request: RouteRequest) async -> RouteDecision {
      await gates.slow.value()
      return .allow
    }
    @Route("scene", access: .external) func scene() -> String { made("scene") }
    @Intercept("scene") func see(_ request: RouteRequest) -> RouteDecision {
      calls.add("asked in \(request.scene?.rawValue ?? "none")")
      return .allow
    }
    @Route("refresh", access: .external) func refresh() { _ = made("refresh") }
    @Route("total", access: .external) func total() -> Int { 7 }
    @Route("tab", access: .external, shown: .tab("cart")) func tab() -> String { made("tab") }
    @Route(access: .external) func typed(_ route: Typed) -> String { made("typed \(route.id)") }

    @Intercept("guarded", asksPerson: true)
    func check(_ request: RouteRequest) async -> RouteDecision {
      await gates.guarded.value()
      return .allow
    }

    private func made(_ page: String) -> String {
      calls.add(page)
      return page
    }
  }

  final class Errors {
    var all: [NavigationError] = []
  }

  let calls = Journal()
  let gates = Gates()
  let errors = Errors()
  let screens = FakeScreens("main", "side")
  let system: FakeSystem
  var navigator: HostNavigator { system.host.navigator }

  init() async {
    system = FakeSystem(
      [Pages.self, HostNavigatorModule.self], schemes: ["shop"],
      adding: { [calls, gates] in
        $0.provide(calls, as: Journal.self)
        $0.provide(gates, as: Gates.self)
      })
    system.host.navigator.screens = screens
    system.host.failedToShow = { [errors] _, error in errors.all.append(error) }
    await system.launch()
  }

  private func begin(_ path: String) {
    navigator.beginShowing(PageRequest(.request(RouteRequest(path))))
  }

  private func deliver(_ path: String, in scene: SceneID? = "main") {
    let url = URLFacts(url: URL(string: "shop://\(path)")!)
    if let scene {
      system.host.openURLs([url], in: scene, by: .scene)
    } else {
      _ = system.host.openURL(url)
    }
  }

  @Test(arguments: ["now", "slow", "guarded", "checked"], ["main", nil] as [SceneID?])
  func `a delivered URL shows its page once, in its scene or in the active one`(
    path: String, scene: SceneID?
  ) async {
    gates.slow.resolve(())
    gates.guarded.resolve(())
    deliver(path, in: scene)
    await system.host.idle()
    #expect(screens.shown == ["\(path) in main"])
    #expect(calls.lines == [path])
    #expect(errors.all.isEmpty)
  }

  @Test(arguments: ["main", nil] as [SceneID?])
  func `a delivered URL whose route throws is one error, and calls it once`(scene: SceneID?) async {
    deliver("broken", in: scene)
    await system.host.idle()
    #expect(screens.shown.isEmpty)
    #expect(calls.lines == ["broken"])
    #expect(errors.all == [.route(.failed(route: "Pages/broken", .init(CancellationError())))])
  }

  @Test(arguments: ["main", nil] as [SceneID?])
  func `an output that is no page is dropped when it is delivered, and an error from code`(
    scene: SceneID?
  ) async throws {
    deliver("refresh", in: scene)
    deliver("total", in: scene)
    await system.host.idle()
    #expect(calls.lines == ["refresh"])
    #expect(errors.all.isEmpty)
    await #expect(throws: NavigationError.notAPage(route: "Pages/total", output: "Int")) {
      try await navigator.show("total")
    }
  }

  @Test func `the router still returns the page and shows nothing`() async throws {
    #expect(try await system.test.application.router.call("now", as: String.self) == "now")
    #expect(screens.shown.isEmpty)
  }

  @Test func `a module that handles the URL has shown it itself`() async {
    system.keep(system.events.answer(OpenURL.self) { _ in true })
    deliver("now")
    await system.host.idle()
    #expect(screens.shown.isEmpty && calls.lines.isEmpty && errors.all.isEmpty)
  }

  @Test func `code shows typed routes, paths and URLs, and hears when they are on screen`()
    async throws
  {
    try await navigator.show(Typed(id: 7), in: "side")
    try await navigator.show("now")
    try await navigator.open(URL.of("shop://other"))
    #expect(screens.shown == ["typed 7 in side", "now in main", "other in main"])
  }

  @Test func `the route's presentation counts unless the caller says another`() async throws {
    var seen: [PagePresentation] = []
    screens.appShows = { page in
      seen.append(page.showing.presentation)
      return true
    }
    try await navigator.show(Typed(id: 7))
    try await navigator.show(Typed(id: 7), as: .fullScreen)
    try await navigator.show("tab")
    try await navigator.show("now")
    #expect(seen == [.sheet, .fullScreen, .tab("cart"), .push])
    #expect(screens.shown.isEmpty)
  }

  @Test func `a link's page isn't shown again on top of itself, elsewhere or later it is`() async {
    for _ in 0..<2 {
      deliver("now")
      await system.host.idle()
    }
    #expect(screens.shown == ["now in main"])
    deliver("now", in: "side")
    await system.host.idle()
    screens.states["main"] = SceneState(.stack([nil]))
    deliver("now")
    await system.host.idle()
    #expect(screens.shown == ["now in main", "now in side", "now in main"])
  }

  @Test func `the system's echo of a URL isn't opened`() async {
    for way in [URLWay.connection, .scene, .view] {
      system.host.openURLs([URLFacts(url: URL.of("shop://now"))], in: "main", by: way)
    }
    await system.host.idle()
    #expect(screens.shown == ["now in main"])
    #expect(calls.lines == ["now"])
  }

  @Test func `a link that comes by an activity shows its page`() async {
    let activity = UserActivity(
      type: "NSUserActivityTypeBrowsingWeb", webpageURL: URL.of("shop://now"))
    #expect(system.host.continueActivity(activity, in: "side", by: .scene))
    await system.host.idle()
    #expect(screens.shown == ["now in side"])
  }

  @Test(arguments: ["slow", "checked"])
  func `of two links to one scene, the later one ends on top`(first: String) async {
    deliver(first)
    deliver("now")
    deliver("other", in: "side")
    await waits { !screens.shown.isEmpty }
    #expect(screens.shown == ["other in side"])
    gates.slow.resolve(())
    await system.host.idle()
    #expect(screens.shown == ["other in side", "\(first) in main", "now in main"])
  }

  @Test func `a link doesn't wait for one whose interceptor asks a person`() async {
    deliver("guarded")
    deliver("now")
    await waits { !screens.shown.isEmpty }
    #expect(screens.shown == ["now in main"])
    gates.guarded.resolve(())
    await system.host.idle()
    #expect(screens.shown == ["now in main", "guarded in main"])
  }

  @Test func `code doesn't wait for a link's route, so a route may show a page`() async throws {
    deliver("slow")
    try await navigator.show(RouteRequest("now", in: "main"))
    #expect(screens.shown == ["now in main"])
    gates.slow.resolve(())
    await system.host.idle()
    #expect(screens.shown == ["now in main", "slow in main"])
  }

  @Test func `pages of one scene are shown one after another`() async {
    let step = Promise<Void>()
    screens.onStep = { [screens] in
      screens.onStep = nil
      await step.value()
    }
    begin("now")
    begin("other")
    for _ in 0..<100 { await Task.yield() }
    #expect(screens.shown.isEmpty)
    step.resolve(())
    await system.host.idle()
    #expect(screens.shown.map { "\($0.prefix(5))" } == ["now i", "other"])
  }

  @Test func `a page waits for its window, and a scene that is gone is an error`() async throws {
    screens.states["main"] = SceneState()
    begin("now")
    await system.test.clock.waitUntilSleeping()
    #expect(screens.shown.isEmpty)
    screens.states["main"] = SceneState(.stack([nil]))
    system.test.clock.advance(by: HostNavigator.pause)
    await system.host.idle()
    #expect(screens.shown == ["now in main"])
    screens.states["side"] = SceneState(connection: .gone)
    deliver("now", in: "side")
    await system.host.idle()
    #expect(errors.all == [.sceneGone("side")])
  }

  @Test func `a link that waits for a window is an error when its scene disconnects`() async {
    system.host.connect(SceneFacts(id: "side"), ConnectionFacts(), window: .made(by: FakeWindows()))
    deliver("now", in: "side")
    system.host.tell(.didDisconnect, of: SceneFacts(id: "side"))
    await system.host.idle()
    #expect(errors.all == [.sceneGone("side")])
  }

  @Test func `a page waits for a transition, but not for one that never ends`() async {
    screens.states["main"]?.isChanging = true
    begin("now")
    await system.test.clock.waitUntilSleeping()
    #expect(screens.shown.isEmpty)
    screens.states["main"]?.isChanging = false
    system.test.clock.advance(by: HostNavigator.pause)
    await system.host.idle()
    #expect(screens.shown == ["now in main"])
    screens.states["main"]?.isChanging = true
    begin("other")
    await system.test.clock.waitUntilSleeping()
    system.test.clock.advance(by: RoutedStacks.patience)
    await system.host.idle()
    #expect(screens.shown == ["now in main", "other in main"])
  }

  @Test func `the URL of a view is shown in its scene, which interceptors know`() async {
    system.host.openURLs([URLFacts(url: .of("shop://scene"))], in: "side", by: .view)
    await system.host.idle()
    #expect(screens.shown == ["scene in side"])
    #expect(calls.lines == ["asked in side", "scene"])
  }

  @Test func `a page without a scene waits for the first one`() async {
    screens.active = nil
    begin("now")
    await system.test.clock.waitUntilSleeping()
    screens.active = "side"
    system.test.clock.advance(by: HostNavigator.pause)
    await system.host.idle()
    #expect(screens.shown == ["now in side"])
  }

  @Test func `a missing tab is an error with the names that there are`() async throws {
    screens.states["main"] = SceneState(
      .tabs([.init("shop", .stack([nil]))], selected: 0))
    screens.appShows = { _ in false }
    let error = NavigationError.noTab("cart", known: ["shop"])
    await #expect(throws: error) { try await navigator.show("tab") }
    deliver("tab")
    await system.host.idle()
    #expect(errors.all == [error])
  }

  @Test func `a scene that changes meanwhile is looked at again, but not without end`()
    async throws
  {
    screens.losses = 2
    try await navigator.show("now")
    #expect(screens.shown == ["now in main"])
    #expect(calls.lines == ["now"])
    screens.losses = 100
    await #expect(throws: NavigationError.interrupted(route: "Pages/now")) {
      try await navigator.show("now")
    }
  }

  @Test func `a caller that is cancelled while it waits gets an error, and the next page is shown`()
    async
  {
    screens.states["main"] = SceneState()
    let call = Task { [navigator] in try await navigator.show("now") }
    await system.test.clock.waitUntilSleeping()
    call.cancel()
    await #expect(throws: NavigationError.cancelled(route: "Pages/now")) { try await call.value }
    screens.states["main"] = SceneState(.stack([nil]))
    begin("other")
    await system.host.idle()
    #expect(screens.shown == ["other in main"])
  }

  @Test func `an unknown path is the router's error, for callers and for the hook`() async throws {
    await #expect(throws: NavigationError.self) { try await navigator.show("nowhere") }
    #expect(errors.all.isEmpty)
    begin("nowhere")
    deliver("nowhere")
    await system.host.idle()
    #expect(errors.all.count == 2)
  }
}
