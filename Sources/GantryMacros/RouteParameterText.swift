// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

/// A property or a parameter that a route is told.
struct RouteParameterText {
  enum Arity { case one, optional, many }

  let name: String
  let type: TypeSyntax
  let fallback: ExprSyntax?
  let arity: Arity
  /// What is told is of this type, without the optional or array around it.
  let element: TypeSyntax

  init(_ name: TokenSyntax, _ type: TypeSyntax, default fallback: ExprSyntax?) {
    self.name = name.plainName
    self.type = type.withoutSpecifiers
    self.fallback = fallback
    if let wrapped = self.type.optionalWrapped {
      (arity, element) = (.optional, wrapped)
    } else if let array = self.type.as(ArrayTypeSyntax.self) {
      (arity, element) = (.many, array.element)
    } else {
      (arity, element) = (.one, self.type)
    }
  }

  /// The parameter's description for the run time.
  var description: String {
    let hasDefault = arity == .one && fallback != nil ? ", hasDefault: true" : ""
    return "GantryRouting.RouteParameter(\"\(name)\", \(type.metatype)\(hasDefault))"
  }

  /// The expression that reads it.
  func reading(from arguments: String) -> String {
    let fallback = arity == .one ? fallback.map { ", default: \($0.trimmed)" } ?? "" : ""
    return "try \(arguments).value(\"\(name)\", \(type.metatype)\(fallback))"
  }

  /// Reports what no URL can carry, and what cannot be a capture.
  func check(
    _ pattern: RoutePatternText, at node: some SyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> Bool {
    guard element.isNamed else {
      return context.refuse(node, .routeValue(name, type.trimmedDescription))
    }
    let empty = fallback.map { ["nil", "[]"].contains($0.trimmedDescription) } ?? true
    if arity != .one, !empty { return context.refuse(node, .routeDefault(name)) }
    if pattern.rest == name {
      return arity == .many || context.refuse(node, .routeRest(name))
    }
    guard pattern.captures.contains(name), arity != .one || fallback != nil else { return true }
    return context.refuse(node, .routeCapture(name))
  }
}
