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
    // Faults are reported once, by the other expansion.
    guard let route = try? RouteStruct(node, declaration), !route.hasInitializer else { return [] }
    let parameters = route.parameters.map { parameter in
      let fallback =
        switch parameter.arity {
        case .optional: " = nil"
        case .many: " = []"
        case .one: parameter.fallback.map { " = \($0.trimmed)" } ?? ""
        }
      return "\(parameter.written): \(parameter.type.trimmed)\(fallback)"
    }
    let assignments = route.parameters.map { "  self.\($0.written) = \($0.written)" }
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
    let route: RouteStruct
    do throws(RouteRefusal) {
      route = try RouteStruct(node, declaration)
    } catch {
      context.refuse(error.node, error.message)
      return []
    }
    let conformance = protocols.isEmpty ? "" : ": GantryRouting.TypedRoute"
    let descriptions = route.parameters.map(\.description).joined(separator: ", ")
    let reads = route.parameters.map { parameter in
      "    self.\(parameter.written) = try \(parameter.reading(from: "routeArguments"))\n"
    }
    let writes = route.parameters.map { parameter in
      "    arguments.add(\"\(parameter.name)\", self.\(parameter.written))\n"
    }
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
