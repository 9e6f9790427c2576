// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A function marked `@Route`, read and checked.
struct RouteFunction {
  private let function: FunctionDeclSyntax
  /// The first argument of the registration, a route's type or a pattern, and the text of its
  /// parameters.
  private let subject: String
  private let told: String
  /// The type of the route; nil for a pattern.
  private var typed: TypeSyntax?
  /// The parameter of the bodies, and the values for the function's parameters in them.
  private let input: String
  private let values: [String]
  /// Whether reading the values may throw.
  private let reads: Bool
  private let attribute: AttributeSyntax

  /// Reads a function.
  ///
  /// - Throws: The mistake in its parameters or its pattern.
  init(
    _ function: FunctionDeclSyntax, _ attribute: AttributeSyntax
  ) throws(Refusal) {
    let hasContext = function.contextParameter != nil
    let told = hasContext ? function.parameters.dropLast() : function.parameters
    if let wrong = told.first(where: {
      $0.type.isInout || $0.ellipsis != nil || $0.type.isModuleContext
    }) {
      throw Refusal(wrong, .routeParameter(wrong.label.plainName))
    }
    self.attribute = attribute
    var bodies: Bodies
    if let argument = attribute.labeledArguments.first, argument.label == nil {
      bodies = try Self.patterned(argument, function, told)
    } else {
      guard let route = told.first, told.count == 1, route.type.isNamed,
        !route.type.isStandard, !route.type.isRouteRequest
      else {
        throw Refusal(function.signature.parameterClause, .routeUntypedHandler())
      }
      let name = function.closureNames.route
      typed = route.type.withoutSpecifiers
      bodies = ("\(route.type.withoutSpecifiers).self", "", name, [name], false)
    }
    if hasContext { bodies.values.append(function.closureNames.context) }
    self.function = function
    (subject, self.told, input, values, reads) = bodies
  }

  /// Returns the statement that registers the handler.
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
    let base = module.map { _ in "module" }
    let call = CallText(
      call: function.call(on: base, values), isAsync: function.isAsync,
      isThrowing: function.isThrowing || reads, isReturned: function.isAnswerNeeded,
      isOnOneLine: function.isShort, actor: actor,
      coercion: function.answerType.flatMap { $0.isExistentialMetatype ? $0 : nil })
    let name = module.map { _ in ", \(function.name.plainName.quoted)" } ?? ""
    let head = "\(subject)\(name)\(told), \(options(in: module)), line: \(line)"
    let names = function.closureNames
    let context = function.contextParameter == nil ? "_" : names.context
    let parameters = "\(base ?? "_"), \(input), \(context)"
    let builder = base ?? names.function
    let body: String
    switch Lane(of: function, in: module) {
    case .main: body = ".main"
    case .anywhere: body = ".anywhere"
    case .untold:
      return RegistrationText.make(
        "\(builder).route", head, parameters, call, isolation: isolation, type: bodyType)
    }
    return
      "\(builder).route(\(head), body: \(bodyType)\(body) \(call.closure(parameters, call.answer)))"
  }

  /// The type of a typed route's body. If the type isn't a route, the compiler's error names it.
  private var bodyType: String {
    guard let route = typed else { return "" }
    return "Gantry.RouteBody<_, \(route)>"
  }

  private func options(in module: ModuleDeclaration?) -> String {
    MarkerArguments(.route, attribute, of: function)?
      .expression("Gantry.RouteOptions", in: module) ?? ""
  }

  /// The lane of a handler, as far as the source shows it.
  enum Lane {
    /// The handler is on the main actor, so its result doesn't need to be `Sendable`.
    case main
    /// The handler is on no actor, so any actor can call it.
    case anywhere
    /// The handler's type decides, or it is asynchronous.
    case untold

    init(of function: FunctionDeclSyntax, in module: ModuleDeclaration?) {
      if function.isAsync {
        self = .untold
      } else if function.modifiers.isNonisolated {
        self = .anywhere
      } else {
        self = FunctionIsolation.isOnMainActor(function, in: module) ? .main : .untold
      }
    }
  }

  private typealias Bodies = (
    subject: String, told: String, input: String, values: [String], reads: Bool
  )

  /// Reads a handler of a pattern, which takes the request or the values of its labels.
  private static func patterned(
    _ argument: LabeledExprSyntax, _ function: FunctionDeclSyntax, _ told: [FunctionParameterSyntax]
  ) throws(Refusal) -> Bodies {
    let pattern = try RoutePatternText.read(argument)
    let subject = argument.expression.trimmedDescription
    let call = function.closureNames.call
    if let request = told.first, told.count == 1, request.type.isRouteRequest {
      return (subject, ", nil", call, ["\(call).request()"], true)
    }
    var parameters: [RouteParameterText] = []
    for parameter in told {
      let text = RouteParameterText(
        parameter.label, parameter.type, default: parameter.defaultValue?.value)
      if let fault = text.fault(in: pattern) { throw Refusal(parameter, fault) }
      parameters.append(text)
    }
    if let missing = pattern.missing(in: parameters) {
      let mayBeTyped = told.count == 1 && told.first?.firstName.tokenKind == .wildcard
      throw Refusal(
        argument,
        .routeMissing(missing, parameter: function.name.plainName, mayBeTyped: mayBeTyped))
    }
    let descriptions = parameters.map(\.description).joined(separator: ", ")
    return (
      subject, ", [\(descriptions)]", parameters.isEmpty ? "_" : call,
      parameters.map {
        $0.reading(
          from: "\(call).arguments", default: $0.fallback.map { "\($0.trimmed)" })
      }, !parameters.isEmpty
    )
  }
}

