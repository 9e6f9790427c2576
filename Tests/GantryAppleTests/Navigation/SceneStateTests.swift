// SPDX-License-Identifier: Apache-2.0

@testable import GantryApple
import GantryRouting
import Testing

/// Where a page goes in each state of a scene. The guide's table has the same rows.
@Suite struct SceneStateTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let state: SceneState
    let page: PageShowing
    let steps: [SceneAction]

    init(_ name: String, _ state: SceneState, _ page: PageShowing, _ steps: [SceneAction]) {
      (testDescription, self.state, self.page, self.steps) = (name, state, page, steps)
    }
  }

  static let a = "/orders/7"
  static let stack = SceneState.Content.stack([nil])
  static let tabs = SceneState.Content.tabs(
    [.init("shop", stack), .init("news", stack, isLoaded: false), .init(nil, .page(nil))],
    selected: 0)

  static func split(
    _ detail: SceneState.Content?, isCollapsed: Bool = false
  ) -> SceneState.Content {
    .split(primary: stack, detail: detail, isCollapsed: isCollapsed)
  }

  static let pushes: [Case] = [
    Case("a stack", .init(stack), .init(a), [.push(onto: .init(0))]),
    Case(
      "a page without a stack", .init(.page(nil)), .init(a),
      [.present(over: 0, .sheet, inStack: true)]),
    Case("tabs", .init(tabs), .init(a), [.push(onto: .init(0, [.tab(0)]))]),
    Case(
      "tabs of which none is selected", .init(.tabs([], selected: 0)), .init(a),
      [.present(over: 0, .sheet, inStack: true)]),
    Case("a sheet with a stack", .init(stack, stack), .init(a), [.push(onto: .init(1))]),
    Case(
      "a sheet or full-screen page without a stack", .init(stack, .page(nil)), .init(a),
      [.present(over: 1, .sheet, inStack: true)]),
    Case(
      "a split view with a stack as its detail", .init(split(stack)), .init(a),
      [.push(onto: .init(0, [.detail]))]),
    Case("a split view without a detail", .init(split(nil)), .init(a), [.showDetail(in: .init(0))]),
    Case(
      "a split view whose detail has no stack", .init(split(.page(nil))), .init(a),
      [.showDetail(in: .init(0))]),
    Case(
      "a collapsed split view", .init(split(nil, isCollapsed: true)), .init(a),
      [.push(onto: .init(0, [.primary]))]),
    Case(
      "a page that is a container", .init(stack), .init(a, kind: .container),
      [.present(over: 0, .sheet, inStack: false)]),
    Case(
      "a container as a detail", .init(split(stack)), .init(a, kind: .container),
      [.showDetail(in: .init(0))]),
    Case(
      "a page that is an alert", .init(stack), .init(a, kind: .alert),
      [.present(over: 0, .sheet, inStack: false)]),
  ]

  static let others: [Case] = [
    Case("a sheet", .init(tabs), .init(a, .sheet), [.present(over: 0, .sheet, inStack: true)]),
    Case(
      "a sheet over a sheet", .init(stack, stack), .init(a, .sheet),
      [.present(over: 1, .sheet, inStack: true)]),
    Case(
      "full screen", .init(tabs), .init(a, .fullScreen),
      [.present(over: 0, .fullScreen, inStack: true)]),
    Case("the root", .init(tabs), .init(a, .root), [.setRoot(inStack: true)]),
    Case(
      "the root below sheets", .init(tabs, stack, stack), .init(a, .root),
      [.dismiss(above: 0), .setRoot(inStack: true)]),
    Case(
      "a container as the root", .init(stack), .init(a, .root, kind: .container),
      [.setRoot(inStack: false)]),
    Case(
      "a tab that isn't loaded", .init(tabs), .init(a, .tab("news")),
      [
        .select(tab: 1, in: .init(0)), .load(.init(0, [.tab(1)])), .push(onto: .init(0, [.tab(1)])),
      ]),
    Case(
      "a tab below a sheet", .init(tabs, stack), .init(a, .tab("shop")),
      [.dismiss(above: 0), .select(tab: 0, in: .init(0)), .push(onto: .init(0, [.tab(0)]))]),
    Case(
      "a tab that shows the page",
      .init(.tabs([.init("shop", .stack([nil, a])), .init("news", stack)], selected: 1)),
      .init(a, .tab("shop")), [.select(tab: 0, in: .init(0))]),
    Case(
      "tabs in a split view", .init(split(tabs)), .init(a, .tab("shop")),
      [.select(tab: 0, in: .init(0, [.detail])), .push(onto: .init(0, [.detail, .tab(0)]))]),
    Case(
      "no tab of this name", .init(tabs), .init(a, .tab("cart")),
      [.fail(.noTab("cart", known: ["shop", "news"]))]),
    Case("no tabs", .init(stack), .init(a, .tab("cart")), [.fail(.noTab("cart", known: []))]),
  ]

  static var changing: SceneState {
    var state = SceneState(stack)
    state.isChanging = true
    return state
  }

  static let waits: [Case] = [
    Case("a page is pushed or popped", changing, .init(a), [.wait(.motion)]),
    Case("an alert is on top", .init(stack, .alert), .init(a), [.wait(.alert)]),
    Case("an alert over a sheet", .init(stack, stack, .alert), .init(a, .root), [.wait(.alert)]),
    Case("a sheet is moving", .init(stack, stack, isMoving: true), .init(a), [.wait(.motion)]),
    Case("no window yet", .init(), .init(a), [.wait(.window)]),
    Case(
      "the scene is connecting", .init(stack, connection: .connecting), .init(a), [.wait(.window)]),
    Case("the scene is gone", .init(stack, connection: .gone), .init(a), [.fail(.sceneGone)]),
  ]

  static let again: [Case] = [
    Case("on top", .init(.stack([nil, a])), .init(a), [.stay]),
    Case("on top of a sheet", .init(stack, .stack([a])), .init(a), [.stay]),
    Case("on top of a detail", .init(split(.stack([a]))), .init(a), [.stay]),
    Case(
      "below another page", .init(.stack([nil, a, "/basket"])), .init(a), [.push(onto: .init(0))]),
    Case("below a sheet", .init(.stack([nil, a]), stack), .init(a), [.push(onto: .init(1))]),
    Case("closed since", .init(.stack([nil])), .init(a), [.push(onto: .init(0))]),
    Case(
      "on top, and code asks", .init(.stack([nil, a])), .init(a, isLink: false),
      [.push(onto: .init(0))]),
    Case(
      "a page that no URL expresses", .init(.stack([nil])), .init(nil), [.push(onto: .init(0))]),
  ]

  @Test(arguments: pushes)
  func `a page is pushed onto the stack that a person sees, or gets one`(row: Case) {
    #expect(row.state.actions(for: row.page) == row.steps)
  }

  @Test(arguments: others)
  func `a sheet, a root and a tab go where they say`(row: Case) {
    #expect(row.state.actions(for: row.page) == row.steps)
  }

  @Test(arguments: waits)
  func `a page waits for what would drop it, and fails without its scene`(row: Case) {
    #expect(row.state.actions(for: row.page) == row.steps)
  }

  @Test(arguments: again)
  func `a link's page isn't shown again where it is on top`(row: Case) {
    #expect(row.state.actions(for: row.page) == row.steps)
  }
}
