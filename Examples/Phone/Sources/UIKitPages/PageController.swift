// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
  internal import UIKit

  /// A page with lines of text, and buttons below them.
  final class PageController: UIViewController {
    private var lines: [String] = []
    private var buttons: [UIAction] = []

    static func showing(
      _ title: String, _ lines: [String], _ buttons: [UIAction] = []
    )
      -> PageController
    {
      let controller = PageController()
      controller.title = title
      controller.lines = lines
      controller.buttons = buttons
      return controller
    }

    override func loadView() {
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
  }
#endif
