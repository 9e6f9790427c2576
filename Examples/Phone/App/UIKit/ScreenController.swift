// SPDX-License-Identifier: Apache-2.0

import ScreenAPI
import UIKit

/// Shows a module's screen, line by line.
final class ScreenController: UIViewController {
  private var screen = Screen("", [])

  static func showing(_ screen: Screen) -> ScreenController {
    let controller = ScreenController()
    controller.screen = screen
    controller.title = screen.title
    return controller
  }

  override func loadView() {
    let label = UILabel()
    label.text = screen.lines.joined(separator: "\n")
    label.numberOfLines = 0
    label.textAlignment = .center
    label.backgroundColor = .systemBackground
    view = label
  }
}

extension UINavigationController {
  /// Puts a screen on top.
  func show(_ screen: Screen) {
    pushViewController(ScreenController.showing(screen), animated: true)
  }

  /// Puts a screen below the existing ones.
  func begin(with screen: Screen) {
    viewControllers.insert(ScreenController.showing(screen), at: 0)
  }
}
