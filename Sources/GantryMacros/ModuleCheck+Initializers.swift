// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftDiagnostics
import SwiftSyntax

extension ModuleCheck {
  /// The first thing that keeps the author's `init(context:)` from creating the module.
  func initializerFault() -> Diagnostic? {
    let all = module.initializers
    // Others that begin with a context are the author's own affair, beside the one that counts.
    let plain = all.filter { $0.signature.parameterClause.parameters.count == 1 }
    if plain.isEmpty, let first = all.first {
      return Diagnostic(
        node: first.signature.parameterClause, message: MacroDiagnostic.initializerParameters())
    }
    return plain.lazy.compactMap { fault(of: $0) }.first
  }

  private func fault(of initializer: InitializerDeclSyntax) -> Diagnostic? {
    if let mark = initializer.optionalMark {
      return Diagnostic(node: mark, message: MacroDiagnostic.failableInitializer())
    }
    if let generics = initializer.genericParameterClause {
      return Diagnostic(node: generics, message: MacroDiagnostic.genericInitializer())
    }
    if let opaque = initializer.signature.parameterClause.parameters.first?.type.firstOpaque {
      return Diagnostic(node: opaque, message: MacroDiagnostic.genericInitializer())
    }
    guard let modifier = hidingModifier(of: initializer) else { return nil }
    let name = modifier.name.text
    return Diagnostic(
      node: modifier, message: MacroDiagnostic.hiddenInitializer(name),
      fixIts: [Edit.remove(modifier, "remove '\(name)'")])
  }

  /// The modifier that hides an initializer from code that sees the type.
  private func hidingModifier(of initializer: InitializerDeclSyntax) -> DeclModifierSyntax? {
    let isTypeHidden = module.modifiers.first(.private, .fileprivate) != nil
    return isTypeHidden
      ? initializer.modifiers.first(.private) : initializer.modifiers.first(.private, .fileprivate)
  }
}
