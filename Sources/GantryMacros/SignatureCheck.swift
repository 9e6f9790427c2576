// SPDX-License-Identifier: Apache-2.0

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

/// The position of a marker, and whether the marker has an effect there.
enum Placement {
  case fileScope
  case module(any DeclGroupSyntax)
  case otherType(String)
  case `extension`
  case function

  init(_ context: some MacroExpansionContext) {
    guard let surrounding = context.lexicalContext.first else {
      self = .fileScope
      return
    }
    if surrounding.is(ExtensionDeclSyntax.self) {
      self = .extension
    } else if let type = surrounding.asProtocol((any DeclGroupSyntax).self) {
      let name = type.asProtocol((any NamedDeclSyntax).self)?.name.plainName ?? ""
      self = type.attributes.first(named: "Module") == nil ? .otherType(name) : .module(type)
    } else {
      self = .function
    }
  }

  /// Reports a marker of functions that is neither in a module nor at file scope.
  ///
  /// - Returns: Whether the marked function is called.
  func isCalled(
    _ marker: Marker, _ attribute: AttributeSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    switch self {
    case .fileScope: true
    case .function: context.refuse(attribute, .inFunction(marker))
    default: Self.isMember(marker, attribute, in: context)
    }
  }

  /// Reports a marker of members outside of a module.
  ///
  /// - Returns: Whether the marker is in a module.
  static func isMember(
    _ marker: Marker, _ attribute: AttributeSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    switch Placement(context) {
    case .module: true
    case .fileScope: context.refuse(attribute, .outsideModule(marker))
    case .extension: context.refuse(attribute, .inExtension(marker))
    case .otherType(let name): context.refuse(attribute, .notInModule(marker, name))
    case .function: context.refuse(attribute, .outsideModule(marker))
    }
  }
}
