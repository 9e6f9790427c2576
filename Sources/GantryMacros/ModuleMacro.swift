// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

/// Makes a module of a class or an actor.
struct ModuleMacro {
  /// The text is written as it is to be read: formatting it takes a third of a module's compile time.
  static var formatMode: FormatMode { .disabled }
}

extension ModuleMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let module = ModuleDeclaration(node, on: declaration, in: context) else {
      ModuleCheck.refuseKind(of: declaration, node, in: context)
      return []
    }
    let check = ModuleCheck(module, in: context)
    guard check.isAcceptable(reporting: true) else { return [] }
    check.checkMembers()
    return ModuleMemberWriter(module, in: context).members()
  }
}

extension ModuleMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty, let module = ModuleDeclaration(node, on: declaration, in: context),
      ModuleCheck(module, in: context).isAcceptable(reporting: false)
    else { return [] }
    let availability = module.attributes.plain.filter { $0.baseName == "available" }
      .map { "\($0.trimmed)\n" }.joined()
    let text = DeclSyntax(text: "\(availability)extension \(type.trimmed): Gantry.Module {}")
    return text.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}
