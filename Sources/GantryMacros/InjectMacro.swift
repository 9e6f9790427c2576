// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Marks a service that a module needs; this checks the marked property.
struct InjectMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard Placement.isMember(.inject, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .inject, attribute: node, context: context)
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let binding = variable.onlyBinding, binding.pattern.is(IdentifierPatternSyntax.self)
    else {
      context.refuse(node, .injectNotAProperty())
      return []
    }
    guard check.hasInstance(variable.modifiers) else { return [] }
    if let type = binding.typeAnnotation?.type,
      let name = type.wrappedBuiltIn ?? (node.labeledArguments.isEmpty ? nil : type.builtIn)
    {
      context.refuse(type, .injectBuiltIn(name))
      return []
    }
    checkProperty(variable, binding, in: context)
    return MarkerArguments(.inject, node, of: declaration)?.members(in: context) ?? []
  }

  private static func checkProperty(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax,
    in context: some MacroExpansionContext
  ) {
    if let accessors = binding.accessorBlock {
      context.refuse(accessors, .injectComputed())
    } else if binding.typeAnnotation == nil {
      context.refuse(binding.pattern, .injectUntyped())
    } else if let type = binding.typeAnnotation?.type, let wrapped = type.needlesslyOptional {
      context.refuse(
        type, .injectNeedlesslyOptional(wrapped.trimmedDescription),
        fixIts: [Edit.replace(type, with: wrapped, "remove '?'")])
    } else if let value = binding.initializer {
      var bare = binding
      bare.initializer = nil
      bare.typeAnnotation?.trailingTrivia = []
      context.refuse(
        value, .injectInitialized(),
        fixIts: [Edit.exchange(binding, with: bare, "remove the value")])
    } else if !variable.isLet {
      let constant = TokenSyntax.keyword(.let)
      context.refuse(
        variable.bindingSpecifier, .injectVariable(),
        fixIts: [
          Edit.replace(variable.bindingSpecifier, with: constant, "replace 'var' with 'let'")
        ])
    }
  }
}

/// A stored `let` that is marked `@Inject` and can be assigned by an initializer.
struct InjectedProperty {
  let name: TokenSyntax
  let type: TypeSyntax
  private let marked: MarkerArguments?

  init?(_ member: DeclSyntax) {
    guard let variable = member.as(VariableDeclSyntax.self), variable.isLet,
      variable.modifiers.first(.static, .class) == nil, let binding = variable.onlyBinding,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let type = binding.typeAnnotation?.type, binding.initializer == nil,
      binding.accessorBlock == nil
    else { return nil }
    self.name = name
    self.type = type
    marked = member.attribute(of: .inject).flatMap { MarkerArguments(.inject, $0, of: member) }
  }

  /// The arguments of `inject` in a module and in its context.
  func arguments(in module: ModuleDeclaration) -> String {
    let qualifier = marked?.expression("Gantry.ServiceQualifier?", in: module)
    return [type.metatype, qualifier].compactMap(\.self).joined(separator: ", ")
  }

  /// The assignment in the generated initializer.
  func assignment(in module: ModuleDeclaration) -> String {
    "self.\(name.text) = try context.inject(\(arguments(in: module)))"
  }
}

extension VariableDeclSyntax {
  var isLet: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// The binding, where there is just one.
  var onlyBinding: PatternBindingSyntax? { bindings.count == 1 ? bindings.first : nil }
}
