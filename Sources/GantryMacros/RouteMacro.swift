// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

/// Marks a route's handler in a module, or makes the record of one at file scope.
struct RouteMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let placement = Placement(context)
    guard placement.isCalled(.route, node, in: context) else { return [] }
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
      return []
    }
    guard case .fileScope = placement else {
      return MarkerArguments(.route, node, of: declaration)?.members(in: context) ?? []
    }
    return FreeFunctionWriter(function, node, in: context).route()
  }
}
