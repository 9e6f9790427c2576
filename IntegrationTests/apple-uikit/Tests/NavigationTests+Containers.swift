// SPDX-License-Identifier: Apache-2.0

import Gantry
@testable import GantryApple
import Testing
import UIKit

// Containers and windows that aren't as simple as they look.
extension AppDelegateTests.Pages {
  /// Tabs whose sheet changes them as it goes, as a sign-in does.
  final class ChangingTabs: UITabBarController {
    override func dismiss(animated: Bool, completion: (@MainActor () -> Void)? = nil) {
      super.dismiss(animated: animated) {
        self.viewControllers?.insert(Screen.stack("deals", tab: "deals"), at: 1)
        completion?()
      }
    }
  }

  @Test func `a collapsed split view shows pages in its compact column`() async {
    let split = Screen.split()
    split.setViewController(Screen.tabs(), for: .compact)
    split.isCollapsed = true
    window.rootViewController = split
    await open("pages/a", "news/b")
    #expect(Screen.text(split.viewController(for: .compact)) == "tabs([shop a] [news b] @1)")
    #expect(text == "split([list] | -)")
    #expect(delegate.errors.isEmpty)
  }

  @Test func `a split view without columns shows the page as its detail`() async {
    let split = UISplitViewController()
    split.style = .unspecified
    split.viewControllers = [Screen.stack("list")]
    window.rootViewController = split
    await open("pages/a", "pages/b")
    #expect(split.viewControllers.map(Screen.text) == ["[list]", "[a b]"])
  }

  @Test func `a tab is found again by its name after a sheet was closed`() async {
    let tabs = ChangingTabs()
    tabs.viewControllers = [Screen.stack("shop", tab: "shop"), Screen.stack("news", tab: "news")]
    window.rootViewController = tabs
    tabs.present(Screen.page("sign in"), animated: false)
    await open("news/a")
    #expect(text == "tabs([shop] [deals] [news a] @2)")
  }

  @Test func `a page that a controller inside presents is seen, and closed`() async throws {
    let tabs = Screen.tabs()
    window.rootViewController = tabs
    let shop = try #require(
      (tabs.viewControllers?.first as? UINavigationController)?.viewControllers.first)
    let own = Screen.page("own")
    shop.present(own, animated: false)
    await open("pages/a")
    #expect(Screen.text(own.presentedViewController) == "[a]")
    await open("news/b")
    #expect(shop.presentedViewController == nil)
    #expect(text == "tabs([shop] [news b] @1)")
    #expect(UIViewController.ignored.isEmpty)
  }

  @Test func `a page waits until a swipe has ended`() async {
    let home = Screen.stack("home")
    window.rootViewController = home
    home.beginSwipe()
    navigator.beginShowing("pages/a")
    for _ in 0..<100 { await Task.yield() }
    #expect(text == "[home]")
    home.endSwipe()
    await host.idle()
    #expect(text == "[home a]")
    #expect(UIViewController.ignored.isEmpty)
  }

  @Test func `no page is pushed onto one of the system's own stacks`() async {
    let home = Screen.stack("home")
    window.rootViewController = home
    home.present(
      UIImagePickerController(rootViewController: Screen.page("photos")), animated: false)
    await open("pages/a")
    #expect(text == "[home] ^ [photos] ^ [a]")
  }

  @Test func `a page that its route keeps is gone back to, and is an error elsewhere`() async {
    window.rootViewController = Screen.tabs()
    await open("kept", "pages/a", "kept")
    #expect(text == "tabs([shop kept] [news] @0)")
    await open("pages/a")
    for presentation in [PagePresentation.sheet, .tab("news")] {
      await #expect(throws: NavigationError.alreadyShown(route: "ShopPages/kept")) {
        try await navigator.show("kept", as: presentation)
      }
    }
    #expect(text == "tabs([shop kept a] [news] @1)")
  }

  @Test func `an action sheet without a source is in the middle`() async {
    let home = Screen.stack("home")
    window.rootViewController = home
    await open("actions")
    let popover = home.presentedViewController?.popoverPresentationController
    #expect(popover?.sourceView != nil && popover?.sourceView === home.viewIfLoaded)
    #expect(popover?.sourceRect == CGRect(x: 50, y: 100, width: 1, height: 1))
    #expect(popover?.permittedArrowDirections == [])
  }

  @Test func `a page without a scene never goes to another display`() async throws {
    let tv = UIWindowScene(
      UISceneSession("a tv", role: "UIWindowSceneSessionRoleExternalDisplayNonInteractive"))
    system.connectedScenes.insert(tv)
    let other = UIWindow(windowScene: tv)
    other.rootViewController = Screen.stack("tv")
    window.rootViewController = Screen.stack("home")
    try await navigator.show("pages/a")
    #expect(text == "[home a]" && Screen.text(of: other) == "[tv]")
  }

  @Test func `a page goes to the app's window, not to one that lies over it`() async {
    window.rootViewController = Screen.stack("home")
    let lock = UIWindow(windowScene: scene)
    lock.windowLevel = UIWindow.Level(rawValue: 2_000)
    lock.rootViewController = Screen.page("lock")
    lock.makeKeyAndVisible()
    await open("pages/a")
    #expect(text == "[home a]" && Screen.text(of: lock) == "lock")
  }
}
