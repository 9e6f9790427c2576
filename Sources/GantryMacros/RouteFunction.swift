// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

/// A function marked `@Route`, read and checked.
struct RouteFunction {
  /// What comes first in the registration: a route's type, or pattern, name and parameters.
  let head: String
  /// The parameter of the bodies, and the values of the function's parameters in them.
  let input: String
  let values: [String]
  /// Whether reading the values may throw.
  let reads: Bool
  let options: String

  init?(
    _ function: FunctionDeclSyntax, _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext, reporting: Bool
  ) {
    func refuse(_ node: some SyntaxProtocol, _ message: MacroDiagnostic) {
      if reporting { context.refuse(node, message) }
    }
    guard function.isPlain else { return nil }
    var list = OptionList(attribute)
    let name = function.name.plainName
    let told =
      function.contextParameter == nil ? function.parameters : function.parameters.dropLast()
    let ending = function.contextParameter == nil ? [] : ["context"]
    if let wrong = told.first(where: {
      $0.type.isInout || $0.ellipsis != nil || $0.type.isModuleContext
    }) {
      refuse(wrong, .routeParameter(wrong.label.plainName))
      return nil
    }
    guard let argument = attribute.labeledArguments.first, argument.label == nil else {
      guard let route = told.first, told.count == 1, route.type.isNamed else {
        refuse(function.signature.parameterClause, .routeUntypedHandler())
        return nil
      }
      head = "\(route.type.withoutSpecifiers).self, \"\(name)\""
      (input, values, reads) = ("route", ["route"] + ending, false)
      options = list.text
      return
    }
    guard let text = argument.expression.literalText else {
      refuse(argument, .routePatternLiteral())
      return nil
    }
    list.takeFirst()
    options = list.text
    let pattern = RoutePatternText(text)
    if let problem = pattern.problem {
      refuse(argument, .routePattern(text, problem))
      return nil
    }
    let start = "\(argument.expression.trimmed), \"\(name)\", "
    if let request = told.first, told.count == 1, request.type.isRouteRequest {
      head = start + "nil"
      (input, values, reads) = ("call", ["try call.request()"] + ending, true)
      return
    }
    var parameters: [RouteParameterText] = []
    for parameter in told {
      let told = RouteParameterText(
        parameter.label, parameter.type, default: parameter.defaultValue?.value)
      if reporting, !told.check(pattern, at: parameter, in: context) { return nil }
      parameters.append(told)
    }
    if let missing = pattern.names.first(where: { name in
      !parameters.contains { $0.name == name }
    }) {
      refuse(argument, .routeMissing(missing, "parameter", name))
      return nil
    }
    head = start + "[\(parameters.map(\.description).joined(separator: ", "))]"
    input = told.isEmpty ? "_" : "call"
    values = parameters.map { $0.reading(from: "call.arguments") } + ending
    reads = !told.isEmpty
  }
}

extension FunctionParameterSyntax {
  /// The label that a caller writes; without one, the name inside.
  fileprivate var label: TokenSyntax {
    firstName.tokenKind == .wildcard ? secondName ?? firstName : firstName
  }
}

extension TypeSyntax {
  /// Whether this is the request that a handler may read itself.
  fileprivate var isRouteRequest: Bool {
    ["RouteRequest", "GantryRouting.RouteRequest", "Gantry.RouteRequest"]
      .contains(withoutSpecifiers.description)
  }
}
