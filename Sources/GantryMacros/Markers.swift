// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Marks a launch task of a module, or makes the record of one at file scope.
struct LaunchMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let placement = Placement(context)
    guard placement.isCalled(.launch, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .launch, attribute: node, context: context)
    check.checkNames()
    guard let function = check.function(declaration) else { return [] }
    let fault = function.launchFault
    if let fault { context.refuse(fault.node, fault.message, fixIts: fault.fixIts) }
    if case .fileScope = placement {
      return fault == nil ? FreeFunctionWriter(function, node, in: context).task() : []
    }
    // In backticks it is a name like any other, but not that of a task of its own.
    if function.name.plainName == "init" { context.refuse(function.name, .taskNamedInit()) }
    if let name = node.labeledArguments.first(where: { $0.label?.text == "name" }) {
      context.refuse(name, .namedMethod(function.name.plainName))
    }
    return MarkerArguments(.launch, node, of: declaration)?.members(in: context) ?? []
  }
}

/// Marks an event handler of a module, or makes the record of one at file scope.
struct OnMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let placement = Placement(context)
    guard placement.isCalled(.on, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .on, attribute: node, context: context)
    guard let function = check.function(declaration),
      hasEvent(function, node, in: context), canAnswer(function, at: placement, in: context)
    else { return [] }
    guard case .fileScope = placement else {
      return MarkerArguments(.on, node, of: declaration)?.members(in: context) ?? []
    }
    return FreeFunctionWriter(function, node, in: context).handler()
  }

  private static func hasEvent(
    _ function: FunctionDeclSyntax, _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> Bool {
    guard let event = function.parameters.first, !event.type.isModuleContext else {
      return context.refuse(function.signature.parameterClause, .noEvent())
    }
    if event.type.isInout { return context.refuse(event.type, .eventOwnership()) }
    guard event.isEvent else { return refuse(event, attribute, in: context) }
    guard function.eventParameter != nil else {
      return context.refuse(function.signature.parameterClause, .tooManyParameters())
    }
    return true
  }

  /// Reports a parameter that cannot be an event.
  private static func refuse(
    _ event: FunctionParameterSyntax, _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> Bool {
    let type = event.type.withoutSpecifiers
    let text = type.description + (event.ellipsis?.text ?? "")
    if attribute.labeledArguments.contains(where: { $0.label?.text == "named" }) {
      return context.refuse(event.type, .namedEvent(text))
    }
    if let wrapped = type.optionalWrapped, wrapped.isNamed, !wrapped.isStandard {
      return context.refuse(
        event.type, .eventOptional(text, wrapped.trimmedDescription),
        fixIts: [Edit.replace(event.type, with: wrapped, "remove '?'")])
    }
    let isValue = event.ellipsis == nil && !type.is(SomeOrAnyTypeSyntax.self)
    return context.refuse(event.type, isValue ? .eventValue(text) : .eventType(text))
  }

  private static func canAnswer(
    _ function: FunctionDeclSyntax, at placement: Placement,
    in context: some MacroExpansionContext
  ) -> Bool {
    guard let answer = function.answerType else { return true }
    if function.isAsync { return context.refuse(answer, .asyncAnswer()) }
    var type: (any DeclGroupSyntax)?
    if case .module(let module) = placement { type = module }
    let isOnOtherActor = FunctionIsolation.isOnOtherActor(
      function, inActor: type?.is(ActorDeclSyntax.self) ?? false,
      typeAttributes: type?.attributes ?? AttributeListSyntax([]))
    guard isOnOtherActor else { return true }
    return context.refuse(answer, .isolatedAnswer(function.name.plainName))
  }
}

/// Marks the function that ends a module; this checks the marked function.
struct ShutdownMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard Placement.isMember(.shutdown, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .shutdown, attribute: node, context: context)
    guard let function = check.function(declaration) else { return [] }
    if !function.takesOnlyContext {
      context.refuse(function.signature.parameterClause, .shutdownParameters())
    }
    return MarkerArguments(.shutdown, node, of: declaration)?.members(in: context) ?? []
  }
}

/// Marks a route's handler in a module, or makes the record of one at file scope.
struct RouteMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let placement = Placement(context)
    guard placement.isCalled(.route, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .route, attribute: node, context: context)
    guard let function = check.function(declaration) else { return [] }
    if let answer = function.answerType?.firstOpaque {
      context.refuse(answer, .routeOpaque())
      return []
    }
    do throws(RouteRefusal) {
      _ = try RouteFunction(function, node)
    } catch {
      context.refuse(error.node, error.message)
      return []
    }
    guard case .fileScope = placement else {
      return MarkerArguments(.route, node, of: declaration)?.members(in: context) ?? []
    }
    return FreeFunctionWriter(function, node, in: context).route()
  }
}

/// Marks a service that a module offers; this checks the marked member.
struct ProvidesMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard Placement.isMember(.provides, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .provides, attribute: node, context: context)
    let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
    guard check.hasInstance(modifiers ?? []) else { return [] }
    if let opaque = writtenType(of: declaration)?.firstOpaque {
      var named = opaque
      named.someOrAnySpecifier.tokenKind = .keyword(.any)
      context.refuse(
        opaque, .providesOpaque(),
        fixIts: [Edit.replace(opaque, with: named, "replace 'some' with 'any'")])
    } else if ProvidedMember(DeclSyntax(declaration)) == nil {
      context.refuse(node, .providesNothing())
    } else if node.valueKey == nil, let type = writtenType(of: declaration),
      let wrapped = type.optionalWrapped
    {
      context.refuse(
        type, .providesOptional(type.trimmedDescription, wrapped.trimmedDescription),
        fixIts: [Edit.replace(type, with: wrapped, "remove '?'")])
    }
    return MarkerArguments(.provides, node, of: declaration)?.members(in: context) ?? []
  }

  private static func writtenType(of declaration: some DeclSyntaxProtocol) -> TypeSyntax? {
    if let function = declaration.as(FunctionDeclSyntax.self) { return function.answerType }
    return declaration.as(VariableDeclSyntax.self)?.onlyBinding?.typeAnnotation?.type
  }
}
