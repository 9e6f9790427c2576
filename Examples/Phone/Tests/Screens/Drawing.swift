// SPDX-License-Identifier: Apache-2.0

import Foundation
import UIKitStandIn

/// A page as the navigation controller shows it.
struct Screen {
  let caption: String
  let title: String?
  let canGoBack: Bool
  let view: UIView?
}

/// Pages side by side, each behind an arrow with what leads to it.
///
/// Titles, texts, buttons and their order are those of the views. A stack gives each of its views the same height,
/// as its distribution says. All other sizes, the fonts and the colors are of this drawing.
@MainActor
struct Drawing {
  let screens: [Screen]
  private let page = CGSize(width: 150, height: 180)
  private let arrow = 116.0
  private let gap = 12.0

  /// - Throws: ``Problem/unknown(view:)`` for a view that isn't a label, a button or a vertical stack.
  func svg() throws -> String {
    let size = CGSize(
      width: Double(screens.count) * (arrow + page.width) + gap, height: page.height + 2 * gap)
    let pages = try screens.enumerated().map { index, screen in
      try draw(screen, x: Double(index) * (arrow + page.width) + arrow)
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="phone" width="\(size.width)" height="\(size.height)" \
      viewBox="0 0 \(size.width) \(size.height)" role="img" aria-label="\(escaped(summary))">
      \(Self.style)
      <rect class="paper" width="100%" height="100%"/>
      \(pages.joined(separator: "\n"))
      </svg>
      """
  }

  private var summary: String {
    "Pages: " + screens.map { "\($0.title ?? "") (\($0.caption))" }.joined(separator: ", ")
  }

  private static let style = """
    <style>
    .phone { --ink: #1b1f24; --soft: #5b6570; --line: #d9dee3; --paper: #fff; --tint: #0072b2;
      font: 15px system-ui, -apple-system, "Segoe UI", sans-serif; }
    @media (prefers-color-scheme: dark) {
      .phone { --ink: #e8ebee; --soft: #9aa5b0; --line: #333b44; --paper: #14181c; --tint: #56b4e9; } }
    .phone text { fill: var(--ink); text-anchor: middle; }
    .phone .title { font-weight: 650; }
    .phone .caption { fill: var(--soft); font-size: 14px; }
    .phone .button { fill: var(--tint); }
    .phone .paper { fill: var(--paper); }
    .phone .page, .phone .line { fill: none; stroke: var(--line); stroke-width: 1.5; }
    .phone .arrow { fill: none; stroke: var(--soft); stroke-width: 1.5; }
    .phone .back { fill: none; stroke: var(--tint); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
    </style>
    """

  /// A page, and the arrow to it.
  private func draw(_ screen: Screen, x: Double) throws -> String {
    let frame = CGRect(origin: CGPoint(x: x, y: gap), size: page)
    let bar = 36.0
    let content = CGRect(
      x: frame.minX, y: frame.minY + bar, width: frame.width, height: frame.height - bar)
    let back = "<path class=\"back\" d=\"M\(x + 18) \(gap + 13)l-6 6l6 6\"/>"
    let drawn = try screen.view.map { try draw($0, in: content) } ?? []
    return """
      \(text(screen.caption, "caption", x: x - arrow / 2, y: frame.midY - 9))
      <path class="arrow" d="M\(x - arrow + gap) \(frame.midY)h\(arrow - 2 * gap)m-7 -5l7 5l-7 5"/>
      <rect class="page" x="\(x)" y="\(gap)" width="\(page.width)" height="\(page.height)" rx="8"/>
      <path class="line" d="M\(x) \(gap + bar)h\(page.width)"/>
      \(text(screen.title ?? "", "title", x: frame.midX, y: gap + 24))\(screen.canGoBack ? "\n" + back : "")
      \(drawn.joined(separator: "\n"))
      """
  }

  private func draw(_ view: UIView, in frame: CGRect) throws -> [String] {
    switch view {
    case let stack as UIStackView where stack.axis == .vertical:
      let height = frame.height / Double(stack.arrangedSubviews.count)
      return try stack.arrangedSubviews.enumerated().flatMap { index, view in
        let y = frame.minY + Double(index) * height
        return try draw(view, in: CGRect(x: frame.minX, y: y, width: frame.width, height: height))
      }
    case let button as UIButton:
      return [text(button.action?.title ?? "", "button", x: frame.midX, y: frame.midY + 5)]
    case let label as UILabel:
      let lines = wrapped(label.text ?? "", limit: label.numberOfLines)
      return lines.enumerated().map { index, line in
        let above = Double(lines.count - 1) / 2 - Double(index)
        return text(line, "label", x: frame.midX, y: frame.midY + 5 - above * 20)
      }
    default:
      throw Problem.unknown(view: "\(type(of: view))")
    }
  }

  /// A text in lines of at most 16 characters, if words aren't longer. A limit of 0 allows any number of lines.
  private func wrapped(_ text: String, limit: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 16 || lines.count == limit {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private func text(_ text: String, _ kind: String, x: Double, y: Double) -> String {
    "<text class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\">\(escaped(text))</text>"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
