// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation

// View controllers that contain and cover each other, without views. A transition ends on a later turn of the
// main actor, and what the documentation says is ignored meanwhile is noted in `UIViewController.ignored`.

public enum UIModalPresentationStyle: Int, Sendable {
  case fullScreen = 0
  case pageSheet
  case formSheet
  case automatic = -2
}

@MainActor public final class UIView: UIResponder {
  public internal(set) weak var window: UIWindow?
  public var bounds = CGRect(x: 0, y: 0, width: 100, height: 200)
}

@MainActor open class UIViewController: UIResponder {
  public static var ignored: [String] = []

  public var title: String?
  public var restorationIdentifier: String?
  public var modalPresentationStyle = UIModalPresentationStyle.automatic
  public fileprivate(set) weak var parent: UIViewController?
  public fileprivate(set) weak var presentingViewController: UIViewController?
  public fileprivate(set) var isBeingPresented = false
  public fileprivate(set) var isBeingDismissed = false
  public fileprivate(set) var viewIfLoaded: UIView?
  fileprivate var covering: UIViewController?

  /// That of an ancestor, if the controller itself isn't in a transition.
  public var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    parent?.transitionCoordinator
  }

  /// That of an action sheet on an iPad.
  public var popoverPresentationController: UIPopoverPresentationController?

  /// That of an ancestor, if the controller itself presents none.
  public var presentedViewController: UIViewController? {
    covering ?? parent?.presentedViewController
  }

  open func viewDidLoad() {}

  public func loadViewIfNeeded() {
    guard viewIfLoaded == nil else { return }
    viewIfLoaded = UIView()
    viewDidLoad()
  }

  public func present(
    _ shown: UIViewController, animated: Bool, completion: (@MainActor () -> Void)? = nil
  ) {
    precondition(
      shown.parent == nil, "Application tried to present modally an active controller")
    precondition(
      shown.popoverPresentationController.map { $0.sourceView != nil } ?? true,
      "A popover needs a sourceView or a barButtonItem")
    guard covering == nil, shown.presentingViewController == nil else {
      Self.ignored.append(shown.title ?? "?")
      return
    }
    covering = shown
    shown.presentingViewController = self
    shown.isBeingPresented = true
    shown.loadViewIfNeeded()
    Task { @MainActor in
      await Task.yield()
      shown.isBeingPresented = false
      completion?()
    }
  }

  open func dismiss(animated: Bool, completion: (@MainActor () -> Void)? = nil) {
    guard let shown = covering else {
      presentingViewController?.dismiss(animated: animated, completion: completion)
      return
    }
    shown.isBeingDismissed = true
    Task { @MainActor in
      await Task.yield()
      shown.isBeingDismissed = false
      shown.presentingViewController = nil
      covering = nil
      completion?()
    }
  }
}

@MainActor public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {}

