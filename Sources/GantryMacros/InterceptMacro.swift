// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Marks an interceptor of a module, and checks it.
struct InterceptMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard Placement.isMember(.intercept, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .intercept, attribute: node, context: context)
    guard let function = check.function(declaration) else { return [] }
    for path in node.interceptedPaths {
      guard let text = path.literalText else {
        context.refuse(path, .interceptedPath())
        continue
      }
      if let problem = RoutePatternText(text).problem {
        context.refuse(path, .routePattern(text, problem))
      }
    }
    if let fault = function.interceptorFault { context.report(fault) }
    return MarkerArguments(.intercept, node, of: declaration)?.members(in: context) ?? []
  }
}

extension AttributeSyntax {
  /// The patterns that an interceptor names.
  var interceptedPaths: [ExprSyntax] {
    labeledArguments.prefix { $0.label == nil }.map(\.expression)
  }
}

extension FunctionDeclSyntax {
  /// The mistake in the signature of an interceptor; nil if there is none.
  var interceptorFault: Refusal? {
    let told = contextParameter == nil ? parameters : parameters.dropLast()
    let requests = ["RouteRequest", "GantryRouting.RouteRequest", "Gantry.RouteRequest"]
    guard told.count == 1, let request = told.first, request.ellipsis == nil,
      !request.type.isInout, requests.contains(request.type.withoutSpecifiers.trimmedDescription)
    else { return Refusal(signature.parameterClause, .interceptorParameters()) }
    let decisions = ["RouteDecision", "GantryRouting.RouteDecision", "Gantry.RouteDecision"]
    guard let answer = answerType?.trimmedDescription, decisions.contains(answer) else {
      return Refusal(
        signature.returnClause.map { Syntax($0) } ?? Syntax(name), .interceptorAnswer())
    }
    if let clause = signature.effectSpecifiers?.throwsClause {
      return Refusal(clause, .interceptorThrows(name.plainName))
    }
    return nil
  }
}

/// Mistakes in interceptors.
extension MacroDiagnostic {
  static func interceptedPath() -> Self {
    Self(
      "interceptedPath",
      "a path must be a plain string literal, so that the router knows it before the launch")
  }

  static func interceptorParameters() -> Self {
    Self(
      "interceptorParameters",
      "an @Intercept function takes one RouteRequest, and after it at most one ModuleContext")
  }

  static func interceptorAnswer() -> Self {
    Self("interceptorAnswer", "an @Intercept function returns a RouteDecision")
  }

  static func interceptorThrows(_ function: String) -> Self {
    Self("interceptorThrows", "'\(function)' cannot throw: return .veto with the reason")
  }

  static func duplicateInterceptor(_ name: String) -> Self {
    Self(
      "duplicateInterceptor",
      "the module already has an @Intercept named '\(name)': give this one another name")
  }
}
