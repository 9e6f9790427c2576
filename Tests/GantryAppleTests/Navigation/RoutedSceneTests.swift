// SPDX-License-Identifier: Apache-2.0

@testable import GantryApple
import GantryRouting
import Testing

/// Which of the system's controllers are stacks of SwiftUI. The guide's table has the same rows.
@Suite struct RoutedSceneTests {
  typealias Target = RoutedScene.Target

  static let hosted = SceneState(.page(nil))

  static func pages(_ change: (inout RoutedPages) -> Void = { _ in }) -> RoutedPages {
    var pages = RoutedPages()
    _ = pages.push("/a")
    change(&pages)
    return pages
  }

  static var withSheet: RoutedPages { pages { _ = $0.present("/b", .sheet) } }

  static var alone: RoutedScene { RoutedScene(stacks: [nil: pages()], declared: [nil]) }

  static var tabs: RoutedScene {
    RoutedScene(
      tabs: ["shop", "orders"], selected: "shop", stacks: ["shop": pages()],
      declared: ["shop", "orders"])
  }

  /// A stack in a tab of UIKit.
  static let inTabs = SceneState(
    .tabs(
      [
        .init("shop", .stack([nil])), .init("news", .page(nil), isLoaded: false),
        .init(nil, .page(nil)),
      ],
      selected: 0))

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let scene: RoutedScene
    let state: SceneState
    let completed: SceneState

    init(_ name: String, _ scene: RoutedScene, _ state: SceneState, _ completed: SceneState) {
      (testDescription, self.scene, self.state, self.completed) = (name, scene, state, completed)
    }
  }

  static var cases: [Case] {
    var expected = hosted
    expected.isExpectingStack = true
    return [
      Case("a scene without a stack", RoutedScene(), hosted, hosted),
      Case("one stack", alone, hosted, SceneState(.stack([nil, "/a"]))),
      Case("a stack that has not appeared", RoutedScene(declared: [nil]), hosted, expected),
      Case(
        "tabs, of which one has not appeared", tabs, hosted,
        SceneState(
          .tabs([.init("shop", .stack([nil, "/a"])), .init("orders", .stack([nil]))], selected: 0))),
      Case(
        "a sheet of the stack", RoutedScene(stacks: [nil: withSheet]),
        SceneState(.page(nil), .page(nil)), SceneState(.stack([nil, "/a"]), .stack(["/b"]))),
      Case(
        "a sheet that the system has not begun to show", RoutedScene(stacks: [nil: withSheet]),
        hosted, SceneState(.stack([nil, "/a"]), isMoving: true)),
      Case(
        "a sheet of the app's own", alone, SceneState(.page(nil), .page(nil)),
        SceneState(.stack([nil, "/a"]), .page(nil))),
      Case(
        "an alert over the stack", alone, SceneState(.page(nil), .alert),
        SceneState(.stack([nil, "/a"]), .alert)),
      Case(
        "a tab of UIKit", RoutedScene(stacks: ["news": pages()]), inTabs,
        SceneState(
          .tabs(
            [
              .init("shop", .stack([nil])), .init("news", .stack([nil, "/a"]), isLoaded: false),
              .init(nil, .page(nil)),
            ], selected: 0))),
      Case(
        "a tab of UIKit whose stack has not appeared", RoutedScene(declared: ["news"]), inTabs,
        SceneState(
          .tabs(
            [
              .init("shop", .stack([nil])), .init("news", .stack([nil]), isLoaded: false),
              .init(nil, .page(nil)),
            ], selected: 0))),
      Case(
        "a scene of UIKit in an app with a stack", alone, SceneState(.stack([nil])),
        SceneState(.stack([nil]))),
      Case("a scene without a window", alone, SceneState(), SceneState()),
    ]
  }

  @Test(arguments: cases)
  func `a scene is completed by its stacks`(row: Case) {
    #expect(row.scene.completing(row.state) == row.completed)
  }

  @Test func `containers lead to their stacks`() {
    #expect(Self.alone.target(of: .init(0), in: Self.hosted) == Target(tab: nil, level: 0))
    #expect(Self.tabs.target(of: .init(0), in: Self.hosted) == nil)
    #expect(
      Self.tabs.target(of: .init(0, [.tab(1)]), in: Self.hosted) == Target(tab: "orders", level: 0))
    #expect(Self.tabs.target(of: .init(0, [.tab(2)]), in: Self.hosted) == nil)
    let sheet = RoutedScene(stacks: [nil: Self.withSheet])
    let covered = SceneState(.page(nil), .page(nil))
    #expect(sheet.target(of: .init(1), in: covered) == Target(tab: nil, level: 1))
    #expect(sheet.target(of: .init(1), in: SceneState(.page(nil), .stack([nil]))) == nil)
    #expect(Self.alone.target(of: .init(1), in: covered) == nil)
    let news = RoutedScene(declared: ["news"])
    let split = SceneState(.split(primary: Self.inTabs.levels[0], detail: nil, isCollapsed: true))
    #expect(news.target(of: .init(0, [.tab(1)]), in: Self.inTabs) == Target(tab: "news", level: 0))
    #expect(
      news.target(of: .init(0, [.primary, .tab(1)]), in: split) == Target(tab: "news", level: 0))
    for steps in [[], [.tab(0)], [.tab(2)], [.tab(7)], [.detail]] as [[SceneAction.Container.Step]]
    {
      #expect(news.target(of: .init(0, steps), in: Self.inTabs) == nil)
    }
  }

  @Test func `a sheet is the stack's own only over its highest level`() {
    #expect(Self.alone.presenter(over: 0, in: Self.hosted) == Target(tab: nil, level: 0))
    #expect(Self.alone.presenter(over: 1, in: SceneState(.page(nil), .page(nil))) == nil)
    #expect(Self.tabs.presenter(over: 0, in: Self.hosted) == Target(tab: "shop", level: 0))
    #expect(Self.alone.presenter(over: 0, in: SceneState(.stack([nil]))) == nil)
    #expect(RoutedScene().presenter(over: 0, in: Self.hosted) == nil)
  }

  @Test func `a page waits for a stack that is expected`() {
    var state = Self.hosted
    state.isExpectingStack = true
    #expect(state.actions(for: PageShowing("/a")) == [.wait(.stack)])
  }
}
