// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import Testing
import UIKit

/// A delegate with pages.
final class NavigatingDelegate: ModularAppDelegate {
  var errors: [NavigationError] = []
  var shows: ((UIViewController) -> Bool)?

  override class func makeApplication() -> Application {
    Application(modules: [ShopPages.self, HostNavigatorModule.self], schemes: ["shop"])
  }
  override class func makeHostOptions() -> AppHostOptions { AppHostOptions(launch: .concurrent) }

  override func show(
    _ controller: UIViewController, for page: PageRequest, in scene: UIWindowScene
  ) -> Bool { shows?(controller) ?? super.show(controller, for: page, in: scene) }

  override func failedToShow(_ page: PageRequest, because error: NavigationError) {
    super.failedToShow(page, because: error)
    errors.append(error)
  }
}

@Module
@MainActor
final class ShopPages {
  @Route("pages/:title", access: .external) func page(title: String) -> UIViewController {
    Screen.page(title)
  }
  @Route("slow/:title", access: .external) func slow(title: String) async -> UIViewController {
    await Task.yield()
    return await MainActor.run { Screen.page(title) }
  }
  @Route("sheets/:title", access: .external, shown: .sheet)
  func sheet(title: String) -> UIViewController { Screen.page(title) }
  @Route("news/:title", access: .external, shown: .tab("news"))
  func news(title: String) -> UIViewController { Screen.page(title) }
  @Route("stacks/:title", access: .external) func stack(title: String) -> UIViewController {
    Screen.stack(title)
  }
  @Route("alert", access: .external) func alert() -> UIAlertController { UIAlertController() }
  @Route("actions", access: .external) func actions() -> UIAlertController {
    let sheet = UIAlertController()
    sheet.popoverPresentationController = UIPopoverPresentationController()
    return sheet
  }
  private let own = Screen.page("kept")
  @Route("kept", access: .external) func kept() -> UIViewController { own }
}

/// Screens to begin with, and what is on them.
@MainActor
enum Screen {
  static func page(_ title: String) -> UIViewController {
    let page = UIViewController()
    page.title = title
    return page
  }

  static func stack(_ title: String, tab: String? = nil) -> UINavigationController {
    let stack = UINavigationController(rootViewController: page(title))
    stack.restorationIdentifier = tab
    return stack
  }

  static func tabs() -> UITabBarController {
    let tabs = UITabBarController()
    let shop = stack("shop", tab: "shop")
    tabs.viewControllers = [shop, stack("news", tab: "news")]
    shop.loadViewIfNeeded()
    return tabs
  }

  static func split(_ detail: UIViewController? = nil) -> UISplitViewController {
    let split = UISplitViewController()
    split.setViewController(stack("list"), for: .primary)
    split.setViewController(detail, for: .secondary)
    return split
  }

  static func text(_ controller: UIViewController?) -> String {
    switch controller {
    case nil: "-"
    case let stack as UINavigationController:
      "[" + stack.viewControllers.map(text).joined(separator: " ") + "]"
    case let tabs as UITabBarController:
      "tabs(" + (tabs.viewControllers ?? []).map(text).joined(separator: " ")
        + " @\(tabs.selectedIndex))"
    case let split as UISplitViewController:
      "split(\(text(split.viewController(for: .primary))) | "
        + "\(text(split.viewController(for: .secondary))))"
    case is UIAlertController: "alert"
    case is UISearchController: "search"
    case let page?: page.title ?? "?"
    }
  }

  /// Everything in a window, from the root.
  static func text(of window: UIWindow) -> String {
    var texts = [text(window.rootViewController)]
    var top = window.rootViewController
    while let next = top?.presentedViewController {
      texts.append(text(next))
      top = next
    }
    return texts.joined(separator: " ^ ")
  }
}

extension AppDelegateTests {
  /// Pages of routes in the windows of the stand-in.
  @MainActor
  @Suite(.serialized) struct Pages {
    let system = UIApplication()
    let delegate = NavigatingDelegate()
    let scene = UIWindowScene(UISceneSession("main"))
    let window: UIWindow

