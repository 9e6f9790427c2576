// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

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
      hasEvent(function, in: context), canAnswer(function, at: placement, in: context)
    else { return [] }
    guard case .fileScope = placement else {
      return MarkerArguments(.on, node, of: declaration)?.members(in: context) ?? []
    }
    return FreeFunctionWriter(function, node, in: context).handler()
  }

  private static func hasEvent(
    _ function: FunctionDeclSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    guard let event = function.parameters.first, !event.type.isModuleContext else {
      return context.refuse(function.signature.parameterClause, .noEvent())
    }
    if event.type.isInout { return context.refuse(event.type, .eventOwnership()) }
    guard event.isEvent else {
      return context.refuse(
        event.type, .eventType(event.type.trimmedDescription + (event.ellipsis?.text ?? "")))
    }
    guard function.eventParameter != nil else {
      return context.refuse(function.signature.parameterClause, .tooManyParameters())
    }
    return true
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
