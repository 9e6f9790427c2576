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
      let scenes = windowScenes.filter { SceneFacts($0).isInteractive }.sorted {
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

    /// The app's window: neither the loading one, nor one that lies over it, such as a lock.
    private func window(of id: SceneID) -> UIWindow? {
      guard let scene = windowScene(id) else { return nil }
      let makers = [id, nil].compactMap { host?.windows[$0] as? HostWindow }
      // Until one is key, the first one counts.
      let windows = ([scene.keyWindow].compactMap(\.self) + scene.windows).filter { window in
        !makers.contains { $0.loading === window }
      }
      return windows.first { $0.windowLevel == .normal && !$0.isHidden } ?? windows.first
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

    func state(of id: SceneID) -> SceneState {
      guard let scene = windowScene(id) else {
        return SceneState(
          connection: host?.scenes.gone.contains(id) == true ? .gone : .connecting)
      }
      var state = SceneState()
      state.isInBackground = scene.activationState == .background
      let levels = levels(of: window(of: id)?.rootViewController)
      state.levels = levels.map(content)
      state.isMoving = levels.contains { $0.isBeingPresented || $0.isBeingDismissed }
      state.isChanging = levels.last.map(visible)?.transitionCoordinator != nil
      return state
    }

    func letAppShow(_ page: NavigatorPage, in scene: SceneID) -> Bool {
      guard let show = host?.showPage, let system = windowScene(scene),
        let controller = page.object as? UIViewController
      else { return false }
      shown.note(controller, page.showing.key)
      return show(controller, page.request, system)
    }

    func perform(
      _ step: SceneAction, _ page: NavigatorPage, in scene: SceneID
    ) async throws(NavigationError) -> Bool {
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
        let above = levels(of: root).dropFirst(level + 1).first
        guard let presenter = above?.presentingViewController else { return false }
        // A search presents what covers it, and goes as well.
        let below = (presenter as? UISearchController)?.presentingViewController ?? presenter
        await motion { end in below.dismiss(animated: isAnimated) { end.resolve() } }
        return levels(of: root).count == level + 1
      case .select(let tab, let container):
        guard let tabs = find(container, in: root) as? UITabBarController,
          let all = tabs.viewControllers, all.indices.contains(tab),
          page.showing.isForTab(named: all[tab].restorationIdentifier)
        else { return false }
        tabs.selectedIndex = tab
      case .push(let container):
        guard let stack = find(container, in: root) as? UINavigationController else { return false }
        if stack.viewControllers.contains(where: { $0 === controller }) {
          _ = stack.popToViewController(controller, animated: isAnimated)
        } else {
          try checkIsFree(page)
          stack.pushViewController(controller, animated: isAnimated)
        }
        await end(of: stack.transitionCoordinator)
      case .showDetail(let container):
        guard let split = find(container, in: root) as? UISplitViewController else { return false }
        try checkIsFree(page)
        split.showDetail(page.showing.kind == .page ? stack(controller) : controller)
      case .present(let level, let style, let inStack):
        guard let over = find(.init(level), in: root) else { return false }
        try checkIsFree(page)
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
        // A controller inside may present as well, in a context that it defines.
        next = controller.presentedViewController ?? visible(controller).presentedViewController
      }
      return levels
    }

    /// The innermost controller that a person sees in another one.
    private func visible(_ controller: UIViewController) -> UIViewController {
      let inner: UIViewController? =
        switch controller {
        case let stack as UINavigationController: stack.viewControllers.last
        case let tabs as UITabBarController: tabs.selected
        case let split as UISplitViewController:
          split.isCollapsed ? split.first : split.detail ?? split.first
        default: nil
        }
      return inner.map(visible) ?? controller
    }

    private func content(_ controller: UIViewController) -> SceneState.Content {
      switch controller {
      case is UIAlertController: return .alert
      case let stack as UINavigationController where takesPages(stack):
        return .stack(stack.viewControllers.map(shown.key))
      case let tabs as UITabBarController:
        return .tabs(
          (tabs.viewControllers ?? []).map {
            .init($0.restorationIdentifier, content($0), isLoaded: $0.viewIfLoaded != nil)
          }, selected: tabs.selectedIndex)
      case let split as UISplitViewController:
        return .split(
          primary: split.first.map(content) ?? .page(nil), detail: split.detail.map(content),
          isCollapsed: split.isCollapsed)
      default: return .page(shown.key(of: controller))
      }
    }

    /// Whether a stack isn't one of the system's own pages, such as the one that writes a mail.
    private func takesPages(_ stack: UINavigationController) -> Bool {
      let runtime = LiveRuntime()
      return !sequence(first: runtime.classes(of: stack).stated, next: runtime.superclass)
        .contains { Self.systemPages.contains(runtime.name(of: $0)) }
    }

    /// The classes below `UINavigationController` in the system's frameworks.
    private static let systemPages: Set = [
      "UIImagePickerController", "UIVideoEditorController", "MFMailComposeViewController",
      "MFMessageComposeViewController", "EKEventEditViewController", "GKGameCenterViewController",
      "GKMatchmakerViewController", "GKTurnBasedMatchmakerViewController",
      "ABPeoplePickerNavigationController",
    ]

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
          found = split.first
        case (.detail, let split as UISplitViewController):
          found = split.detail
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

    /// Checks that a controller isn't shown elsewhere, where the system would end the app.
    private func checkIsFree(_ page: NavigatorPage) throws(NavigationError) {
      guard var top = page.object as? UIViewController else { return }
      while let parent = top.parent { top = parent }
      let isRoot = windowScenes.contains { $0.windows.contains { $0.rootViewController === top } }
      guard !isRoot, top.presentingViewController == nil else {
        throw .alreadyShown(route: page.route)
      }
    }

    private func end(of transition: (any UIViewControllerTransitionCoordinator)?) async {
      guard let transition else { return }
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
      if page is UIAlertController { page.popoverPresentationController?.center(in: top) }
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

  extension UITabBarController {
    fileprivate var selected: UIViewController? {
      guard let all = viewControllers, all.indices.contains(selectedIndex) else { return nil }
      return all[selectedIndex]
    }
  }

  extension UISplitViewController {
    /// Whether it was made without columns, as those of storyboards from before iOS 14.
    private var isClassic: Bool { style == .unspecified }

    /// The first column, or the one in place of all while it is collapsed.
    fileprivate var first: UIViewController? {
      guard !isClassic else { return viewControllers.first }
      return (isCollapsed ? viewController(for: .compact) : nil) ?? viewController(for: .primary)
    }

    fileprivate var detail: UIViewController? {
      isClassic ? viewControllers.dropFirst().last : viewController(for: .secondary)
    }

    fileprivate func showDetail(_ controller: UIViewController) {
      guard !isClassic else { return showDetailViewController(controller, sender: nil) }
      setViewController(controller, for: .secondary)
      show(.secondary)
    }
  }

  extension UIPopoverPresentationController {
    /// Centers an action sheet without a source, which an iPad wouldn't show.
    fileprivate func center(in controller: UIViewController) {
      guard sourceView == nil, barButtonItem == nil, sourceItem == nil,
        let view = controller.viewIfLoaded
      else { return }
      sourceView = view
      var middle = view.bounds
      middle.origin.x += middle.size.width / 2
      middle.origin.y += middle.size.height / 2
      middle.size = CGSize(width: 1, height: 1)
      sourceRect = middle
      permittedArrowDirections = []
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
