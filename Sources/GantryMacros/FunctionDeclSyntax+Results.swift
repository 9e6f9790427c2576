// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftDiagnostics
import SwiftSyntax

/// The results that a launch task takes and returns.
extension FunctionDeclSyntax {
  /// The type of the result that other tasks may take; nil without one.
  private var resultType: TypeSyntax? { answerType.flatMap { $0.isNever ? nil : $0 } }

  /// The types of results that the task takes from others, in the order of its parameters.
  private var takenTypes: [TypeSyntax] {
    parameters.filter { !$0.type.isModuleContext && !$0.type.isLaunchToken }
      .map(\.type.withoutSpecifiers)
  }

  /// Whether the task says by a token that it has ended.
  var takesToken: Bool { parameters.contains { $0.type.isLaunchToken } }

  /// The parameters of a body of the task, behind the module where there is one.
  var taskParameters: String { (usesContext ? "context" : "_") + (takesToken ? ", token" : "") }

  /// Whether the task's body uses the context that it is given.
  var usesContext: Bool { !parameters.isEmpty || resultType != nil }

  /// The options for the task's results and inputs, for example `.taking(Database.self)`.
  var resultOptions: String {
    takenTypes.map { ".taking(\($0.metatype))" }.joined()
      + (resultType.map { ".returning(\($0.metatype))" } ?? "")
  }

  /// A call of the task in which every parameter but the context is another task's result.
  func taskCallText(on base: String?) -> CallText {
    let values = parameters.map { parameter in
      parameter.type.isModuleContext
        ? "context"
        : parameter.type.isLaunchToken
          ? "token" : "context.result(\(parameter.type.withoutSpecifiers.metatype))"
    }
    return CallText(
      call: call(on: base, values), isAsync: isAsync,
      isThrowing: isThrowing || !takenTypes.isEmpty,
      isResultDropped: answerType != nil, mayNotSuspend: takesToken && !isAsync,
      namesTypes: !resultOptions.isEmpty,
      result: resultType?.metatype)
  }

  /// The first thing that keeps the function from being a launch task; nil when nothing does.
  var launchFault: LaunchFault? {
    for parameter in parameters {
      if parameter.type.isModuleContext {
        guard parameter.id == parameters.last?.id else {
          return LaunchFault(parameter, .contextNotLast(.launch))
        }
      } else if parameter.type.isLaunchToken {
        let first = parameters.first { $0.type.isLaunchToken }
        guard parameter.id == first?.id else {
          return LaunchFault(
            parameter, .secondToken((parameter.secondName ?? parameter.firstName).plainName))
        }
      } else if let message = parameter.resultMessage {
        return LaunchFault(parameter, message)
      }
    }
    guard let type = resultType else { return nil }
    if let opaque = type.firstOpaque {
      var named = opaque
      named.someOrAnySpecifier.tokenKind = .keyword(.any)
      return LaunchFault(
        opaque, .returnsOpaque(.launch),
        [Edit.replace(opaque, with: named, "replace 'some' with 'any'")])
    }
    if type.isOptional { return LaunchFault(type, .returnsOptional(.launch)) }
    return type.isResult ? nil : LaunchFault(type, .noResultType(type.trimmedDescription))
  }

  /// Something that keeps a function from being a launch task.
  struct LaunchFault {
    let node: Syntax
    let message: MacroDiagnostic
    let fixIts: [FixIt]

    init(_ node: some SyntaxProtocol, _ message: MacroDiagnostic, _ fixIts: [FixIt] = []) {
      self.node = Syntax(node)
      self.message = message
      self.fixIts = fixIts
    }
  }
}

extension FunctionParameterSyntax {
  /// The reason why the parameter cannot be another task's result; nil when it can.
  fileprivate var resultMessage: MacroDiagnostic? {
    let name = (secondName ?? firstName).plainName
    if type.isInout { return .takesInout(name) }
    if ellipsis != nil { return .takesSeveral(name) }
    if defaultValue != nil { return .takesDefault(name) }
    let taken = type.withoutSpecifiers
    if taken.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return .takesUnwrapped(name) }
    let value = taken.optionalWrapped ?? taken
    return value.isResult ? nil : .noResultType(value.trimmedDescription)
  }
}

extension TypeSyntax {
  /// Whether the type is written as an optional, in any way.
  fileprivate var isOptional: Bool {
    optionalWrapped != nil || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || trimmedDescription.hasPrefix("Optional<")
  }

  /// Whether the type is that of a function which does not return.
  fileprivate var isNever: Bool { ["Never", "Swift.Never"].contains(trimmedDescription) }

  /// Whether a value of the type can be told from all others by its type.
  fileprivate var isResult: Bool {
    if isVoid || isNever { return false }
    switch withoutSpecifiers.kind {
    case .functionType: return false
    case .tupleType:
      let elements = withoutSpecifiers.as(TupleTypeSyntax.self)?.elements
      guard let only = elements?.first, elements?.count == 1 else { return false }
      return only.type.isResult
    default: return true
    }
  }
}
