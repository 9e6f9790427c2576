// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax
import SwiftSyntaxMacros

/// Makes a typed route of a struct: its properties are the parameters.
struct RoutePatternMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let route = RouteStruct(node, declaration, in: context, reporting: false),
      !route.hasInitializer
    else { return [] }
    let parameters = route.parameters.map { parameter in
      let fallback =
        switch parameter.arity {
        case .optional: " = nil"
        case .many: " = []"
        case .one: parameter.fallback.map { " = \($0.trimmed)" } ?? ""
        }
      return "\(parameter.name): \(parameter.type.trimmed)\(fallback)"
    }
    let assignments = route.parameters.map { "  self.\($0.name) = \($0.name)" }
    return [
      DeclSyntax(
        text: """
          /// Makes the route.
          \(route.access)init(\(parameters.joined(separator: ", "))) {
          \(assignments.joined(separator: "\n"))
          }
          """)
    ]
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let route = RouteStruct(node, declaration, in: context, reporting: true) else {
      return []
    }
    let conformance = protocols.isEmpty ? "" : ": GantryRouting.TypedRoute"
    let descriptions = route.parameters.map(\.description).joined(separator: ", ")
    let reads = route.parameters.map { parameter in
      "    self.\(parameter.name) = \(parameter.reading(from: "routeArguments"))\n"
    }
    let writes = route.parameters.map { "    arguments.add(\"\($0.name)\", \($0.name))\n" }
    let keyword = writes.isEmpty ? "let" : "var"
    let text = """
      \(route.availability)extension \(type.trimmed)\(conformance) {
        \(route.access)static var routePattern: String { \(route.pattern) }
        \(route.access)static var routeParameters: [GantryRouting.RouteParameter] {
          [\(descriptions)]
        }
        \(route.access)init(
          routeArguments: GantryRouting.RouteArguments
        ) throws(GantryRouting.RouteError) {
      \(reads.joined())  }
        \(route.access)var routeArguments: GantryRouting.RouteArguments {
          \(keyword) arguments = GantryRouting.RouteArguments(route: Self.routePattern)
      \(writes.joined())    return arguments
        }
      }
      """
    return DeclSyntax(text: text).as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

/// A struct marked `@RoutePattern`, read and checked.
private struct RouteStruct {
  let pattern: String
  let parameters: [RouteParameterText]
  let access: String
  let availability: String
  let hasInitializer: Bool

  init?(
    _ attribute: AttributeSyntax, _ declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext, reporting: Bool
  ) {
    // Both expansions read the struct; what is wrong is told once.
    func refuse(_ node: some SyntaxProtocol, _ message: MacroDiagnostic) {
      if reporting { context.refuse(node, message) }
    }
    guard let type = declaration.as(StructDeclSyntax.self) else {
      refuse(declaration.introducer, .routeNotAStruct())
      return nil
    }
    if let generics = type.genericParameterClause {
      refuse(generics, .routeGeneric(type.name.plainName))
      return nil
    }
    guard let argument = attribute.labeledArguments.first,
      let text = argument.expression.literalText
    else {
      refuse(attribute, .routePatternLiteral())
      return nil
    }
    let pattern = RoutePatternText(text)
    if let problem = pattern.problem {
      refuse(argument, .routePattern(text, problem))
      return nil
    }
    guard let parameters = Self.parameters(of: type, pattern, in: context, reporting: reporting)
    else { return nil }
    if let missing = pattern.names.first(where: { name in
      !parameters.contains { $0.name == name }
    }) {
      refuse(argument, .routeMissing(missing, "property", type.name.plainName))
      return nil
    }
    self.pattern = argument.expression.trimmedDescription
    self.parameters = parameters
    access =
      switch type.modifiers.first(.public, .package, .fileprivate, .private)?.name.tokenKind {
      case .keyword(.public): "public "
      case .keyword(.package): "package "
      case .keyword(.fileprivate), .keyword(.private): "fileprivate "
      default: ""
      }
    availability = type.attributes.plain.filter { $0.baseName == "available" }
      .map { "\($0.trimmed)\n" }.joined()
    hasInitializer = type.memberBlock.members.contains { $0.decl.is(InitializerDeclSyntax.self) }
  }

  private static func parameters(
    of type: StructDeclSyntax, _ pattern: RoutePatternText, in context: some MacroExpansionContext,
    reporting: Bool
  ) -> [RouteParameterText]? {
    var parameters: [RouteParameterText] = []
    var isSound = true
    for member in type.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        variable.modifiers.first(.static) == nil
      else { continue }
      for binding in variable.bindings where binding.isStored {
        // A constant with a value cannot be told.
        if variable.isLet, binding.initializer != nil { continue }
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
          let written = binding.typeAnnotation?.type
        else {
          if reporting {
            context.refuse(binding.pattern, .routeUntyped("\(binding.pattern.trimmed)"))
          }
          isSound = false
          continue
        }
        let parameter = RouteParameterText(
          name, written, default: binding.initializer?.value)
        parameters.append(parameter)
        if reporting, !parameter.check(pattern, at: binding.pattern, in: context) {
          isSound = false
        }
      }
    }
    return isSound ? parameters : nil
  }
}

extension PatternBindingSyntax {
  /// Whether there is a stored value, perhaps with observers.
  fileprivate var isStored: Bool {
    switch accessorBlock?.accessors {
    case .getter: false
    case .accessors(let list):
      list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    case nil: true
    }
  }
}
