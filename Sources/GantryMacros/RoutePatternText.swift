// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryText
import SwiftSyntax

/// The captures of a pattern as a macro reads them.
///
/// Other faults of a pattern are found by the check of all routes.
struct RoutePatternText {
  /// The names behind colons.
  private(set) var captures: [String] = []
  /// The name behind the asterisk.
  private(set) var rest: String?
  /// The first thing that is wrong, in words; nil when nothing is.
  private(set) var problem: String?

  init(_ text: String) {
    if text.contains("://") { problem = "a pattern is a path: leave the scheme and the host out" }
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first?.isEmpty == true { parts.removeFirst() }
    if parts.last?.isEmpty == true { parts.removeLast() }
    for part in parts {
      if rest != nil { problem = problem ?? "nothing may follow *rest" }
      switch part.first {
      case nil: problem = problem ?? "a segment may not be empty"
      case ":": add(part.dropFirst(), isRest: false)
      case "*": add(part.dropFirst(), isRest: true)
      default:
        if let foreign = ForeignCapture(in: part.utf8) {
          problem =
            problem
            ?? ForeignCapture.words(
              String(part), instead: foreign.instead, escape: foreign.escape)
        }
      }
    }
    if text.contains("?") || text.contains("#") {
      problem =
        problem ?? "a pattern has no ? and no #: properties that are no captures are the query"
    }
  }

  private mutating func add(_ name: Substring, isRest: Bool) {
    let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard isName, name.first?.isNumber == false else {
      problem =
        problem
        ?? "after : and * stands a name of letters, digits and underscores, no digit first"
      return
    }
    guard !contains(String(name)) else {
      problem = problem ?? "two captures are named \(name)"
      return
    }
    if isRest { rest = String(name) } else { captures.append(String(name)) }
  }

  func contains(_ name: String) -> Bool { captures.contains(name) || rest == name }

  /// All names, that of the rest last.
  var names: [String] { captures + (rest.map { [$0] } ?? []) }

  /// Reads the first argument of a macro.
  ///
  /// - Throws: The fault of an argument that isn't a plain literal, or isn't a pattern.
  static func read(_ argument: LabeledExprSyntax) throws(RouteRefusal) -> RoutePatternText {
    guard let text = argument.expression.literalText else {
      throw RouteRefusal(argument, .routePatternLiteral())
    }
    let pattern = RoutePatternText(text)
    if let problem = pattern.problem { throw RouteRefusal(argument, .routePattern(text, problem)) }
    return pattern
  }

  /// The first capture that nothing is named after.
  func missing(in parameters: [RouteParameterText]) -> String? {
    names.first { name in !parameters.contains { $0.name == name } }
  }
}
