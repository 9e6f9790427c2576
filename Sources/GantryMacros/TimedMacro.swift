// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Times a function, or with a type all functions that are written in it.
///
/// As a peer it makes nothing: that role is there to report functions that cannot be timed.
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
    // As it is written in the declaration, so that message and fix are about one tree.
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

  /// The key of a call in statistics: the name from the module on, a space, and `file:line`.
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
  /// How a type or function that surrounds something is called; nil for anything else.
  fileprivate var declaredName: String? {
    if let type = self.as(ExtensionDeclSyntax.self) {
      return type.extendedType.trimmedDescription
    }
    if let function = TimedFunction(self) { return function.name }
    return asProtocol((any NamedDeclSyntax).self)?.name.plainName
  }
}

extension AttributeSyntax {
  /// Offers another form of the macro in place of this one.
  fileprivate func timing(_ text: String) -> FixIt {
    Edit.replace(self, with: "\(raw: text)" as AttributeSyntax, "use \(text)")
  }
}
