// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

/// Marks a route's handler; `@Module` makes something of it, this checks what is marked.
struct RouteMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard Placement.isMember(.route, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .route, attribute: node, context: context)
    guard let function = check.function(declaration) else { return [] }
    if let answer = function.answerType?.firstOpaque {
      context.refuse(answer, .routeOpaque())
      return []
    }
    do throws(RouteRefusal) {
      _ = try RouteFunction(function, node)
    } catch {
      context.refuse(error.node, error.message)
    }
    return []
  }
}
