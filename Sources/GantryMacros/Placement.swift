// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

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
