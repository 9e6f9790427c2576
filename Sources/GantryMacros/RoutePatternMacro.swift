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
    guard let route = try? RouteStruct(node, declaration, in: context),
      !route.hasInitializer
    else { return [] }
    let parameters =
      route.parameters.map { parameter in
        let fallback =
          switch parameter.arity {
          case .optional: " = nil"
          case .many: " = []"
          case .one: route.fallback(of: parameter).map { " = \($0)" } ?? ""
          }
        return "\(parameter.written): \(parameter.type.trimmed)\(fallback)"
      } + route.objects.map(\.declaration)
    let assignments = (route.parameters.map(\.written) + route.objects.map(\.written)).map {
      "  self.\($0) = \($0)"
    }
    let initializer = """
      /// Makes the route.
      \(route.access)init(\(parameters.joined(separator: ", "))) {
      \(assignments.joined(separator: "\n"))
      }
      """
    return ([initializer] + route.parameters.compactMap(route.hiddenFallback))
      .map { DeclSyntax(text: $0) }
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
    let hasObjects = !route.objects.isEmpty
    let name = hasObjects ? "GantryRouting.ObjectRoute" : "GantryRouting.TypedRoute"
    let conformance = protocols.isEmpty ? "" : ": \(name)"
    let (isolation, nonisolated) = hasObjects ? ("@MainActor ", "nonisolated ") : ("", "")
    let required = route.objects.filter { !$0.hasDefault }.map(\.name.quoted)
    let objects = """

        \(route.access)nonisolated static var requiredObjects: [Swift.String] {
          [\(required.joined(separator: ", "))]
        }
      """
    let reads =
      route.parameters.map { parameter in
        "    self.\(parameter.written) = try \(parameter.reading(from: "routeArguments"))\n"
      } + required.prefix(1).map { "    throw routeArguments.missing(object: \($0))\n" }
    let writes = route.parameters.map { parameter in
      "    arguments.add(\(parameter.name.quoted), self.\(parameter.written))\n"
    }
    let keyword = writes.isEmpty ? "let" : "var"
    let text = """
      \(route.availability)extension \(type.trimmed)\(conformance) {
        \(route.access)\(nonisolated)static var routePattern: String { \(route.pattern) }
        \(route.access)\(nonisolated)static var routeParameters: [GantryRouting.RouteParameter] {
          \(route.descriptions(in: context))
        }\(hasObjects ? objects : "")
        \(isolation)\(route.access)init(
          routeArguments: GantryRouting.RouteArguments
        ) throws(GantryRouting.RouteError) {
      \(reads.joined())  }
        \(isolation)\(route.access)var routeArguments: GantryRouting.RouteArguments {
          \(keyword) arguments = GantryRouting.RouteArguments(route: Self.routePattern)
      \(writes.joined())    return arguments
        }
      }
      """
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
    hasInitializer = type.memberBlock.members.contains { $0.decl.is(InitializerDeclSyntax.self) }
  }

  /// Returns the descriptions of the parameters, as an array. Types that may not be `RouteValue`s are
  /// at the lines of their properties, where the compiler says so.
  func descriptions(in context: some MacroExpansionContext) -> String {
    guard parameters.contains(where: { !$0.element.isStandard }) else {
      return "[\(parameters.map(\.description).joined(separator: ", "))]"
    }
    var placed = PlacedStatements(in: context)
    let statements = parameters.enumerated().map { index, parameter in
      placed.place("let p\(index) = \(parameter.description)", at: parameter.token)
    }
    let names = parameters.indices.map { "p\($0)" }.joined(separator: ", ")
    let text = statements.joined(separator: "\n")
    return text + (text.contains("#sourceLocation") ? "\n#sourceLocation()" : "")
      + "\nreturn [\(names)]"
  }

  /// Returns a parameter's default as the `init` writes it.
  ///
  /// The default of a public `init` may refer only to public declarations. So a default that refers
  /// to anything is in a separate function.
  func fallback(of parameter: RouteParameterText) -> String? {
    hiddenFallback(of: parameter) == nil
      ? parameter.fallback.map { "\($0.trimmed)" }
      : "Self.__default(\(parameter.label): ())"
  }

  /// Returns the function that returns a parameter's default; nil if the `init` can contain the
  /// default itself.
  func hiddenFallback(of parameter: RouteParameterText) -> String? {
    guard access == "public ", parameter.arity == .one, let value = parameter.fallback,
      !value.isLiteral
    else { return nil }
    return """
      @usableFromInline static func __default(\(parameter.written): Swift.Void) -> \(parameter.type) {
        \(value.trimmed)
      }
      """
  }

  private static func properties(
    of type: StructDeclSyntax, _ pattern: RoutePatternText
  ) throws(Refusal) -> ([RouteParameterText], [RouteObjectText]) {
    var parameters: [RouteParameterText] = []
    var objects: [RouteObjectText] = []
    for member in type.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        variable.modifiers.first(.static) == nil
      else { continue }
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
  /// Whether the property is marked as one that no URL carries.
  fileprivate var isNotFromURL: Bool {
    attributes.contains { $0.as(AttributeSyntax.self)?.baseName == "NotFromURL" }
  }
}

extension ExprSyntax {
  /// Whether the expression refers to no declarations.
  fileprivate var isLiteral: Bool {
    if let signed = self.as(PrefixOperatorExprSyntax.self) { return signed.expression.isLiteral }
    let literals: [SyntaxKind] = [
      .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr,
    ]
    return literals.contains(kind) || literalText != nil
  }
}
