// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Marks long-running work of a module, and checks the marked member.
struct RunMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard Placement.isMember(.run, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .run, attribute: node, context: context)
    if declaration.is(FunctionDeclSyntax.self) {
      guard let function = check.function(declaration) else { return [] }
      report(function, in: context)
    } else if let variable = declaration.as(VariableDeclSyntax.self) {
      guard check.hasInstance(variable.modifiers) else { return [] }
      if RunMember(DeclSyntax(variable)) == nil { context.refuse(node, .runsNothing()) }
    } else {
      context.refuse(node, .runsNothing())
    }
    return MarkerArguments(.run, node, of: declaration)?.members(in: context) ?? []
  }

  /// Reports the first mistake of a function.
  private static func report(
    _ function: FunctionDeclSyntax, in context: some MacroExpansionContext
  ) {
    if !function.takesOnlyContext {
      context.refuse(function.signature.parameterClause, .runParameters())
    } else if !function.isAsync {
      context.refuse(function.name, .runsAtOnce(function.name.plainName))
    } else if let type = function.answerType {
      context.refuse(type, .runResult(function.name.plainName))
    }
  }
}

/// A member with long-running work: an asynchronous function, or a variable whose `run()` is
/// asynchronous.
struct RunMember {
  let name: TokenSyntax
  let takesContext: Bool
  /// Nil for a variable.
  private let function: FunctionDeclSyntax?

  /// Reads a member; nil if it can't be long-running work.
  init?(_ member: DeclSyntax) {
    if let function = member.as(FunctionDeclSyntax.self) {
      guard function.isPlain, function.takesOnlyContext, function.isAsync,
        function.answerType == nil
      else { return nil }
      name = function.name
      takesContext = function.contextParameter != nil
      self.function = function
    } else if let variable = member.as(VariableDeclSyntax.self)?.typedMember {
      name = variable.name
      takesContext = false
      function = nil
    } else {
      return nil
    }
  }

  /// Returns the call of the work in an asynchronous body.
  ///
  /// - Parameters:
  ///   - base: The expression of the module.
  ///   - actor: The actor of a function, as an argument of `MacroSupport.run`.
  func call(on base: String, actor: (FunctionDeclSyntax) -> String?) -> String {
    guard let function else {
      return "try await Gantry.MacroSupport.value(\(base).\(name.text)).run()"
    }
    var call = function.callText(["context"], on: base)
    call.actor = actor(function)
    return call.awaited
  }
}
