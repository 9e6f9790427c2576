// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// The source location of a node, as the text of an expression: `"Orders/OrdersModule.swift:12"`.
  func locationText(of node: some SyntaxProtocol) -> String {
    guard let place = location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID) else {
      return "\"\""
    }
    let line = place.line.trimmedDescription
    if let file = place.file.literalText { return "\"\(file):\(line)\"" }
    return "\"\\(\(place.file.trimmedDescription)):\\(\(line))\""
  }

  /// A statement whose errors the compiler shows at the line of a node, up to `#sourceLocation()`.
  func placed(_ statement: String, at node: some SyntaxProtocol) -> String {
    guard let place = location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath),
      place.file.literalText != nil
    else { return statement }
    return """
      #sourceLocation(file: \(place.file.trimmedDescription), line: \(place.line.trimmedDescription))
      \(statement)
      """
  }
}

extension String {
  /// The text with every line moved to the right.
  func indented(by spaces: Int = 2) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : String(repeating: " ", count: spaces) + $0 }
      .joined(separator: "\n")
  }
}

extension DeclSyntax {
  /// A declaration from source text.
  init(text: String) { self = "\(raw: text)" }
}