    var host: AppHost { delegate.host }
    var navigator: any Navigator { host.navigator }
    var text: String { Screen.text(of: window) }

    init() async {
      StandInApp.declare
      system.delegate = delegate
      system.connectedScenes = [scene]
      window = UIWindow(windowScene: scene)
      window.makeKeyAndVisible()
      UIViewController.ignored = []
      _ = system.launch()
      await host.idle()
    }

    func open(_ paths: String..., in scene: UIScene? = nil) async {
      for path in paths {
        let url = URLFacts(url: URL(string: "shop://\(path)")!)
        host.openURLs([url], in: SceneID((scene ?? self.scene).session), by: .scene)
      }
      await host.idle()
    }

    @Test func `a URL of the system is pushed, without a line in the app`() async {
      window.rootViewController = Screen.stack("home")
      await open("pages/tea")
      #expect(text == "[home tea]")
      await open("slow/milk")
      #expect(text == "[home tea milk]")
      #expect(delegate.errors.isEmpty)
    }

    @Test func `a tab whose content is a stack of SwiftUI shows pages in that`() async {
      let (tabs, news, model) = (UITabBarController(), Screen.page("news"), RoutedStackModel())
      news.restorationIdentifier = "news"
      tabs.viewControllers = [Screen.stack("shop", tab: "shop"), news]
      window.rootViewController = tabs
      model.willChange = { [weak model] in
        Task { @MainActor in model?.pages.path(at: 0).forEach { model?.appeared($0) } }
      }
      host.navigator.stacks.appeared(model, tab: "news", in: SceneID(scene.session))
      await open("news/tea")
      #expect(text == "tabs([shop] news @1)")
      let pages = model.pages.path(at: 0)
      #expect(pages.map(\.key) == ["/news/tea"])
      #expect((pages.first.flatMap(model.object) as? UIViewController)?.title == "tea")
    }

    @Test(arguments: [true, false])
    func `pages go where the scene can show them`(isActive: Bool) async throws {
      scene.activationState = isActive ? .foregroundActive : .foregroundInactive
      window.rootViewController = Screen.page("home")
      await open("pages/a", "pages/b")
      #expect(text == "home ^ [a b]")
      window.rootViewController = Screen.tabs()
      await open("pages/c")
      #expect(text == "tabs([shop c] [news] @0)")
      await open("news/d")
      #expect(text == "tabs([shop c] [news d] @1)")
      await open("sheets/e", "pages/f", "sheets/g")
      #expect(text == "tabs([shop c] [news d] @1) ^ [e f] ^ [g]")
      try await navigator.show("pages/h", as: .tab("shop"))
      #expect(text == "tabs([shop c h] [news d] @0)")
      try await navigator.show("pages/i", as: .root)
      #expect(text == "[i]")
      try await navigator.show("pages/j", as: .fullScreen)
      #expect(text == "[i] ^ [j]")
      #expect(
        window.rootViewController?.presentedViewController?.modalPresentationStyle == .fullScreen)
      #expect(UIViewController.ignored.isEmpty)
    }

    @Test func `a split view shows the page as its detail`() async {
      let split = Screen.split()
      window.rootViewController = split
      await open("pages/a", "pages/b")
      #expect(text == "split([list] | [a b])")
      #expect(split.shownColumns == [.secondary])
      window.rootViewController = Screen.split(Screen.page("empty"))
      await open("pages/c")
      #expect(text == "split([list] | [c])")
      let collapsed = Screen.split()
      collapsed.isCollapsed = true
      window.rootViewController = collapsed
      await open("pages/d")
      #expect(text == "split([list d] | -)")
    }

    @Test func `containers and alerts are never pushed`() async {
      window.rootViewController = Screen.stack("home")
      await open("stacks/a")
      #expect(text == "[home] ^ [a]")
      await open("alert")
      #expect(text == "[home] ^ [a] ^ alert")
      #expect(UIViewController.ignored.isEmpty)
    }

