// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

extension FunctionDeclSyntax {
  var parameters: [FunctionParameterSyntax] { Array(signature.parameterClause.parameters) }

  var isAsync: Bool { signature.effectSpecifiers?.asyncSpecifier != nil }

  var isThrowing: Bool { signature.effectSpecifiers?.throwsClause != nil }

  /// The type of the function's result; nil if it returns nothing.
  var answerType: TypeSyntax? {
    guard let type = signature.returnClause?.type, !type.isVoid else { return nil }
    return type
  }

  /// Whether the function returns a result that a caller has to use.
  var isAnswerNeeded: Bool {
    answerType?.isNever == false && attributes.first(named: "discardableResult") == nil
  }

  /// The parameter for the module's context.
  var contextParameter: FunctionParameterSyntax? {
    parameters.last.flatMap { $0.type.isModuleContext ? $0 : nil }
  }

  /// Whether the function takes no parameters except the module's context.
  var takesOnlyContext: Bool { parameters.count == (contextParameter == nil ? 0 : 1) }

  var isGeneric: Bool { genericParameterClause != nil || parameters.contains { $0.type.isOpaque } }

  /// The function's name with its labels, as in a reference to it.
  var reference: String {
    let labels = parameters.map { $0.firstName.argumentLabel + ":" }
    return labels.isEmpty ? name.text : "\(name.text)(\(labels.joined()))"
  }

  /// Returns a call with the given values, in the order of the parameters.
  func call(on base: String?, _ values: [String]) -> String {
    let arguments = zip(parameters, values).map { parameter, value in
      parameter.firstName.tokenKind == .wildcard
        ? value : "\(parameter.firstName.argumentLabel): \(value)"
    }
    let prefix = base.map { $0 + "." } ?? ""
    return "\(prefix)\(name.text)(\(arguments.joined(separator: ", ")))"
  }

  /// The parameters of a handler's body that follow the module.
  var handlerParameters: String {
    let names = closureNames
    return "\(names.event), \(contextParameter == nil ? "_" : names.context)"
  }

  /// Returns a call of a handler with its event, and with the context if it takes one.
  func handlerCallText(on base: String?) -> CallText {
    callText([closureNames.event, closureNames.context], on: base)
  }

  /// Returns a call in the forms that an expansion's bodies need; a result is dropped or returned.
  func callText(_ values: [String], on base: String?) -> CallText {
    CallText(
      call: call(on: base, values), isAsync: isAsync, isThrowing: isThrowing,
      isResultDropped: answerType != nil, isOnOneLine: isShort)
  }

  /// Returns the actor that the compiler finds at the function, as an expression.
  ///
  /// It includes the function's parameters, because there may be an overload that the macro can't
  /// see.
  func seenActor(on base: String?) -> String {
    let taken = parameters.map { ", " + $0.type.withoutSpecifiers.metatype }
    let arguments = taken.isEmpty ? "" : ", taking: " + taken.joined().dropFirst(2)
    return "Gantry.MacroSupport.actor(of: \(base.map { $0 + "." } ?? "")\(reference)\(arguments))"
  }

  /// Returns an empty function with the same isolation, whose type is never ambiguous.
  func probe(named name: String) -> String {
    let attributes = self.attributes.globalActors.map { "\($0.trimmed) " }.joined()
    let modifiers = self.modifiers.isNonisolated ? "nonisolated " : ""
    return "\(attributes)private \(modifiers)static func \(name)() {}"
  }

  /// Whether the function can be called on a module: neither static nor generic.
  var isPlain: Bool {
    !isGeneric && modifiers.first(.static, .class, .mutating) == nil
  }

  /// Whether the function can be a launch task.
  var isLaunchable: Bool { isPlain && launchFault == nil }

  /// The parameter with the event of a handler; nil if the function isn't a handler.
  var eventParameter: FunctionParameterSyntax? {
    guard isPlain, let event = parameters.first, event.isEvent else { return nil }
    switch parameters.count {
    case 1: return event
    case 2: return contextParameter == nil ? nil : event
    default: return nil
    }
  }
}

extension FunctionParameterSyntax {
  /// Whether the parameter can be an event: a single value of a named type that isn't from the
  /// standard library.
  var isEvent: Bool {
    type.isNamed && !type.isStandard && !type.isInout && !type.isModuleContext && ellipsis == nil
  }
}

