// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Reports a misuse at its place.
  ///
  /// - Returns: False, so that a check can end with it.
  @discardableResult
  func refuse(
    _ node: some SyntaxProtocol, _ message: MacroDiagnostic, fixIts: [FixIt] = []
  ) -> Bool {
    diagnose(Diagnostic(node: Syntax(node), message: message, fixIts: fixIts))
    return false
  }
}
