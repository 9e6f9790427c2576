// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The checks that a type must pass to be a module.
struct ModuleCheck {
  let module: ModuleDeclaration
  let context: any MacroExpansionContext

  init(_ module: ModuleDeclaration, in context: some MacroExpansionContext) {
    self.module = module
    self.context = context
  }

  /// Reports a declaration that is neither a class nor an actor.
  static func refuseKind(
    of declaration: some DeclGroupSyntax, _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    let keyword = declaration.introducer
    var fixIts: [FixIt] = []
    if declaration.is(StructDeclSyntax.self) {
      fixIts = [
        Edit.replace(keyword, with: .identifier("final class"), "make it a final class")
      ]
    }
    let article = keyword.text.first.map { "aeiou".contains($0) } == true ? "an" : "a"
    context.refuse(keyword, .notAClass("\(article) \(keyword.text)"), fixIts: fixIts)
  }

  /// Whether a module can be made of the type; each fault is reported once, if asked for.
  func isAcceptable(reporting: Bool) -> Bool {
    guard let fault = fault() else { return true }
    if reporting { context.diagnose(fault) }
    return false
  }

  private func fault() -> Diagnostic? {
    let name = module.name.plainName
    func diagnostic(
      _ node: some SyntaxProtocol, _ message: MacroDiagnostic, _ fixIts: [FixIt] = []
    ) -> Diagnostic {
      Diagnostic(node: Syntax(node), message: message, fixIts: fixIts)
    }

    let marks = module.attributes.plain.filter { $0.baseName == "Module" }
    if let second = marks.dropFirst().first {
      return diagnostic(
        second, .secondModule(name), [Edit.remove(second, "remove the second @Module")])
    }
    if let modifier = module.modifiers.first(.distributed) {
      return diagnostic(modifier, .distributed(name))
    }
    if let parameters = module.genericParameters {
      return diagnostic(parameters, .genericType(name))
    }
    for outer in module.surroundings {
      guard let type = outer.asProtocol((any NamedDeclSyntax).self),
        outer.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
      else { continue }
      return diagnostic(module.name, .insideGeneric(name, type.name.plainName))
    }
    if !module.isActor, module.modifiers.first(.final) == nil {
      return diagnostic(module.name, .notFinal(name), [addFinal])
    }
    if !module.surroundings.isEmpty, let modifier = module.modifiers.first(.private) {
      let wider = TokenSyntax.keyword(.fileprivate)
      return diagnostic(
        modifier, .privateType(name),
        [Edit.replace(modifier.name, with: wider, "replace 'private' with 'fileprivate'")])
    }
    if let fault = initializerFault() { return fault }
    if let manifest = module.ownManifest { return diagnostic(manifest, .ownManifest(name)) }
    for outer in module.surroundings.dropLast() {
      guard let type = outer.asProtocol((any NamedDeclSyntax).self),
        outer.asProtocol((any WithModifiersSyntax).self)?.modifiers.first(.private) != nil
      else { continue }
      return diagnostic(module.name, .privateSurrounding(name, type.name.plainName))
    }
    return nil
  }

  private var addFinal: FixIt {
    let keyword = module.declaration.introducer
    var final = TokenSyntax.keyword(.final)
    if let open = module.modifiers.first(.open) {
      final = .identifier("public final")
      return Edit.replace(open.name, with: final, "replace 'open' with 'public final'")
    }
    return Edit.exchange(
      keyword,
      with: TokenSyntax.identifier("final \(keyword.text)")
        .with(\.leadingTrivia, keyword.leadingTrivia)
        .with(\.trailingTrivia, keyword.trailingTrivia), "add 'final'")
  }
}

extension ModuleDeclaration {
  /// The name of a static property that is written where the macro writes the manifest.
  fileprivate var ownManifest: PatternSyntax? {
    members.all.lazy.compactMap { $0.member.as(VariableDeclSyntax.self) }
      .filter { $0.modifiers.first(.static, .class) != nil && $0.names.contains("manifest") }
      .first?.bindings.first?.pattern
  }

  /// The type's own generic parameters.
  var genericParameters: GenericParameterClauseSyntax? {
    declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
  }
}