    @Test func `a page waits for an alert`() async {
      let home = Screen.stack("home")
      window.rootViewController = home
      home.present(UIAlertController(), animated: false)
      navigator.beginShowing("pages/a")
      for _ in 0..<100 { await Task.yield() }
      #expect(text == "[home] ^ alert")
      home.dismiss(animated: true)
      await host.idle()
      #expect(text == "[home a]")
    }

    @Test func `a search is no level, and covers are presented by it`() async {
      let home = Screen.stack("home")
      window.rootViewController = home
      home.present(UISearchController(), animated: false)
      await open("pages/a")
      #expect(text == "[home a] ^ search")
      await open("sheets/b")
      #expect(text == "[home a] ^ search ^ [b]")
      #expect(UIViewController.ignored.isEmpty)
    }

    @Test func `a page waits for its window`() async {
      navigator.beginShowing("pages/a")
      for _ in 0..<100 { await Task.yield() }
      window.rootViewController = Screen.stack("home")
      await host.idle()
      #expect(text == "[home a]")
    }

    @Test func `a link isn't shown twice on top, after it was closed it is`() async throws {
      let home = Screen.stack("home")
      window.rootViewController = home
      await open("pages/a", "pages/a")
      #expect(text == "[home a]")
      try await navigator.show("pages/a")
      #expect(text == "[home a a]")
      home.viewControllers.removeLast(2)
      await open("pages/a")
      #expect(text == "[home a]")
    }

    @Test func `each window gets its own pages, and one that is gone an error`() async throws {
      let side = UIWindowScene(UISceneSession("side"))
      system.connectedScenes.insert(side)
      side.connect()
      let other = UIWindow(windowScene: side)
      other.rootViewController = Screen.stack("side")
      let home = Screen.page("home")
      window.rootViewController = home
      await open("pages/a", in: side)
      #expect(Screen.text(of: other) == "[side a]")
      #expect(text == "home")
      try await navigator.from(home).show("pages/b")
      #expect(text == "home ^ [b]")
      system.connectedScenes.remove(side)
      NotificationCenter.default.post(name: UIScene.didDisconnectNotification, object: side)
      await open("pages/c", in: side)
      #expect(delegate.errors == [.sceneGone("side")])
    }

    @Test func `without a scene, a page goes to the active one`() async throws {
      scene.activationState = .background
      let side = UIWindowScene(UISceneSession("a side"))
      side.activationState = .foregroundInactive
      system.connectedScenes.insert(side)
      let other = UIWindow(windowScene: side)
      other.rootViewController = Screen.stack("side")
      try await navigator.show("pages/a")
      #expect(Screen.text(of: other) == "[side a]")
      scene.activationState = .foregroundActive
      window.rootViewController = Screen.stack("home")
      try await navigator.show("pages/b")
      #expect(text == "[home b]")
    }

    @Test func `the delegate may show a page itself, and hears of failures`() async {
      window.rootViewController = Screen.stack("home")
      var shown: [String] = []
      delegate.shows = { page in
        shown.append(page.title ?? "?")
        return page.title == "mine"
      }
      await open("pages/mine", "pages/yours", "nowhere", "news/a")
      #expect(shown == ["mine", "yours", "a"])
      #expect(text == "[home yours]")
      #expect(delegate.errors.count == 2)
      #expect(delegate.errors.last == .noTab("news", known: []))
    }

    @Test func `an app without scenes shows the page in its window`() async {
      window.rootViewController = Screen.stack("home")
      #expect(delegate.application(system, open: URL.of("shop://pages/a"), options: [:]))
      #expect(delegate.application(system, open: URL.of("shop://slow/b"), options: [:]))
      #expect(!delegate.application(system, open: URL.of("shop://nowhere"), options: [:]))
      await host.idle()
      #expect(text == "[home a b]")
    }
  }
}
