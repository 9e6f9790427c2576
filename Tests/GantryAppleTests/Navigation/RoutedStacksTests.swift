// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryTesting
import Testing

/// The host's navigator over stacks of SwiftUI, which the tests draw.
@MainActor
@Suite struct RoutedStacksTests {
  @Module
  @MainActor
  final class Pages {
    @Route("tea", access: .external) func tea() -> String { "tea" }
    @Route("milk", access: .external) func milk() -> String { "milk" }
    @Route("form", access: .external, shown: .sheet) func form() -> String { "form" }
    @Route("start", access: .external, shown: .root) func start() -> String { "start" }
    @Route("orders", access: .external, shown: .tab("orders")) func orders() -> String { "orders" }
    @Route("count") func count() -> Int { 7 }
  }

  final class Errors {
    var all: [NavigationError] = []
  }

  /// The selected tab of a `TabView`.
  final class Selection {
    var tab = "shop"
    var onSelect: (() -> Void)?
  }

  let screens = FakeScreens("main", "side")
  let errors = Errors()
  let system: FakeSystem
  let model = RoutedStackModel()
  var navigator: HostNavigator { system.host.navigator }
  var stacks: RoutedStacks { navigator.stacks }

  init() async {
    system = FakeSystem([Pages.self, HostNavigatorModule.self], schemes: ["shop"])
    navigator.screens = screens
    system.host.content.isReported = true
    system.host.failedToShow = { [errors] _, error in errors.all.append(error) }
    for scene in ["main", "side"] as [SceneID] { screens.states[scene] = SceneState(.page(nil)) }
    await system.launch()
  }

  /// Draws the pages of a stack as they are added, as SwiftUI does.
  private func draw(_ model: RoutedStackModel, in scene: SceneID = "main") {
    model.willChange = { [weak model, screens] in
      Task { @MainActor in
        guard let model else { return }
        screens.states[scene]?.levels = model.pages.levels.map { _ in .page(nil) }
        for level in model.pages.levels {
          for page in [level.root].compactMap(\.self) + level.path { model.appeared(page) }
        }
      }
    }
  }

  private func appear(
    _ model: RoutedStackModel, tab: String? = nil, in scene: SceneID = "main"
  ) {
    draw(model, in: scene)
    stacks.appeared(model, tab: tab, in: scene)
  }

  private func deliver(_ path: String, in scene: SceneID = "main") {
    system.host.openURLs([URLFacts(url: URL(string: "shop://\(path)")!)], in: scene, by: .scene)
  }

  private func keys(_ model: RoutedStackModel) -> [[String?]] {
    model.pages.levels.map { [$0.root?.key] + $0.path.map(\.key) }
  }

  @Test func `links and code push onto the stack, and sheets have stacks of their own`()
    async throws
  {
    appear(model)
    deliver("tea")
    await system.host.idle()
    try await navigator.show("milk")
    deliver("form")
    await system.host.idle()
    try await navigator.show("tea")
    #expect(keys(model) == [[nil, "/tea", "/milk"], ["/form", "/tea"]])
    #expect(screens.shown.isEmpty && errors.all.isEmpty)
    #expect(model.object(of: model.pages.path(at: 1)[0]) != nil)
  }

  @Test func `a link's page isn't pushed on itself, and after a person went back it is`() async {
    appear(model)
    for _ in 0..<2 {
      deliver("tea")
      await system.host.idle()
    }
    #expect(keys(model) == [[nil, "/tea"]])
    let former = model.pages.path(at: 0)[0]
    model.pages.setPath([], at: 0)
    // It is drawn until it has left the screen.
    #expect(model.object(of: former) != nil)
    model.trim()
    #expect(model.object(of: former) == nil)
    deliver("tea")
    await system.host.idle()
    #expect(keys(model) == [[nil, "/tea"]])
  }

  @Test func `a link that comes before the stack appears is kept`() async {
    stacks.declare(tab: nil)
    deliver("tea")
    await system.test.clock.waitUntilSleeping()
    #expect(screens.shown.isEmpty)
    appear(model)
    system.test.clock.advance(by: HostNavigator.pause)
    await system.host.idle()
    #expect(keys(model) == [[nil, "/tea"]])
  }

  @Test func `after ten seconds without a stack, the page is shown over what is there`() async {
    stacks.declare(tab: nil)
    deliver("tea")
    await system.test.clock.waitUntilSleeping()
    system.test.clock.advance(by: RoutedStacks.patience)
    await system.host.idle()
    #expect(screens.shown == ["tea in main"])
  }

  @Test func `each scene has a stack of its own`() async {
    let other = RoutedStackModel()
    appear(model)
    appear(other, in: "side")
    deliver("tea", in: "side")
    deliver("milk")
    await system.host.idle()
    #expect(keys(model) == [[nil, "/milk"]])
    #expect(keys(other) == [[nil, "/tea"]])
  }

  @Test func `a tab is selected, and its page waits until its stack appears`() async {
    let (orders, selection) = (RoutedStackModel(), Selection())
    stacks.setTabs(
      ["shop", "orders"], in: "main", selected: { selection.tab }, select: { selection.tab = $0 })
    appear(model, tab: "shop")
    deliver("orders")
    await system.test.clock.waitUntilSleeping()
    #expect(selection.tab == "orders")
    #expect(orders.pages == RoutedPages())
    appear(orders, tab: "orders")
    await system.host.idle()
    #expect(keys(orders) == [[nil, "/orders"]])
    #expect(keys(model) == [[nil]])
  }

