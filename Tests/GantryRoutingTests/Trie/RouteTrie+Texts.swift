// SPDX-License-Identifier: Apache-2.0

import GantryRouting

extension RouteTrie<String> {
  /// A tree whose values are the patterns' texts; `:name` of a kind is written `:name<kind>`.
  init(texts: [String]) throws {
    self.init(
      try texts.enumerated().map { index, text in
        Route(try PathPattern(typed: text), text, declaredAt: "Routes.swift:\(index + 1)")
      })
  }

  /// The text of the pattern that matches a path.
  func text(_ path: String) throws -> String? { try match(RoutePath(parsing: path))?.value }

  /// The captured texts.
  func captures(_ path: String) throws -> [String]? {
    try match(RoutePath(parsing: path)).map { Array($0.captures) }
  }
}

extension PathPattern {
  static let kinds: [CaptureKind] = [
    .integer, .number, .boolean, .uuid,
    .oneOf("Color", ["red", "a/b", "7"]), .oneOf("Size", ["small", "large"]),
    .custom("Short") { $0.count < 3 },
  ]

  /// Reads a pattern with the names of kinds: `orders/:id<integer>`.
  init(typed text: String) throws {
    var kinds: [String: CaptureKind] = [:]
    for capture in text.matches(of: /:(\w+)<(\w+)>/) {
      kinds[String(capture.1)] = Self.kinds.first { $0.name == capture.2 }
    }
    try self.init(text.replacing(/<\w+>/, with: ""), kinds: kinds)
  }
}
