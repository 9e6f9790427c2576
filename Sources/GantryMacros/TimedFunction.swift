// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A function, initializer or deinitializer as the macro of timings sees it.
struct TimedFunction {
  let declaration: Syntax
  /// With its labels: `find(_:in:)`.
  let name: String
  let attributes: AttributeListSyntax
  let hasBody: Bool
  /// Nil for a deinitializer.
  private let signature: FunctionSignatureSyntax?

  /// Nil for anything but a function, an initializer or a deinitializer.
  init?(_ declaration: some SyntaxProtocol) {
    self.declaration = Syntax(declaration)
    let base: String
    if let function = declaration.as(FunctionDeclSyntax.self) {
      (base, signature) = (function.name.plainName, function.signature)
      (attributes, hasBody) = (function.attributes, function.body != nil)
    } else if let initializer = declaration.as(InitializerDeclSyntax.self) {
      (base, signature) = ("init", initializer.signature)
      (attributes, hasBody) = (initializer.attributes, initializer.body != nil)
    } else if let ending = declaration.as(DeinitializerDeclSyntax.self) {
      (base, signature) = ("deinit", nil)
      (attributes, hasBody) = (ending.attributes, ending.body != nil)
    } else {
      return nil
    }
    let labels = signature?.parameterClause.parameters.map { "\($0.firstName.plainName):" }
    name = base + (labels.map { "(\($0.joined()))" } ?? "")
  }

  /// The body with a timer around it; errors in it are shown where it was written.
  func body(
    of statements: CodeBlockItemListSyntax, site: String, in context: some MacroExpansionContext
  ) -> [CodeBlockItemSyntax] {
    let timer = context.makeUniqueName("timing").text
    let begin = "GantryMonitor.TimedCall(\(StringLiteralExprSyntax(content: site)))"
    guard let first = statements.first else {
      // Neither a `defer` with nothing after it, which draws a warning, nor a `do`.
      return ["let \(raw: timer) = \(raw: begin)", "\(raw: timer).end()"]
    }
    let end = "defer { \(timer).end() }"
    let isPlaced = context.placed("", at: first) != ""
    let timed =
      timedStatements(statements).map { context.placed($0.text, at: $0.original) }
      .joined(separator: "\n") + (isPlaced ? "\n#sourceLocation()" : "")
    guard let errorType else {
      return ["let \(raw: timer) = \(raw: begin)", "\(raw: end)", "\(raw: timed)"]
    }
    return [
      "var \(raw: timer) = \(raw: begin)", "\(raw: end)",
      """
      do throws(\(raw: errorType)) {
        try GantryMonitor.TimedCall.mayThrow((\(raw: errorType)).self)
      \(raw: timed)
      } catch {
        \(raw: timer).failed(error)
        throw error
      }
      """,
    ]
  }

  /// The type of the function's errors; nil when it throws nothing.
  ///
  /// A function that rethrows is left alone: it may throw only the errors of its parameters.
  private var errorType: String? {
    guard let clause = signature?.effectSpecifiers?.throwsClause,
      clause.throwsSpecifier.tokenKind == .keyword(.throws)
    else { return nil }
    return clause.type?.trimmedDescription ?? "any Error"
  }

  /// The statements, with the `return` that a body of one expression leaves out.
  private func timedStatements(
    _ statements: CodeBlockItemListSyntax
  ) -> [(text: String, original: CodeBlockItemSyntax)] {
    let isImplied =
      returnsValue && statements.count == 1 && statements.first?.item.isImpliedValue == true
    return statements.map { ((isImplied ? "return " : "") + $0.trimmedDescription, $0) }
  }

  private var returnsValue: Bool {
    guard let type = signature?.returnClause?.type.trimmedDescription else { return false }
    return !["Void", "()", "Swift.Void"].contains(type)
  }
}

extension CodeBlockItemSyntax.Item {
  /// Whether it is an expression that is returned without being said, and not a statement.
  fileprivate var isImpliedValue: Bool {
    let value: ExprSyntax
    switch self {
    case .expr(let expression): value = expression
    case .stmt(let statement):
      guard let expression = statement.as(ExpressionStmtSyntax.self)?.expression else {
        return false
      }
      value = expression
    case .decl: return false
    }
    guard value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self) else { return true }
    return !ReturnFinder.finds(in: value)
  }
}

/// Looks for a `return` that belongs to the function itself.
private final class ReturnFinder: SyntaxVisitor {
  private var isFound = false

  static func finds(in node: some SyntaxProtocol) -> Bool {
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.isFound
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
