// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Turns a struct into a typed route, whose parameters are the struct's properties.
struct RoutePatternMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The other expansion reports the mistakes, so that each appears once.
    guard let route = try? RouteStruct(node, declaration, in: context) else { return [] }
    return RouteMemberWriter(route, in: context).members().map { DeclSyntax(text: $0) }
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let route: RouteStruct
    do throws(Refusal) {
      route = try RouteStruct(node, declaration, in: context)
    } catch {
      context.report(error)
      return []
    }
    let name = route.objects.isEmpty ? "TypedRoute" : "ObjectRoute"
    // A struct may name the protocol itself.
    guard protocols.contains(where: { $0.trimmedDescription.hasSuffix(name) }) else { return [] }
    let text = "\(route.availability)extension \(type.trimmed): GantryRouting.\(name) {}"
    return DeclSyntax(text: text).as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

/// A struct marked `@RoutePattern`, read and checked.
struct RouteStruct {
  let pattern: String
  let parameters: [RouteParameterText]
  /// The properties that no URL carries.
  let objects: [RouteObjectText]
  let access: String
  let availability: String
  let hasInitializer: Bool
  /// Whether the struct is on a global actor, to which a route without objects doesn't belong.
  let isOnActor: Bool

  /// Reads a struct.
  ///
  /// - Throws: The first fault in source order.
  init(
    _ attribute: AttributeSyntax, _ declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) throws(Refusal) {
    guard let type = declaration.as(StructDeclSyntax.self) else {
      throw Refusal(declaration.introducer, .routeNotAStruct())
    }
    if let generics = type.genericParameterClause {
      throw Refusal(generics, .routeGeneric(type.name.plainName))
    }
    if !context.lexicalContext.isEmpty, let modifier = type.modifiers.first(.private) {
      let wider = TokenSyntax.keyword(.fileprivate)
      throw Refusal(
        modifier, .routePrivate(type.name.plainName),
        [Edit.replace(modifier.name, with: wider, "replace 'private' with 'fileprivate'")])
    }
    if let outer = context.privateSurrounding {
      throw Refusal(type.name, .routeInPrivate(type.name.plainName, outer))
    }
    guard let argument = attribute.labeledArguments.first else {
      throw Refusal(attribute, .routePatternLiteral())
    }
    let text = try RoutePatternText.read(argument)
    (parameters, objects) = try Self.properties(of: type, text)
    if let missing = text.missing(in: parameters) {
      throw Refusal(argument, .routeMissing(missing, property: type.name.plainName))
    }
    pattern = argument.expression.trimmedDescription
    access = context.memberAccess(type.modifiers)
    availability = type.attributes.availability
    isOnActor = !type.attributes.globalActors.isEmpty
    hasInitializer = type.memberBlock.members.contains { $0.decl.is(InitializerDeclSyntax.self) }
  }

  private static func properties(
    of type: StructDeclSyntax, _ pattern: RoutePatternText
  ) throws(Refusal) -> ([RouteParameterText], [RouteObjectText]) {
    var parameters: [RouteParameterText] = []
    var objects: [RouteObjectText] = []
    if let conditional = type.memberBlock.members.firstConditionalProperty {
      throw Refusal(conditional, .routeConditional("\(conditional.trimmed)"))
    }
    for member in type.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInRoute else {
        continue
      }
      for binding in variable.bindings where !binding.isComputed {
        // A constant that has a value can't be set from a route.
        if variable.isLet, binding.initializer != nil { continue }
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
          let written = binding.typeAnnotation?.type
        else {
          throw Refusal(binding.pattern, .routeUntyped("\(binding.pattern.trimmed)"))
        }
        if variable.isNotFromURL {
          objects.append(RouteObjectText(name, written, binding.initializer?.value, variable))
          continue
        }
        let parameter = RouteParameterText(name, written, default: binding.initializer?.value)
        if let fault = parameter.fault(in: pattern, isProperty: true) {
          throw Refusal(binding.pattern, fault)
        }
        parameters.append(parameter)
      }
    }
    return (parameters, objects)
  }
}

/// A property that no URL carries.
struct RouteObjectText {
  let name: String
  let written: String
  let hasDefault: Bool
  /// The parameter of the `init`.
  let declaration: String

  init(
    _ name: TokenSyntax, _ type: TypeSyntax, _ value: ExprSyntax?, _ variable: VariableDeclSyntax
  ) {
    (self.name, written) = (name.plainName, name.text)
    let isOptional = type.is(OptionalTypeSyntax.self) && !variable.isLet
    let fallback = value.map { " = \($0.trimmed)" } ?? (isOptional ? " = nil" : "")
    hasDefault = !fallback.isEmpty
    let base = type.as(AttributedTypeSyntax.self)?.baseType ?? type
    let escaping = base.is(FunctionTypeSyntax.self) ? "@escaping " : ""
    declaration = "\(written): \(escaping)\(type.trimmed)\(fallback)"
  }
}

/// Marks a property of a route that no URL carries.
struct NotFromURLMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let route = context.lexicalContext.first?.as(StructDeclSyntax.self)
    let variable = declaration.as(VariableDeclSyntax.self)
    let isRoute = route?.attributes.contains {
      $0.as(AttributeSyntax.self)?.baseName == "RoutePattern"
    }
    if isRoute != true || variable?.modifiers.first(.static) != nil
      || variable?.bindings.contains(where: \.isComputed) ?? true
    {
      context.refuse(node, .notFromURLPlace())
    }
    return []
  }
}

extension VariableDeclSyntax {
  /// Whether the property may be a part of the route's value.
  fileprivate var isInRoute: Bool { modifiers.first(.static, .lazy) == nil }

  /// Whether the property is marked as one that no URL carries.
  fileprivate var isNotFromURL: Bool {
    attributes.contains { $0.as(AttributeSyntax.self)?.baseName == "NotFromURL" }
  }
}

extension MemberBlockItemListSyntax {
  /// The first stored property inside `#if`, where neither the parameters of an `init` nor a list of
  /// descriptions can follow it.
  fileprivate var firstConditionalProperty: PatternSyntax? {
    lazy.compactMap { $0.decl.as(IfConfigDeclSyntax.self) }.flatMap(\.clauses)
      .compactMap { clause in
        guard case .decls(let members) = clause.elements else { return nil }
        return members.firstProperty ?? members.firstConditionalProperty
      }.first
  }

  private var firstProperty: PatternSyntax? {
    lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }.filter(\.isInRoute)
      .compactMap { variable in
        variable.bindings.first { !$0.isComputed && !(variable.isLet && $0.initializer != nil) }
      }.first?.pattern
  }
}
