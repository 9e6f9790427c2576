// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax

/// A property or a parameter that a route is told.
struct RouteParameterText {
  enum Arity { case one, optional, many }

  let name: String
  /// The name as it is written in the source, perhaps in backticks.
  let written: String
  let type: TypeSyntax
  let fallback: ExprSyntax?
  let arity: Arity
  /// The type of the value, without the optional or array around it.
  let element: TypeSyntax

  init(_ name: TokenSyntax, _ type: TypeSyntax, default fallback: ExprSyntax?) {
    self.name = name.plainName
    written = name.text
    self.type = type.withoutSpecifiers
    self.fallback = fallback
    if let wrapped = self.type.optionalWrapped {
      (arity, element) = (.optional, wrapped)
    } else if let array = self.type.as(ArrayTypeSyntax.self) {
      (arity, element) = (.many, array.element)
    } else if let (generic, argument) = self.type.standardWrapper {
      (arity, element) = (generic == "Array" ? .many : .optional, argument)
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
    return "\(arguments).value(\"\(name)\", \(type.metatype)\(fallback))"
  }

  /// The fault of a parameter that no URL can carry, or that cannot be a capture; nil without one.
  func fault(in pattern: RoutePatternText) -> MacroDiagnostic? {
    guard element.isNamed else { return .routeValue(name, type.trimmedDescription) }
    let isEmpty = fallback.map { ["nil", "[]"].contains($0.trimmedDescription) } ?? true
    if arity != .one, !isEmpty { return .routeDefault(name) }
    if pattern.rest == name { return arity == .many ? nil : .routeRest(name) }
    let isPlain = arity == .one && fallback == nil
    return pattern.captures.contains(name) && !isPlain ? .routeCapture(name) : nil
  }
}

extension TypeSyntax {
  /// `Array<T>` or `Optional<T>`, written out: its name and its argument.
  fileprivate var standardWrapper: (name: String, argument: TypeSyntax)? {
    let name: TokenSyntax
    let generics: GenericArgumentClauseSyntax?
    if let type = self.as(IdentifierTypeSyntax.self) {
      (name, generics) = (type.name, type.genericArgumentClause)
    } else if let type = self.as(MemberTypeSyntax.self), type.baseType.trimmedDescription == "Swift"
    {
      (name, generics) = (type.name, type.genericArgumentClause)
    } else {
      return nil
    }
    guard ["Array", "Optional"].contains(name.text), let first = generics?.arguments.first,
      let argument = first.argument.as(TypeSyntax.self)
    else { return nil }
    return (name.text, argument)
  }
}
