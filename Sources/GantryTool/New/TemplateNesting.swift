// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How deep the sections of a template lie in each other, which its parser and its writer pay for
/// with their stack.
struct TemplateNesting {
  /// No sensible template nests deeper; a stack holds a hundred times as many.
  static let deepest = 100

  /// The first tag that opens a section too many; nil when none does.
  private(set) var excess: String.Index?

  /// Looks through a template.
  init(_ text: String) {
    var delimiters = (open: "{{"[...], close: "}}"[...])
    var rest = text[...]
    var depth = 0
    while let open = rest.firstRange(of: delimiters.open),
      let close = rest[open.upperBound...].firstRange(of: delimiters.close)
    {
      let tag = rest[open.upperBound..<close.lowerBound]
      rest = rest[close.upperBound...]
      switch tag.first(where: { $0 != " " }) {
      case "#", "^", "$", "<": depth += 1
      case "/": depth -= 1
      case "=": delimiters = Self.delimiters(in: tag) ?? delimiters
      default: break
      }
      guard depth <= Self.deepest else {
        excess = open.lowerBound
        return
      }
    }
  }

  /// The marks that `=<% %>=` sets.
  private static func delimiters(in tag: Substring) -> (open: Substring, close: Substring)? {
    let marks = tag.split { $0 == "=" || $0.isWhitespace }
    return marks.count == 2 ? (marks[0], marks[1]) : nil
  }
}
