// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax

/// The macros that mark a member of a module or a free function.
enum Marker: String, CaseIterable {
  case launch = "Launch"
  case on = "On"
  case run = "Run"
  case shutdown = "Shutdown"
  case provides = "Provides"
  case inject = "Inject"
  case route = "Route"

  /// The marker with its article, as a message begins.
  var phrase: String {
    switch self {
    case .on, .inject: "an @\(rawValue)"
    default: "a @\(rawValue)"
    }
  }

  /// The marker that an attribute names; nil for any other attribute.
  init?(_ attribute: AttributeSyntax) {
    self.init(rawValue: attribute.baseName)
  }
}

extension AttributeSyntax {
  /// The attribute's name without a module in front of it.
  var baseName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? ""
  }

  /// The arguments as written; empty where there are none.
  var labeledArguments: [LabeledExprSyntax] {
    guard case .argumentList(let list) = arguments else { return [] }
    return Array(list)
  }
}

extension AttributeListSyntax {
  /// All attributes of the list, except those inside `#if`.
  var plain: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }

  /// The first attribute with this name.
  func first(named name: String) -> AttributeSyntax? { plain.first { $0.baseName == name } }

  /// The attributes that put a declaration on a global actor.
  var globalActors: [AttributeSyntax] { plain.filter { $0.baseName.hasSuffix("Actor") } }

  /// Whether an attribute names a global actor other than the main one.
  var hasCustomActor: Bool { globalActors.contains { $0.baseName != "MainActor" } }
}

extension DeclModifierListSyntax {
  /// The first modifier with one of these keywords, without a detail such as `private(set)`.
  func first(_ keywords: Keyword...) -> DeclModifierSyntax? {
    first { modifier in
      modifier.detail == nil
        && keywords.contains { modifier.name.tokenKind == .keyword($0) }
    }
  }
}

extension TokenSyntax {
  /// The identifier without backticks, as a person would say it.
  var plainName: String { text.filter { $0 != "`" } }
}
