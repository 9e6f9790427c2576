// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Marks an interceptor of a module, or generates the record of one at file scope.
struct InterceptMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let placement = Placement(context)
    guard placement.isCalled(.intercept, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .intercept, attribute: node, context: context)
    SignatureCheck.checkNames(of: node, in: context)
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
    if case .fileScope = placement {
      return FreeFunctionWriter(function, node, in: context).interceptor()
    }
    check.refuseName(of: function)
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

/// The registration of an interceptor.
struct InterceptorText {
  private let function: FunctionDeclSyntax
  private let attribute: AttributeSyntax

  /// Reads a function; nil for one with a mistake, which the marker reports.
  init?(_ function: FunctionDeclSyntax, _ attribute: AttributeSyntax) {
    guard function.isPlain, function.interceptorFault == nil,
      attribute.interceptedPaths.allSatisfy({ path in
        path.literalText.map { RoutePatternText($0).problem == nil } ?? false
      })
    else { return nil }
    (self.function, self.attribute) = (function, attribute)
  }

  /// Returns the statement that registers the interceptor.
  ///
  /// - Parameters:
  ///   - module: The module with the function; nil at file scope.
  ///   - line: The line of the attribute, as source text.
  ///   - isolation: The type that determines the lane, as an expression; nil if only one lane is
  ///     possible.
  ///   - actor: The actor of an asynchronous function, as an argument of `MacroSupport.run`.
  func text(
    in module: ModuleDeclaration?, line: String, isolation: String?, actor: String?
  ) -> String {
    let (names, base) = (function.closureNames, module.map { _ in "module" })
    let call = CallText(
      call: function.call(on: base, [names.call, names.context]), isAsync: function.isAsync,
      isThrowing: false, isReturned: true, isOnOneLine: function.isShort, actor: actor)
    let paths = attribute.interceptedPaths.map(\.trimmedDescription).joined(separator: ", ")
    let options = MarkerArguments(.intercept, attribute, of: function)?
      .expression("Gantry.InterceptorOptions", in: module)
    let name = module.map { _ in "\(function.name.plainName.quoted), " } ?? ""
    let head =
      "\(name)[\(paths)], \(options ?? "Gantry.InterceptorOptions()"), line: \(line)"
    let context = function.contextParameter == nil ? "_" : names.context
    let parameters = "\(base ?? "_"), \(names.call), \(context)"
    let registration = "\(base ?? names.function).intercept"
    let lane: String
    switch RouteFunction.Lane(of: function, in: module) {
    case .main: lane = "main"
    case .anywhere: lane = "anywhere"
    case .untold:
      return RegistrationText.make(registration, head, parameters, call, isolation: isolation)
    }
    return "\(registration)(\(head), body: .\(lane) \(call.closure(parameters, call.answer)))"
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
