// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax

extension FunctionDeclSyntax {
  var parameters: [FunctionParameterSyntax] { Array(signature.parameterClause.parameters) }

  var isAsync: Bool { signature.effectSpecifiers?.asyncSpecifier != nil }

  var isThrowing: Bool { signature.effectSpecifiers?.throwsClause != nil }

  /// The type of the function's result; nil without one.
  var answerType: TypeSyntax? {
    guard let type = signature.returnClause?.type, !type.isVoid else { return nil }
    return type
  }

  /// The parameter that takes the module's context.
  var contextParameter: FunctionParameterSyntax? {
    parameters.last.flatMap { $0.type.isModuleContext ? $0 : nil }
  }

  /// Whether the function takes no parameters but the module's context.
  var takesOnlyContext: Bool { parameters.count == (contextParameter == nil ? 0 : 1) }

  var isGeneric: Bool { genericParameterClause != nil || parameters.contains { $0.type.isOpaque } }

  var isNonisolated: Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(.nonisolated) }
  }

  /// The function's name with its labels, as it is written where it is not called.
  var reference: String {
    parameters.isEmpty
      ? name.text : name.text + "(" + parameters.map { $0.firstName.text + ":" }.joined() + ")"
  }

  /// A call with these values, in the order of the parameters.
  func call(on base: String?, _ values: [String]) -> String {
    let arguments = zip(parameters, values).map { parameter, value in
      parameter.firstName.tokenKind == .wildcard ? value : "\(parameter.firstName.text): \(value)"
    }
    let prefix = base.map { $0 + "." } ?? ""
    return "\(prefix)\(name.text)(\(arguments.joined(separator: ", ")))"
  }

  /// A call in the forms that the bodies of an expansion need; an answer is dropped or given.
  func callText(_ values: [String], on base: String?) -> CallText {
    CallText(
      call: call(on: base, values), isAsync: isAsync, isThrowing: isThrowing,
      isResultDropped: answerType != nil)
  }

  /// An empty function of the same isolation, whose type can be asked for without ambiguity.
  func probe(named name: String) -> String {
    let attributes = self.attributes.globalActors.map { "\($0.trimmed) " }.joined()
    let modifiers = isNonisolated ? "nonisolated " : ""
    return "\(attributes)private \(modifiers)static func \(name)() {}"
  }

  /// Whether the function can be called on a module: neither static nor generic.
  var isPlain: Bool {
    !isGeneric && modifiers.first(.static, .class, .mutating) == nil
  }

  /// Whether the function can be a launch task.
  var isLaunchable: Bool { isPlain && launchFault == nil }

  /// The parameter that names the event of a handler; nil where the function isn't a handler.
  var eventParameter: FunctionParameterSyntax? {
    guard isPlain, let event = parameters.first, event.isEvent else { return nil }
    switch parameters.count {
    case 1: return event
    case 2: return contextParameter == nil ? nil : event
    default: return nil
    }
  }
}

extension FunctionParameterSyntax {
  /// Whether the parameter can take an event: one value of a named type.
  var isEvent: Bool {
    type.isNamed && !type.isInout && !type.isModuleContext && ellipsis == nil
  }
}
