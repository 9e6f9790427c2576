// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

/// Marks the function that ends a module; this checks the marked function.
struct ShutdownMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard Placement.isMember(.shutdown, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .shutdown, attribute: node, context: context)
    guard let function = check.function(declaration) else { return [] }
    if !function.takesOnlyContext {
      context.refuse(function.signature.parameterClause, .shutdownParameters())
    }
    return MarkerArguments(.shutdown, node, of: declaration)?.members(in: context) ?? []
  }
}