@MainActor
public protocol UIViewControllerTransitionCoordinator:
  UIViewControllerTransitionCoordinatorContext
{
  func animate(
    alongsideTransition animation: (
      (any UIViewControllerTransitionCoordinatorContext) -> Void
    )?,
    completion: (@MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

@MainActor private final class Push: UIViewControllerTransitionCoordinator {
  func animate(
    alongsideTransition animation: (
      (any UIViewControllerTransitionCoordinatorContext) -> Void
    )?,
    completion: (@MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    Task { @MainActor in
      await Task.yield()
      completion?(self)
    }
    return true
  }
}

@MainActor open class UINavigationController: UIViewController {
  public var viewControllers: [UIViewController] = [] {
    didSet { for controller in viewControllers { controller.parent = self } }
  }
  private var pushing: Push?

  public override init() { super.init() }

  public init(rootViewController: UIViewController) {
    super.init()
    viewControllers = [rootViewController]
    rootViewController.parent = self
  }

  public override var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    pushing ?? super.transitionCoordinator
  }

  public func pushViewController(_ controller: UIViewController, animated: Bool) {
    precondition(
      !(controller is UINavigationController),
      "Pushing a navigation controller is not supported")
    precondition(
      !viewControllers.contains { $0 === controller },
      "Pushing the same view controller instance more than once is not supported")
    if pushing != nil { Self.ignored.append(controller.title ?? "?") }
    controller.loadViewIfNeeded()
    viewControllers.append(controller)
    guard animated else { return }
    pushing = Push()
    Task { @MainActor in
      await Task.yield()
      pushing = nil
    }
  }

  /// A person begins to swipe back, and holds the page.
  public func beginSwipe() { pushing = Push() }
  public func endSwipe() { pushing = nil }

  @discardableResult
  public func popToViewController(
    _ controller: UIViewController, animated: Bool
  ) -> [UIViewController]? {
    guard let index = viewControllers.firstIndex(where: { $0 === controller }) else { return nil }
    defer { viewControllers.removeSubrange((index + 1)...) }
    return Array(viewControllers[(index + 1)...])
  }
}

/// One of the system's own stacks.
@MainActor open class UIImagePickerController: UINavigationController {}

@MainActor public final class UIBarButtonItem: UIResponder {}

@MainActor public final class UIPopoverPresentationController: UIResponder {
  public struct ArrowDirection: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let any = Self(rawValue: 15)
  }

  public var sourceView: UIView?
  public var sourceItem: AnyObject?
  public var barButtonItem: UIBarButtonItem?
  public var sourceRect = CGRect.zero
  public var permittedArrowDirections = ArrowDirection.any
}

@MainActor open class UITabBarController: UIViewController {
  public var viewControllers: [UIViewController]? {
    didSet { for controller in viewControllers ?? [] { controller.parent = self } }
  }
  public var selectedIndex = 0
}

@MainActor open class UISplitViewController: UIViewController {
  public enum Column: Hashable, Sendable {
    case primary
    case supplementary
    case secondary
    case compact
  }

  public enum Style: Sendable {
    case unspecified
    case doubleColumn
  }

  /// Without columns, there are only ``viewControllers``.
  public var style = Style.doubleColumn
  public var viewControllers: [UIViewController] = [] {
    didSet { for controller in viewControllers { controller.parent = self } }
  }
  public var isCollapsed = false
  public private(set) var shownColumns: [Column] = []
  private var columns: [Column: UIViewController] = [:]

  public func viewController(for column: Column) -> UIViewController? { columns[column] }

  public func showDetailViewController(_ controller: UIViewController, sender: Any?) {
    viewControllers = viewControllers.prefix(1) + [controller]
  }

  public func setViewController(_ controller: UIViewController?, for column: Column) {
    precondition(style != .unspecified, "Columns need a style")
    columns[column] = controller
    controller?.parent = self
  }

  public func show(_ column: Column) { shownColumns.append(column) }
}

@MainActor open class UIAlertController: UIViewController {}

@MainActor open class UISearchController: UIViewController {}

@MainActor public final class UIWindow: UIResponder {
  public struct Level: RawRepresentable, Hashable, Sendable {
    public let rawValue: Double
    public init(rawValue: Double) { self.rawValue = rawValue }
    public static let normal = Self(rawValue: 0)
  }

  public weak var windowScene: UIWindowScene? {
    didSet {
      oldValue?.windows.removeAll { $0 === self }
      if oldValue?.keyWindow === self { oldValue?.keyWindow = nil }
    }
  }
  public var windowLevel = Level.normal
  /// A window is hidden until it is key and visible; the log says when each comes and goes.
  public var isHidden = true { didSet { if isHidden, !oldValue { Self.log.append("-\(name)") } } }
  /// The windows that were shown and hidden, by their names.
  public static var log: [String] = []
  /// For tests.
  public var name = "window"
  public var rootViewController: UIViewController? {
    didSet {
      rootViewController?.loadViewIfNeeded()
      rootViewController?.viewIfLoaded?.window = self
    }
  }
  public private(set) var isKeyAndVisible = false

  public init(windowScene: UIWindowScene) {
    self.windowScene = windowScene
    super.init()
    windowScene.windows.append(self)
  }

  /// A window of an app without scenes.
  public init(frame: CGRect) { super.init() }

  public func makeKeyAndVisible() {
    Self.log.append("+\(name)")
    isHidden = false
    isKeyAndVisible = true
    windowScene?.keyWindow = self
  }
}
