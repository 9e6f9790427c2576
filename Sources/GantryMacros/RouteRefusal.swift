// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax

/// A fault of a route, and its node.
struct RouteRefusal: Error {
  let node: Syntax
  let message: MacroDiagnostic

  init(_ node: some SyntaxProtocol, _ message: MacroDiagnostic) {
    self.node = Syntax(node)
    self.message = message
  }
}
