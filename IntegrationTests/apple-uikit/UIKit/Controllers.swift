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

  public var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }

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

  public func dismiss(animated: Bool, completion: (@MainActor () -> Void)? = nil) {
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
    pushing
  }

  public func pushViewController(_ controller: UIViewController, animated: Bool) {
    precondition(
      !(controller is UINavigationController),
      "Pushing a navigation controller is not supported")
    controller.loadViewIfNeeded()
    viewControllers.append(controller)
    pushing = animated ? Push() : nil
  }
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

  public var isCollapsed = false
  public private(set) var shownColumns: [Column] = []
  private var columns: [Column: UIViewController] = [:]

  public func viewController(for column: Column) -> UIViewController? { columns[column] }

  public func setViewController(_ controller: UIViewController?, for column: Column) {
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