/// The results that a launch task takes and returns.
extension FunctionDeclSyntax {
  /// The type of the result that other tasks may take; nil if there is none.
  private var resultType: TypeSyntax? { answerType.flatMap { $0.isNever ? nil : $0 } }

  /// The types of the results that the task takes from others, in the order of its parameters.
  private var takenTypes: [TypeSyntax] {
    parameters.filter { !$0.type.isModuleContext && !$0.type.isLaunchToken }
      .map(\.type.withoutSpecifiers)
  }

  /// Whether the task reports its end with a token.
  var takesToken: Bool { parameters.contains { $0.type.isLaunchToken } }

  /// The parameters of the task's body that follow the module.
  var taskParameters: String {
    let names = closureNames
    return (usesContext ? names.context : "_") + (takesToken ? ", \(names.token)" : "")
  }

  /// Whether the task's body uses its context.
  var usesContext: Bool { !parameters.isEmpty || resultType != nil }

  /// The options for the task's results and inputs, for example `.taking(Database.self)`.
  var resultOptions: String {
    takenTypes.map { ".taking(\($0.metatype))" }.joined()
      + (resultType.map { ".returning(\($0.metatype))" } ?? "")
  }

  /// Returns a call of the task; every parameter except the context is a value that another task or
  /// a module provides.
  func taskCallText(on base: String?) -> CallText {
    let names = closureNames
    let values = parameters.map { parameter in
      parameter.type.isModuleContext
        ? names.context
        : parameter.type.isLaunchToken
          ? names.token
          : "\(names.context).result(\(parameter.type.withoutSpecifiers.metatype))"
    }
    return CallText(
      call: call(on: base, values), isAsync: isAsync,
      isThrowing: isThrowing || !takenTypes.isEmpty,
      isResultDropped: answerType != nil, mayNotSuspend: takesToken && !isAsync,
      backgroundBody: takesToken ? ".callback" : ".background",
      isOnOneLine: isShort || !resultOptions.isEmpty,
      context: names.context, result: resultType?.metatype,
      coercion: resultType?.isExistentialMetatype == true ? resultType : nil)
  }

  /// The first reason why the function can't be a launch task; nil if there is none.
  var launchFault: Refusal? {
    for parameter in parameters {
      if parameter.type.isModuleContext {
        guard parameter.id == parameters.last?.id else {
          return Refusal(parameter, .contextNotLast())
        }
      } else if parameter.type.isLaunchToken {
        let first = parameters.first { $0.type.isLaunchToken }
        guard parameter.id == first?.id else {
          return Refusal(
            parameter, .secondToken((parameter.secondName ?? parameter.firstName).plainName))
        }
      } else if let message = parameter.resultMessage {
        return Refusal(parameter, message)
      }
    }
    guard let type = resultType else { return nil }
    if let opaque = type.firstOpaque {
      return Refusal(opaque, .returnsOpaque(), [Edit.replaceSome(opaque)])
    }
    if type.isOptional { return Refusal(type, .returnsOptional()) }
    return type.isResult ? nil : Refusal(type, .noResultType(type.trimmedDescription))
  }
}

extension FunctionParameterSyntax {
  /// The reason why the parameter can't be another task's result; nil if it can.
  fileprivate var resultMessage: MacroDiagnostic? {
    let name = (secondName ?? firstName).plainName
    if type.isInout { return .takesInout(name) }
    if ellipsis != nil { return .takesSeveral(name) }
    if defaultValue != nil { return .takesDefault(name) }
    let taken = type.withoutSpecifiers
    if taken.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return .takesUnwrapped(name) }
    let value = taken.optionalWrapped ?? taken
    return value.isResult ? nil : .noResultType(value.trimmedDescription)
  }
}

extension TypeSyntax {
  /// Whether the type is an optional in any spelling.
  fileprivate var isOptional: Bool {
    optionalWrapped != nil || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || trimmedDescription.hasPrefix("Optional<")
  }

  /// Whether a function with this result type never returns.
  fileprivate var isNever: Bool { ["Never", "Swift.Never"].contains(trimmedDescription) }

  /// Whether the type alone can identify a value.
  fileprivate var isResult: Bool {
    if isVoid || isNever { return false }
    switch withoutSpecifiers.kind {
    case .functionType: return false
    case .tupleType:
      let elements = withoutSpecifiers.as(TupleTypeSyntax.self)?.elements
      guard let only = elements?.first, elements?.count == 1 else { return false }
      return only.type.isResult
    default: return true
    }
  }
}

