// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A variable or parameterless function that is marked `@Provides` and has a written type.
struct ProvidedMember {
  let name: TokenSyntax
  let type: TypeSyntax
  /// Whether the member is told to belong to no actor, where the target's default does not matter.
  private let isNonisolated: Bool
  private let hasActor: Bool
  private let isFunction: Bool
  private let isAsync: Bool
  private let isThrowing: Bool
  private let isShort: Bool

  init?(_ member: DeclSyntax) {
    isShort = member.isShort
    if let function = member.as(FunctionDeclSyntax.self) {
      guard function.isPlain, function.parameters.isEmpty, let type = function.answerType else {
        return nil
      }
      name = function.name
      isNonisolated = function.isNonisolated
      hasActor = !function.attributes.globalActors.isEmpty
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
      isNonisolated = variable.modifiers.contains { $0.name.tokenKind == .keyword(.nonisolated) }
      hasActor = !variable.attributes.globalActors.isEmpty
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

  /// Whether the member can be read synchronously from any thread.
  func isReadAnywhere(in module: ModuleDeclaration) -> Bool {
    !isThrowing && isMadeAnywhere(in: module)
  }

  /// Whether the member can be called synchronously from any thread; it may throw.
  func isMadeAnywhere(in module: ModuleDeclaration) -> Bool {
    guard !isAsync else { return false }
    return isNonisolated
      || !(module.isActor || hasActor || !module.attributes.globalActors.isEmpty)
  }

  /// The expression that reads the service.
  func call(on base: String) -> CallText {
    CallText(
      call: "\(base).\(name.text)\(isFunction ? "()" : "")", isAsync: isAsync,
      isThrowing: isThrowing, isOnOneLine: isShort)
  }
}

extension PatternBindingSyntax {
  /// The getter, where it is written with `get`.
  var getter: AccessorDeclSyntax? {
    guard case .accessors(let list) = accessorBlock?.accessors else { return nil }
    return list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
  }
}

extension AttributeSyntax {
  /// The key of the shared value that a `@Provides` names; nil where it provides a service.
  var valueKey: KeyPathExprSyntax? {
    guard let first = labeledArguments.first, first.label == nil else { return nil }
    return first.expression.as(KeyPathExprSyntax.self)
  }

  /// The qualifier that distinguishes services of one type, as it is written; nil without one.
  var serviceQualifier: String? {
    guard let first = labeledArguments.first, first.label == nil, valueKey == nil else {
      return nil
    }
    return first.expression.trimmedDescription
  }
}
