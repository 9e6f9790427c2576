// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax

/// A struct marked `@RoutePattern`, read and checked.
struct RouteStruct {
  let pattern: String
  let parameters: [RouteParameterText]
  let access: String
  let availability: String
  let hasInitializer: Bool

  /// Reads a struct.
  ///
  /// - Throws: The first fault in source order.
  init(
    _ attribute: AttributeSyntax, _ declaration: some DeclGroupSyntax
  ) throws(RouteRefusal) {
    guard let type = declaration.as(StructDeclSyntax.self) else {
      throw RouteRefusal(declaration.introducer, .routeNotAStruct())
    }
    if let generics = type.genericParameterClause {
      throw RouteRefusal(generics, .routeGeneric(type.name.plainName))
    }
    guard let argument = attribute.labeledArguments.first else {
      throw RouteRefusal(attribute, .routePatternLiteral())
    }
    let text = try RoutePatternText.read(argument)
    parameters = try Self.parameters(of: type, text)
    if let missing = text.missing(in: parameters) {
      throw RouteRefusal(argument, .routeMissing(missing, "property", type.name.plainName))
    }
    pattern = argument.expression.trimmedDescription
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
    of type: StructDeclSyntax, _ pattern: RoutePatternText
  ) throws(RouteRefusal) -> [RouteParameterText] {
    var parameters: [RouteParameterText] = []
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
          throw RouteRefusal(binding.pattern, .routeUntyped("\(binding.pattern.trimmed)"))
        }
        let parameter = RouteParameterText(name, written, default: binding.initializer?.value)
        if let fault = parameter.fault(in: pattern) { throw RouteRefusal(binding.pattern, fault) }
        parameters.append(parameter)
      }
    }
    return parameters
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
