// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax

/// A stored `let` that is marked `@Inject` and can be assigned by an initializer.
struct InjectedProperty {
  let name: TokenSyntax
  let type: TypeSyntax
  /// The arguments of `inject` in a module and in its context.
  var arguments: String {
    [type.metatype, qualifier].compactMap(\.self).joined(separator: ", ")
  }
  private let qualifier: String?

  init?(_ member: DeclSyntax) {
    guard let variable = member.as(VariableDeclSyntax.self), variable.isLet,
      variable.modifiers.first(.static, .class) == nil, let binding = variable.onlyBinding,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let type = binding.typeAnnotation?.type, binding.initializer == nil,
      binding.accessorBlock == nil
    else { return nil }
    self.name = name
    self.type = type
    qualifier =
      member.attribute(of: .inject)?.labeledArguments.first?.expression
      .trimmedDescription
  }

  /// The assignment in the generated initializer.
  var assignment: String { "self.\(name.text) = try context.inject(\(arguments))" }
}

extension VariableDeclSyntax {
  var isLet: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// The binding, where there is just one.
  var onlyBinding: PatternBindingSyntax? { bindings.count == 1 ? bindings.first : nil }
}
