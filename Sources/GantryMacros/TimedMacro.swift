// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Times a function, or all functions written in a type.
///
/// The peer role generates nothing: it only reports functions that can't be timed.
struct TimedMacro: BodyMacro, MemberAttributeMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    guard let body = declaration.body, let function = TimedFunction(declaration) else {
      return declaration.body.map { Array($0.statements) } ?? []
    }
    return function.body(of: body.statements, site: site(of: function, context), in: context)
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard !declaration.is(ProtocolDeclSyntax.self), let function = TimedFunction(member),
      function.hasBody, function.attributes.first(named: "Timed") == nil
    else { return [] }
    return ["@\(node.attributeName.trimmed)"]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The attribute as written in the declaration, so that the message and the fix refer to one
    // tree.
    let marked = declaration.asProtocol((any WithAttributesSyntax).self)
    let mark = marked?.attributes.first(named: "Timed") ?? node
    if let (message, fixIt) = fault(of: declaration, mark) {
      context.refuse(mark, message, fixIts: [fixIt])
    }
    return []
  }

  private static func fault(
    of declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax
  ) -> (MacroDiagnostic, FixIt)? {
    let removal = Edit.remove(node, "remove @Timed")
    let isForTypes = node.arguments != nil
    if let function = TimedFunction(declaration) {
      guard function.hasBody else { return (.timedWithoutBody(function.name), removal) }
      return isForTypes ? (.timedFunctions(function.name), node.timing("@Timed")) : nil
    }
    if let type = declaration.as(ProtocolDeclSyntax.self) {
      return (.timedProtocol(type.name.plainName), removal)
    }
    guard declaration.asProtocol((any DeclGroupSyntax).self) != nil else {
      return (.timedNotAFunction(), removal)
    }
    return isForTypes ? nil : (.timedType(), node.timing("@Timed(.functions)"))
  }

  /// Returns the key of a call in statistics: the name from the module down, a space, and
  /// `file:line`.
  private static func site(
    of function: TimedFunction, _ context: some MacroExpansionContext
  ) -> String {
    let place = context.location(
      of: function.declaration, at: .afterLeadingTrivia, filePathMode: .fileID)
    let file = place?.file.literalText ?? ""
    let module = file.split(separator: "/").first.map { [String($0)] } ?? []
    let outer = context.lexicalContext.reversed().compactMap(\.declaredName)
    let name = (module + outer + [function.name]).joined(separator: ".")
      .filter { $0 != " " }
    return place.map { "\(name) \(file):\($0.line.trimmedDescription)" } ?? name
  }
}

extension Syntax {
  /// The name of a type or function that encloses other declarations; nil for anything else.
  fileprivate var declaredName: String? {
    if let type = self.as(ExtensionDeclSyntax.self) {
      return type.extendedType.trimmedDescription
    }
    if let function = TimedFunction(self) { return function.name }
    return asProtocol((any NamedDeclSyntax).self)?.name.plainName
  }
}

extension AttributeSyntax {
  /// Returns a fix-it that replaces this form of the macro with another.
  fileprivate func timing(_ text: String) -> FixIt {
    Edit.replace(self, with: "\(raw: text)" as AttributeSyntax, "use \(text)")
  }
}

/// A function, initializer or deinitializer, as the timing macro sees it.
struct TimedFunction {
  let declaration: Syntax
  /// The name with its labels: `find(_:in:)`.
  let name: String
  let attributes: AttributeListSyntax
  let hasBody: Bool
  /// The signature; nil for a deinitializer.
  private let signature: FunctionSignatureSyntax?

  /// Reads a declaration; nil if it isn't a function, an initializer or a deinitializer.
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

  /// Returns the body with a timer around it; its errors appear at their original lines.
  func body(
    of statements: CodeBlockItemListSyntax, site: String, in context: some MacroExpansionContext
  ) -> [CodeBlockItemSyntax] {
    let timer = context.makeUniqueName("timing").text
    let begin = "GantryMonitor.TimedCall(\(StringLiteralExprSyntax(content: site)))"
    guard !statements.isEmpty else {
      // No `do` is needed, and a `defer` with nothing after it would draw a warning.
      return ["let \(raw: timer) = \(raw: begin)", "\(raw: timer).end()"]
    }
    let end = "defer { \(timer).end() }"
    var placed = PlacedStatements(in: context)
    let timed =
      timedStatements(statements).map { placed.place($0.text, at: $0.original) }
      .joined(separator: "\n") + (placed.isPlaced ? "\n#sourceLocation()" : "")
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

  /// The type of the function's errors; nil if it throws none.
  ///
  /// A rethrowing function stays as it is, because it may throw only the errors of its parameters.
  private var errorType: String? {
    guard let clause = signature?.effectSpecifiers?.throwsClause,
      clause.throwsSpecifier.tokenKind == .keyword(.throws)
    else { return nil }
    return clause.type?.trimmedDescription ?? "any Error"
  }

  /// Returns the statements, with the `return` that a single-expression body omits.
  private func timedStatements(
    _ statements: CodeBlockItemListSyntax
  ) -> [(text: String, original: CodeBlockItemSyntax)] {
    let isImplied =
      returnsValue && statements.count == 1 && statements.first?.item.isImpliedValue == true
    return statements.map { ((isImplied ? "return " : "") + $0.trimmedDescription, $0) }
  }

  private var returnsValue: Bool { signature?.returnClause?.type.isVoid == false }
}

extension CodeBlockItemSyntax.Item {
  /// Whether the item is an expression that is returned implicitly, not a statement.
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

/// Finds a `return` that belongs to the function itself.
///
/// Declarations in a branch need no special case, because such a branch has to return with a
/// statement.
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
}
