// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The checks that a marked declaration must pass by itself.
///
/// The marker's own macro reports faults, at its line; `@Module` leaves such members out.
struct SignatureCheck {
  let marker: Marker
  let attribute: AttributeSyntax
  let context: any MacroExpansionContext

  /// A function that can be called without choosing types; nil, and reported, for all else.
  func function(_ declaration: some DeclSyntaxProtocol) -> FunctionDeclSyntax? {
    guard let function = declaration.as(FunctionDeclSyntax.self) else {
      context.refuse(attribute, .notAFunction(marker))
      return nil
    }
    guard hasInstance(function.modifiers) else { return nil }
    if let generics = function.genericParameterClause {
      context.refuse(generics, .generic(marker))
      return nil
    }
    if let parameter = function.parameters.first(where: { $0.type.isOpaque }) {
      context.refuse(parameter.type, .generic(marker))
      return nil
    }
    return function
  }

  /// Whether a member belongs to instances.
  func hasInstance(_ modifiers: DeclModifierListSyntax) -> Bool {
    guard let modifier = modifiers.first(.static, .class, .mutating) else { return true }
    let name = modifier.name.text
    let remaining = modifiers.filter { $0.id != modifier.id }
    return context.refuse(
      modifier, .unsupportedModifier(marker, name),
      fixIts: [Edit.exchange(modifiers, with: remaining, "remove '\(name)'")])
  }

  /// Reports names in the arguments that cannot be names.
  func checkNames() { Self.checkNames(of: attribute, in: context) }

  static func checkNames(of attribute: AttributeSyntax, in context: some MacroExpansionContext) {
    let labels = ["name", "requires", "wants", "after", "before", "requiredBy", "wantedBy"]
    for argument in OptionList(attribute).arguments where labels.contains(argument.label ?? "") {
      guard let name = argument.value.literalText else { continue }
      guard name.isEmpty || name.contains(where: \.isWhitespace) else { continue }
      context.refuse(argument.original, .badName(name))
    }
  }
}
