// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax

/// A variable or parameterless function that is marked `@Provides` and has a written type.
struct ProvidedMember {
  let name: TokenSyntax
  let type: TypeSyntax
  private let isFunction: Bool
  private let isAsync: Bool
  private let isThrowing: Bool

  init?(_ member: DeclSyntax) {
    if let function = member.as(FunctionDeclSyntax.self) {
      guard function.isPlain, function.parameters.isEmpty, let type = function.answerType else {
        return nil
      }
      name = function.name
      self.type = type
      isFunction = true
      isAsync = function.isAsync
      isThrowing = function.isThrowing
    } else if let variable = member.as(VariableDeclSyntax.self) {
      guard variable.modifiers.first(.static, .class) == nil, let binding = variable.onlyBinding,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
        let type = binding.typeAnnotation?.type
      else { return nil }
      self.name = name
      self.type = type
      isFunction = false
      let effects = binding.getter?.effectSpecifiers
      isAsync = effects?.asyncSpecifier != nil
      isThrowing = effects?.throwsClause != nil
    } else {
      return nil
    }
    if type.isOpaque { return nil }
  }

  /// The expression that reads the service.
  func call(on base: String) -> CallText {
    CallText(
      call: "\(base).\(name.text)\(isFunction ? "()" : "")", isAsync: isAsync,
      isThrowing: isThrowing)
  }
}

extension PatternBindingSyntax {
  /// The getter, where it is written with `get`.
  var getter: AccessorDeclSyntax? {
    guard case .accessors(let list) = accessorBlock?.accessors else { return nil }
    return list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
  }
}
