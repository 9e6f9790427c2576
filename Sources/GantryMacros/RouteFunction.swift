// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax

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

  /// Reads a function.
  ///
  /// - Throws: What is wrong with its parameters or its pattern.
  init(
    _ function: FunctionDeclSyntax, _ attribute: AttributeSyntax
  ) throws(RouteRefusal) {
    let hasContext = function.contextParameter != nil
    let told = hasContext ? function.parameters.dropLast() : function.parameters
    if let wrong = told.first(where: {
      $0.type.isInout || $0.ellipsis != nil || $0.type.isModuleContext
    }) {
      throw RouteRefusal(wrong, .routeParameter(wrong.label.plainName))
    }
    var list = OptionList(attribute)
    var bodies: Bodies
    if let argument = attribute.labeledArguments.first, argument.label == nil {
      list.takeFirst()
      bodies = try Self.patterned(argument, function, told)
    } else {
      guard let route = told.first, told.count == 1, route.type.isNamed else {
        throw RouteRefusal(function.signature.parameterClause, .routeUntypedHandler())
      }
      let head = "\(route.type.withoutSpecifiers).self, \"\(function.name.plainName)\""
      bodies = (head, "route", ["route"], false)
    }
    if hasContext { bodies.values.append("context") }
    (head, input, values, reads) = bodies
    options = list.text
  }

  private typealias Bodies = (head: String, input: String, values: [String], reads: Bool)

  /// Reads a handler of a pattern, which takes the request or what its labels say.
  private static func patterned(
    _ argument: LabeledExprSyntax, _ function: FunctionDeclSyntax, _ told: [FunctionParameterSyntax]
  ) throws(RouteRefusal) -> Bodies {
    let pattern = try RoutePatternText.read(argument)
    let name = function.name.plainName
    let start = "\(argument.expression.trimmed), \"\(name)\", "
    if let request = told.first, told.count == 1, request.type.isRouteRequest {
      return (start + "nil", "call", ["call.request()"], true)
    }
    var parameters: [RouteParameterText] = []
    for parameter in told {
      let text = RouteParameterText(
        parameter.label, parameter.type, default: parameter.defaultValue?.value)
      if let fault = text.fault(in: pattern) { throw RouteRefusal(parameter, fault) }
      parameters.append(text)
    }
    if let missing = pattern.missing(in: parameters) {
      throw RouteRefusal(argument, .routeMissing(missing, "parameter", name))
    }
    let descriptions = parameters.map(\.description).joined(separator: ", ")
    return (
      "\(start)[\(descriptions)]", parameters.isEmpty ? "_" : "call",
      parameters.map { $0.reading(from: "call.arguments") }, !parameters.isEmpty
    )
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
