// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftDiagnostics
import SwiftSyntax

/// A fix that the compiler can offer for a refusal.
struct Edit: FixItMessage {
  let message: String
  let fixItID: MessageID

  private init(_ id: String, _ message: String) {
    fixItID = MessageID(domain: "Gantry", id: id)
    self.message = message
  }

  /// Replaces a node, keeping the space around it.
  static func replace<Node: SyntaxProtocol>(_ old: Node, with new: Node, _ text: String) -> FixIt {
    let placed = new.with(\.leadingTrivia, old.leadingTrivia)
      .with(\.trailingTrivia, old.trailingTrivia)
    return FixIt(
      message: Edit("replace", text),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(placed))])
  }

  /// Replaces a node as it is, with the space that the new one brings.
  static func exchange(
    _ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ text: String
  ) -> FixIt {
    FixIt(
      message: Edit("replace", text),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// Removes a node with the space after it.
  static func remove(_ old: some SyntaxProtocol, _ text: String) -> FixIt {
    exchange(old, with: TokenSyntax.identifier("", leadingTrivia: old.leadingTrivia), text)
  }
}
