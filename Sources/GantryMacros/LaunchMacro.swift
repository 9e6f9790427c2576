// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

/// Marks a launch task of a module, or makes the record of one at file scope.
struct LaunchMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let placement = Placement(context)
    guard placement.isCalled(.launch, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .launch, attribute: node, context: context)
    check.checkNames()
    guard let function = check.function(declaration) else { return [] }
    let fault = function.launchFault
    if let fault { context.refuse(fault.node, fault.message, fixIts: fault.fixIts) }
    if case .fileScope = placement {
      return fault == nil ? FreeFunctionWriter(function, node, in: context).task() : []
    }
    // In backticks it is a name like any other, but not that of a task of its own.
    if function.name.plainName == "init" { context.refuse(function.name, .taskNamedInit()) }
    if let name = node.labeledArguments.first(where: { $0.label?.text == "name" }) {
      context.refuse(name, .namedMethod(function.name.plainName))
    }
    return MarkerArguments(.launch, node, of: declaration)?.members(in: context) ?? []
  }
}
