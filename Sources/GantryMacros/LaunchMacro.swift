// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Marks a launch task; `@Module` makes something of it, this checks what is marked.
struct LaunchMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if case .fileScope = Placement(context), declaration.is(FunctionDeclSyntax.self) {
      context.refuse(
        node, .launchOnFreeFunction(), fixIts: [node.renamed(to: .launchTask)])
      return []
    }
    guard Placement.isMember(.launch, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .launch, attribute: node, context: context)
    check.checkNames()
    guard let function = check.function(declaration) else { return [] }
    // In backticks it is a name like any other, but not that of a task of its own.
    if function.name.plainName == "init" { context.refuse(function.name, .taskNamedInit()) }
    if let fault = function.launchFault(.launch) {
      context.refuse(fault.node, fault.message, fixIts: fault.fixIts)
    }
    return MarkerArguments(.launch, node, of: declaration)?.members(in: context) ?? []
  }
}

extension AttributeSyntax {
  /// Offers another marker in place of this one.
  func renamed(to marker: Marker) -> FixIt {
    var renamed = self
    renamed.attributeName = "\(raw: marker.rawValue)"
    renamed.attributeName.trailingTrivia = attributeName.trailingTrivia
    if marker == .launchTask, var arguments = labeledArguments.first, arguments.label == nil {
      arguments.label = .identifier("stage")
      arguments.colon = .colonToken(trailingTrivia: .space)
      renamed.arguments = .argumentList(
        LabeledExprListSyntax([arguments] + labeledArguments.dropFirst()))
    }
    if marker == .launch, var arguments = labeledArguments.first,
      arguments.label?.text == "stage"
    {
      arguments.label = nil
      arguments.colon = nil
      renamed.arguments = .argumentList(
        LabeledExprListSyntax([arguments] + labeledArguments.dropFirst()))
    }
    return Edit.replace(self, with: renamed, "use @\(marker.rawValue)")
  }
}
