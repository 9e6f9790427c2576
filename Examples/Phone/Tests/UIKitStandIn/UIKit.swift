// SPDX-License-Identifier: Apache-2.0

// The classes of UIKit that the pages use, without a screen, so that the pages run on Linux. A compiler
// option gives this module the name UIKit in the targets of features.

@MainActor
package struct UIColor: Sendable {
  package static let systemBackground = UIColor()
}

package enum NSTextAlignment: Sendable { case center }

/// A view.
@MainActor
open class UIView {
  package var backgroundColor: UIColor?
  package init() {}
}

@MainActor
package final class UILabel: UIView {
  package var text: String?
  package var numberOfLines = 1
  package var textAlignment = NSTextAlignment.center
}

/// A button's title, and the closure that a tap calls.
@MainActor
package final class UIAction {
  package let title: String
  package let handler: @MainActor (UIAction) -> Void

  package init(title: String, handler: @escaping @MainActor (UIAction) -> Void) {
    self.title = title
    self.handler = handler
  }
}

@MainActor
package final class UIButton: UIView {
  package enum ButtonType: Sendable { case system }
  package let action: UIAction?

  package init(type: ButtonType, primaryAction: UIAction?) { action = primaryAction }

  /// Does what a tap does.
  package func tap() { if let action { action.handler(action) } }
}

@MainActor
package final class UIStackView: UIView {
  package enum Axis: Sendable { case vertical }
  package enum Distribution: Sendable { case fillEqually }
  package let arrangedSubviews: [UIView]
  package var axis = Axis.vertical
  package var distribution = Distribution.fillEqually

  package init(arrangedSubviews: [UIView]) { self.arrangedSubviews = arrangedSubviews }
}

/// A view controller, which loads its view when it is first asked for it.
@MainActor
open class UIViewController {
  /// The title of the page.
  public var title: String?
  private var loaded: UIView?

  /// The stack that the page is on.
  public internal(set) weak var parent: UIViewController?
  /// Whether a sheet is being closed with the controller.
  public private(set) var isBeingDismissed = false

  /// Creates a controller without a view.
  public init() {}

  /// Takes the page off its stack, as if it were a sheet.
  public func dismiss(animated: Bool, completion: (@MainActor () -> Void)?) {
    isBeingDismissed = true
    (parent as? UINavigationController)?.viewControllers.removeAll { $0 === self }
    viewDidDisappear(animated)
    completion?()
  }

  /// Hears that the view is off screen.
  open func viewDidDisappear(_ animated: Bool) {}

  /// The view.
  public var view: UIView? {
    get {
      if loaded == nil { loadView() }
      return loaded
    }
    set { loaded = newValue }
  }

  /// Makes the view.
  open func loadView() { loaded = UIView() }
}

/// A stack of pages.
@MainActor
public final class UINavigationController: UIViewController {
  package var viewControllers: [UIViewController] = []
  package func pushViewController(_ controller: UIViewController, animated: Bool) {
    controller.parent = self
    viewControllers.append(controller)
  }
}
