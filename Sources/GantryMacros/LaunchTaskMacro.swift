// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

/// Makes the record of a free function that is a launch task.
struct LaunchTaskMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    switch Placement(context) {
    case .fileScope: break
    case .function:
      context.refuse(node, .inFunction(.launchTask))
      return []
    default:
      context.refuse(node, .launchTaskOnMethod(), fixIts: [node.renamed(to: .launch)])
      return []
    }
    let check = SignatureCheck(marker: .launchTask, attribute: node, context: context)
    check.checkNames()
    guard let function = check.function(declaration) else { return [] }
    if let fault = function.launchFault(.launchTask) {
      context.refuse(fault.node, fault.message, fixIts: fault.fixIts)
      return []
    }
    return FreeFunctionWriter(function, node, in: context).task()
  }
}