extension FunctionParameterSyntax {
  /// The label in a call; without one, the internal name.
  fileprivate var label: TokenSyntax {
    firstName.tokenKind == .wildcard ? secondName ?? firstName : firstName
  }
}

extension TypeSyntax {
  /// Whether this is the request, which a handler may read itself.
  fileprivate var isRouteRequest: Bool {
    ["RouteRequest", "GantryRouting.RouteRequest", "Gantry.RouteRequest"]
      .contains(withoutSpecifiers.description)
  }
}

/// A property or parameter that a route receives.
struct RouteParameterText {
  enum Arity { case one, optional, many }

  let name: String
  /// The name as in the source, perhaps with backticks, and as a label in a call.
  let written: String
  let label: String
  let type: TypeSyntax
  let fallback: ExprSyntax?
  let arity: Arity
  /// The type of the value, without the optional or array around it.
  let element: TypeSyntax
  /// The name in the source.
  let token: TokenSyntax

  init(_ name: TokenSyntax, _ type: TypeSyntax, default fallback: ExprSyntax?) {
    self.name = name.plainName
    token = name
    (written, label) = (name.text, name.argumentLabel)
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

  /// The parameter's description at run time.
  var description: String {
    let hasDefault = arity == .one && fallback != nil ? ", hasDefault: true" : ""
    return "GantryRouting.RouteParameter(\(name.quoted), \(type.metatype)\(hasDefault))"
  }

  /// Returns the expression that reads the parameter.
  ///
  /// - Parameters:
  ///   - arguments: The expression of the arguments.
  ///   - value: The default as source text; nil if there is none.
  func reading(from arguments: String, default value: String?) -> String {
    let fallback = arity == .one ? value.map { ", default: \($0)" } ?? "" : ""
    return "\(arguments).value(\(name.quoted), \(type.metatype)\(fallback))"
  }

  /// Returns the mistake in a parameter that no URL can carry or that can't be a capture; nil if
  /// there is none.
  func fault(in pattern: RoutePatternText, isProperty: Bool = false) -> MacroDiagnostic? {
    guard element.isNamed, element.standardWrapper == nil, !element.isNoValue else {
      return .routeValue(name, type.trimmedDescription, isProperty: isProperty)
    }
    let isEmpty = fallback.map { ["nil", "[]"].contains($0.trimmedDescription) } ?? true
    if arity != .one, !isEmpty { return .routeDefault(name) }
    if pattern.rest == name { return arity == .many ? nil : .routeRest(name) }
    let isPlain = arity == .one && fallback == nil
    return pattern.captures.contains(name) && !isPlain ? .routeCapture(name) : nil
  }
}

extension TypeSyntax {
  /// Whether the type can't conform to protocols.
  fileprivate var isNoValue: Bool { ["Any", "AnyObject", "Void"].contains(trimmedDescription) }

  /// The name and the argument of an explicit `Array<T>` or `Optional<T>`.
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
