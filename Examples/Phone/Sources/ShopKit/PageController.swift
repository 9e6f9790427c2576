// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
  package import UIKit

  /// A page with lines of text, and buttons below them.
  package final class PageController: UIViewController {
    private var lines: [String] = []
    /// The buttons, from top to bottom.
    package var buttons: [UIAction] = []
    /// Called once a sheet with the page is closed.
    package var onClose: (@MainActor () -> Void)?

    /// Makes a page.
    package static func showing(
      _ title: String, _ lines: [String], _ buttons: [UIAction] = []
    ) -> PageController {
      let controller = PageController()
      controller.title = title
      controller.lines = lines
      controller.buttons = buttons
      return controller
    }

    package override func loadView() {
      let labels = lines.map { line in
        let label = UILabel()
        label.text = line
        label.numberOfLines = 0
        label.textAlignment = .center
        return label
      }
      let below = buttons.map { UIButton(type: .system, primaryAction: $0) }
      let stack = UIStackView(arrangedSubviews: labels + below)
      stack.axis = .vertical
      stack.distribution = .fillEqually
      stack.backgroundColor = .systemBackground
      view = stack
    }

    package override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      // The stack of the page may be what is closed.
      let containers = sequence(first: self as UIViewController, next: \.parent)
      if containers.contains(where: \.isBeingDismissed) { onClose?() }
    }
  }
#endif