/// The isolation of a function, as far as an expansion can know it.
enum FunctionIsolation {
  /// The function is synchronous, on the main actor or none. Its type decides in the expansion.
  case toldByType
  /// The function is asynchronous or on another actor: called with `await` from the background.
  case background

  init(_ function: FunctionDeclSyntax, in module: ModuleDeclaration? = nil) {
    self = function.isAsync || Self.isOnOtherActor(function, in: module) ? .background : .toldByType
  }

  /// Returns whether a function belongs to an actor other than the main one.
  static func isOnOtherActor(_ function: FunctionDeclSyntax, in module: ModuleDeclaration?) -> Bool
  {
    isOnOtherActor(
      function, inActor: module?.isActor ?? false,
      typeAttributes: module?.attributes ?? AttributeListSyntax([]))
  }

  /// Returns whether the source puts a function on the main actor.
  static func isOnMainActor(_ function: FunctionDeclSyntax, in module: ModuleDeclaration?) -> Bool {
    guard !function.modifiers.isNonisolated, !isOnOtherActor(function, in: module) else {
      return false
    }
    return [function.attributes, module?.attributes].contains { $0?.globalActors.isEmpty == false }
  }

  /// Returns the actor of a member or function, as an argument of `MacroSupport.run`; nil if it has
  /// none.
  ///
  /// A superclass, a protocol, the target's default, or an attribute whose name the macro doesn't
  /// know may put the member on an actor. The expansion then asks the compiler.
  ///
  /// - Parameters:
  ///   - member: The function or variable.
  ///   - module: The module with the member; nil at file scope.
  ///   - seen: The actor that the compiler finds, as an expression.
  static func actor(
    of member: some WithAttributesSyntax & WithModifiersSyntax, in module: ModuleDeclaration?,
    seen: String
  ) -> String? {
    if member.modifiers.isNonisolated { return nil }
    if let own = member.attributes.globalActors.first { return "on: \(own.sharedActor)" }
    guard let module else { return "on: \(seen)" }
    if module.isActor {
      return member.attributes.mayNameActor ? "on: \(seen) ?? module" : "on: module"
    }
    if member.attributes.mayNameActor || module.mayInheritActor { return "on: \(seen)" }
    return module.attributes.globalActors.first.map { "on: \($0.sharedActor)" }
  }

  static func isOnOtherActor(
    _ function: FunctionDeclSyntax, inActor: Bool, typeAttributes: AttributeListSyntax
  ) -> Bool {
    if function.modifiers.isNonisolated { return false }
    if !function.attributes.globalActors.isEmpty { return function.attributes.hasCustomActor }
    return inActor || typeAttributes.hasCustomActor
  }
}

extension AttributeSyntax {
  /// The shared instance of the global actor that the attribute names, as an expression.
  fileprivate var sharedActor: String {
    isOnMainActor ? "Swift.MainActor.shared" : "\(attributeName.trimmed).shared"
  }
}

/// The names of the closure parameters around the call of a function.
///
/// A parameter shadows everything with its name: the function itself at file scope, or a name in a
/// default value or in an argument of the marker. The parameter gets leading underscores then.
struct ClosureNames {
  /// The name of the builder that registers a free function.
  let function: String
  let event: String
  let route: String
  let call: String
  let context: String
  let token: String

  init(_ declaration: FunctionDeclSyntax) {
    let used = declaration.usedNames
    func free(_ name: String) -> String { used.contains(name) ? free("_" + name) : name }
    function = free("function")
    event = free("event")
    route = free("route")
    call = free("call")
    context = free("context")
    token = free("token")
  }
}

extension FunctionDeclSyntax {
  var closureNames: ClosureNames { ClosureNames(self) }

  /// The function's name, and all names in its attributes and its signature.
  fileprivate var usedNames: Set<String> {
    let nodes = [Syntax(attributes), Syntax(signature)]
    let tokens = nodes.flatMap { $0.tokens(viewMode: .sourceAccurate) }.filter {
      $0.parent?.kind == .declReferenceExpr || $0.parent?.kind == .identifierType
    }
    return Set([name.plainName] + tokens.map(\.plainName))
  }
}