  @Test func `a tab that never appears is an error`() async {
    let selection = Selection()
    stacks.setTabs(
      ["shop", "orders"], in: "main", selected: { selection.tab }, select: { selection.tab = $0 })
    let call = Task { [navigator] in try await navigator.show("orders") }
    for _ in 0..<8 {
      await system.test.clock.waitUntilSleeping()
      system.test.clock.advance(by: RoutedStacks.patience)
    }
    await #expect(throws: NavigationError.interrupted(route: "Pages/orders")) {
      try await call.value
    }
  }

  @Test func `the tab is found again by its name after the sheets were closed`() async {
    let (orders, selection) = (RoutedStackModel(), Selection())
    let setTabs: @MainActor ([String]) -> Void = { [stacks] names in
      stacks.setTabs(
        names, in: "main", selected: { selection.tab }, select: { selection.tab = $0 })
    }
    setTabs(["shop", "orders"])
    appear(model, tab: "shop")
    appear(orders, tab: "orders")
    // A sheet of the app's own.
    screens.states["main"] = SceneState(.page(nil), .stack([nil]))
    screens.onStep = { [screens] in
      screens.onStep = nil
      setTabs(["shop", "deals", "orders"])
      screens.states["main"] = SceneState(.page(nil))
    }
    deliver("orders")
    await system.host.idle()
    #expect(selection.tab == "orders")
    #expect(keys(orders) == [[nil, "/orders"]])
    #expect(errors.all.isEmpty)
  }

  @Test func `a page that SwiftUI doesn't draw in time is on the path once`() async throws {
    appear(model)
    model.willChange = nil
    let call = Task { [navigator] in try await navigator.show("milk") }
    await system.test.clock.waitUntilSleeping()
    system.test.clock.advance(by: RoutedStackModel.longestMotion)
    try await call.value
    #expect(keys(model) == [[nil, "/milk"]])
  }

  @Test func `a page that SwiftUI takes off the path is tried again`() async throws {
    appear(model)
    model.willChange = nil
    let call = Task { [navigator] in try await navigator.show("milk") }
    await system.test.clock.waitUntilSleeping()
    model.pages.setPath([], at: 0)
    draw(model)
    system.test.clock.advance(by: RoutedStackModel.longestMotion)
    try await call.value
    #expect(keys(model) == [[nil, "/milk"]])
  }

  @Test func `a sheet of a scene in the background stays, and is drawn later`() async throws {
    appear(model)
    model.willChange = nil
    screens.states["main"]?.isInBackground = true
    let call = Task { [navigator] in try await navigator.show("form") }
    await system.test.clock.waitUntilSleeping()
    system.test.clock.advance(by: RoutedStackModel.longestMotion)
    try await call.value
    #expect(keys(model) == [[nil], ["/form"]])
  }

  @Test func `nothing of a scene is kept once it has disconnected`() {
    weak var kept: Selection?
    do {
      let selection = Selection()
      kept = selection
      stacks.setTabs(["shop"], in: "main", selected: { selection.tab }, select: { _ in })
    }
    appear(model, tab: "shop")
    #expect(kept != nil)
    let scene = SceneFacts(id: "main")
    for change in [SceneChange.willConnect, .didDisconnect] { system.post(change, scene) }
    #expect(kept == nil)
    #expect(stacks.completing(SceneState(.page(nil)), of: "main").isExpectingStack)
  }

  @Test func `a page that SwiftUI drops is tried again, and a dropped sheet leaves no trace`()
    async throws
  {
    appear(model)
    model.willChange = nil
    let call = Task { [navigator] in try await navigator.show("form") }
    await system.test.clock.waitUntilSleeping()
    #expect(keys(model) == [[nil], ["/form"]])
    draw(model)
    system.test.clock.advance(by: RoutedStackModel.longestMotion)
    try await call.value
    #expect(keys(model) == [[nil], ["/form"]])
  }

  @Test func `a sheet that a page has closed by itself is gone, and can come again`() async throws {
    appear(model)
    try await navigator.show("form")
    let sheet = try #require(model.pages.cover(of: 0, .sheet))
    screens.states["main"]?.levels = [.page(nil)]
    model.left(sheet)
    model.left(sheet)
    #expect(keys(model) == [[nil]])
    try await navigator.show("form")
    #expect(keys(model) == [[nil], ["/form"]])
  }

  @Test func `the root replaces the stack, and closes its sheets`() async throws {
    appear(model)
    try await navigator.show("tea")
    try await navigator.show("form")
    try await navigator.show("start")
    #expect(keys(model) == [["/start"]])
  }

  @Test(
    arguments: [
      (["/tea", "/milk"], [nil, "/tea", "/milk"]), (["/tea", "/gone", "/milk"], [nil, "/tea"]),
      (["/count", "/tea"], [nil]), ([], [nil]),
    ] as [([String], [String?])])
  func `a restored path ends before the first page whose route is gone`(
    saved: [String], path: [String?]
  ) async {
    appear(model)
    #expect(!model.isRestored)
    navigator.beginRestoring(saved, in: model)
    navigator.beginRestoring(saved, in: model)
    await system.host.idle()
    #expect(model.isRestored)
    #expect(keys(model) == [path])
    #expect(errors.all.isEmpty)
  }

  @Test func `a navigator of a scene shows pages there, unless a request names another`()
    async throws
  {
    let other = RoutedStackModel()
    appear(model)
    appear(other, in: "side")
    let side = SceneNavigator(navigator) { "side" }
    try await side.show("tea")
    side.beginShowing("milk")
    try await side.show(RouteRequest("milk", in: "main"))
    await system.host.idle()
    #expect(keys(other) == [[nil, "/tea", "/milk"]])
    #expect(keys(model) == [[nil, "/milk"]])
  }
}
