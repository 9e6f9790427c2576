// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

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
