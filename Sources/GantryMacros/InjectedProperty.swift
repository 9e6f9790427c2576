// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax

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
