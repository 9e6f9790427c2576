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

/// Phones side by side.
///
/// Titles, texts, buttons and their order are those of the views. A stack gives each of its views the same height,
/// as its distribution says. All other sizes, the fonts and the colors are of this drawing.
@MainActor
struct Drawing {
  let screens: [Screen]
  private let phone = CGSize(width: 200, height: 400)
  private let gap = 20.0

  /// - Throws: ``Problem/unknown(view:)`` for a view that isn't a label, a button or a vertical stack.
  func svg() throws -> String {
    let size = CGSize(
      width: gap + Double(screens.count) * (phone.width + gap), height: phone.height + gap + 44)
    let phones = try screens.enumerated().map { index, screen in
      try draw(screen, x: gap + Double(index) * (phone.width + gap))
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="phone" width="\(size.width)" height="\(size.height)" \
      viewBox="0 0 \(size.width) \(size.height)" role="img" aria-label="\(escaped(summary))">
      \(Self.style)
      <rect class="paper" width="100%" height="100%"/>
      \(phones.joined(separator: "\n"))
      </svg>
      """
  }

  private var summary: String {
    "Pages: " + screens.map { "\($0.title ?? "") (\($0.caption))" }.joined(separator: ", ")
  }

  private static let style = """
    <style>
    .phone { --ink: #1b1f24; --soft: #5b6570; --line: #d9dee3; --paper: #fff; --case: #1b1f24; --screen: #fff;
      --bar: #f4f6f8; --tint: #0072b2; font: 21px system-ui, -apple-system, "Segoe UI", sans-serif; }
    @media (prefers-color-scheme: dark) {
      .phone { --ink: #e8ebee; --soft: #9aa5b0; --line: #333b44; --paper: #14181c; --case: #5b6570; --screen: #000;
        --bar: #1c2127; --tint: #56b4e9; } }
    .phone text { fill: var(--ink); text-anchor: middle; }
    .phone .title { font-weight: 650; }
    .phone .caption { fill: var(--soft); font-size: 19px; }
    .phone .button { fill: var(--tint); }
    .phone .paper { fill: var(--paper); }
    .phone .background { fill: var(--screen); }
    .phone .bar { fill: var(--bar); }
    .phone .case { fill: none; stroke: var(--case); stroke-width: 6; }
    .phone .island, .phone .home { fill: var(--case); }
    .phone .line { stroke: var(--line); }
    .phone .back { fill: none; stroke: var(--tint); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
    </style>
    """

  /// A phone with a screen on it, and its caption below.
  private func draw(_ screen: Screen, x: Double) throws -> String {
    let frame = CGRect(origin: CGPoint(x: x, y: gap), size: phone)
    let bar = 86.0
    let content = CGRect(
      x: frame.minX, y: frame.minY + bar, width: frame.width, height: frame.height - bar - 24)
    let size = "width=\"\(phone.width)\" height=\"\(phone.height)\""
    let shape = "x=\"\(x)\" y=\"\(gap)\" \(size) rx=\"34\""
    let back = "<path class=\"back\" d=\"M\(x + 24) \(gap + 55)l-8 9l8 9\"/>"
    let drawn = try screen.view.map { try draw($0, in: content) } ?? []
    return """
      <clipPath id="phone\(Int(x))"><rect \(shape)/></clipPath>
      <g clip-path="url(#phone\(Int(x)))">
      <rect \(screen.view?.backgroundColor == nil ? "" : "class=\"background\" ")\(shape)/>
      <rect class="bar" x="\(x)" y="\(gap)" width="\(phone.width)" height="\(bar)"/>
      <path class="line" d="M\(x) \(gap + bar)h\(phone.width)"/>
      </g>
      \(text(screen.title ?? "", "title", x: frame.midX, y: gap + 71))\(screen.canGoBack ? "\n" + back : "")
      \(drawn.joined(separator: "\n"))
      <rect class="island" x="\(frame.midX - 30)" y="\(gap + 14)" width="60" height="18" rx="9"/>
      <rect class="home" x="\(frame.midX - 36)" y="\(frame.maxY - 14)" width="72" height="5" rx="2.5"/>
      <rect class="case" \(shape)/>
      \(text(screen.caption, "caption", x: frame.midX, y: frame.maxY + 34))
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
      return [text(button.action?.title ?? "", "button", x: frame.midX, y: frame.midY + 7)]
    case let label as UILabel:
      let lines = wrapped(label.text ?? "", limit: label.numberOfLines)
      return lines.enumerated().map { index, line in
        let above = Double(lines.count - 1) / 2 - Double(index)
        return text(line, "label", x: frame.midX, y: frame.midY + 7 - above * 27)
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
