// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import GantryCore
  internal import GantrySupport
  #if canImport(SwiftUI)
    internal import SwiftUI
  #endif
  internal import UIKit

  /// The scenes of an app with UIKit.
  @MainActor
  final class UIKitScreens: NavigatorScreens {
    /// The longest wait for the end of an animation, whose completion the system may drop.
    private static let longestMotion = Duration.seconds(3)

    private weak var host: AppHost?
    /// The app, once it launches.
    weak var system: UIApplication?
    private var shown = ShownPages()

    init(_ host: AppHost) { self.host = host }

    var active: SceneID? {
      let scenes = windowScenes.sorted {
        $0.session.persistentIdentifier < $1.session.persistentIdentifier
      }
      let scene =
        scenes.first { $0.activationState == .foregroundActive }
        ?? scenes.first { $0.activationState == .foregroundInactive } ?? scenes.first
      return scene.map { SceneID($0.session) }
    }

    private var windowScenes: [UIWindowScene] {
      system?.connectedScenes.compactMap { $0 as? UIWindowScene } ?? []
    }

    private func windowScene(_ id: SceneID) -> UIWindowScene? {
      windowScenes.first { SceneID($0.session) == id }
    }

    private func window(of scene: SceneID) -> UIWindow? {
      // Until one is key, the first one counts.
      windowScene(scene).flatMap { $0.keyWindow ?? $0.windows.first }
    }

    func page(of output: Any) -> (object: AnyObject, kind: PageShowing.Kind)? {
      switch output {
      case let alert as UIAlertController: return (alert, .alert)
      case let controller as UIViewController:
        let isContainer =
          controller is UINavigationController || controller is UISplitViewController
          || controller is UITabBarController
        return (controller, isContainer ? .container : .page)
      #if canImport(SwiftUI)
        case let view as any View: return (page(with: view), .page)
      #endif
      default: return nil
      }
    }

    #if canImport(SwiftUI)
      private func page(with view: some View) -> ViewPage { ViewPage(rootView: AnyView(view)) }
    #endif

    func state(of scene: SceneID) -> SceneState {
      guard windowScene(scene) != nil else {
        return SceneState(
          connection: host?.scenes.gone.contains(scene) == true ? .gone : .connecting)
      }
      var state = SceneState()
      let levels = levels(of: window(of: scene)?.rootViewController)
      state.levels = levels.map(content)
      state.isMoving = levels.contains { $0.isBeingPresented || $0.isBeingDismissed }
      return state
    }

    func letAppShow(_ page: NavigatorPage, in scene: SceneID) -> Bool {
      guard let show = host?.showPage, let system = windowScene(scene),
        let controller = page.object as? UIViewController
      else { return false }
      shown.note(controller, page.showing.key)
      return show(controller, page.request, system)
    }

    func perform(_ step: SceneAction, _ page: NavigatorPage, in scene: SceneID) async -> Bool {
      guard let window = window(of: scene), let root = window.rootViewController,
        let controller = page.object as? UIViewController
      else { return false }
      shown.note(controller, page.showing.key)
      let isAnimated = windowScene(scene)?.activationState == .foregroundActive
      switch step {
      case .wait, .fail: return false
      case .stay: return true
      case .load(let container): find(container, in: root)?.loadViewIfNeeded()
      case .dismiss(let level):
        guard let below = find(.init(level), in: root) else { return false }
        await motion { end in below.dismiss(animated: isAnimated) { end.resolve() } }
        return below.presentedViewController == nil
      case .select(let tab, let container):
        guard let tabs = find(container, in: root) as? UITabBarController,
          tabs.viewControllers?.indices.contains(tab) == true
        else { return false }
        tabs.selectedIndex = tab
      case .push(let container):
        guard let stack = find(container, in: root) as? UINavigationController else { return false }
        await push(controller, onto: stack, isAnimated)
      case .showDetail(let container):
        guard let split = find(container, in: root) as? UISplitViewController else { return false }
        let isPage = page.showing.kind == .page
        split.setViewController(isPage ? stack(controller) : controller, for: .secondary)
        split.show(.secondary)
      case .present(let level, let style, let inStack):
        guard let over = find(.init(level), in: root) else { return false }
        if page.showing.kind == .alert { return await present(controller, over: over, isAnimated) }
        let shown = inStack ? stack(controller) : controller
        shown.modalPresentationStyle = style == .fullScreen ? .fullScreen : .pageSheet
        return await present(shown, over: over, isAnimated)
      case .setRoot(let inStack):
        window.rootViewController = inStack ? stack(controller) : controller
      }
      return true
    }
  }

  // Reading.
  extension UIKitScreens {
    /// The root and what covers it; a search that is open is no level of its own.
    private func levels(of root: UIViewController?) -> [UIViewController] {
      var levels: [UIViewController] = []
      var next = root
      while let controller = next {
        if !(controller is UISearchController) { levels.append(controller) }
        next = controller.presentedViewController
      }
      return levels
    }

    private func content(_ controller: UIViewController) -> SceneState.Content {
      switch controller {
      case is UIAlertController: return .alert
      case let stack as UINavigationController: return .stack(stack.viewControllers.map(shown.key))
      case let tabs as UITabBarController:
        return .tabs(
          (tabs.viewControllers ?? []).map {
            .init($0.restorationIdentifier, content($0), isLoaded: $0.viewIfLoaded != nil)
          }, selected: tabs.selectedIndex)
      case let split as UISplitViewController:
        return .split(
          primary: split.viewController(for: .primary).map(content) ?? .page(nil),
          detail: split.viewController(for: .secondary).map(content),
          isCollapsed: split.isCollapsed)
      default: return .page(shown.key(of: controller))
      }
    }

    private func find(
      _ container: SceneAction.Container, in root: UIViewController
    ) -> UIViewController? {
      let levels = levels(of: root)
      var found = levels.indices.contains(container.level) ? levels[container.level] : nil
      for step in container.steps {
        switch (step, found) {
        case (.tab(let index), let tabs as UITabBarController):
          let all = tabs.viewControllers ?? []
          found = all.indices.contains(index) ? all[index] : nil
        case (.primary, let split as UISplitViewController):
          found = split.viewController(for: .primary)
        case (.detail, let split as UISplitViewController):
          found = split.viewController(for: .secondary)
        default: return nil
        }
      }
      return found
    }
  }

  // Performing.
  extension UIKitScreens {
    private func stack(_ controller: UIViewController) -> UINavigationController {
      UINavigationController(rootViewController: controller)
    }

    private func push(
      _ page: UIViewController, onto stack: UINavigationController, _ isAnimated: Bool
    ) async {
      stack.pushViewController(page, animated: isAnimated)
      guard let transition = stack.transitionCoordinator else { return }
      await motion { end in
        let isQueued = transition.animate(alongsideTransition: nil) { _ in end.resolve() }
        if !isQueued { end.resolve() }
      }
    }

    private func present(
      _ page: UIViewController, over controller: UIViewController, _ isAnimated: Bool
    ) async -> Bool {
      // The controller that shows a search presents it already, and the system would drop the page.
      let top = controller.presentedViewController as? UISearchController ?? controller
      await motion { end in top.present(page, animated: isAnimated) { end.resolve() } }
      return page.presentingViewController != nil
    }

    /// Begins an animation, and waits for its end.
    private func motion(_ begin: (Promise<Void>) -> Void) async {
      let end = Promise<Void>()
      begin(end)
      guard !end.isResolved, let clock = host?.application.clock else { return }
      _ = await Deadline.run(within: Self.longestMotion, clock: clock) { await end.value() }
    }
  }

  /// The keys of the controllers that the navigator has shown.
  @MainActor
  private struct ShownPages {
    private struct Entry {
      weak var controller: UIViewController?
      let key: String
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    mutating func note(_ controller: UIViewController, _ key: String?) {
      entries = entries.filter { $0.value.controller != nil }
      entries[ObjectIdentifier(controller)] = key.map { Entry(controller: controller, key: $0) }
    }

    func key(of controller: UIViewController) -> String? {
      // An address may be used again.
      let entry = entries[ObjectIdentifier(controller)]
      return entry?.controller === controller ? entry?.key : nil
    }
  }
#endif
