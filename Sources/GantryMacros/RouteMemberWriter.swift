// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the members that are added to a route.
///
/// They are in the struct itself and not in an extension, because only there do the names of its
/// surroundings have a meaning, such as that of an enum beside the route.
struct RouteMemberWriter {
  private let route: RouteStruct
  private let context: any MacroExpansionContext

  init(_ route: RouteStruct, in context: some MacroExpansionContext) {
    self.route = route
    self.context = context
  }

  func members() -> [String] {
    var members = route.hasInitializer ? [] : [initializer]
    members += route.parameters.compactMap(hiddenFallback)
    members.append(
      "\(route.access)\(nonisolated)static var routePattern: Swift.String { \(route.pattern) }")
    members.append(
      """
      \(route.access)\(nonisolated)static var routeParameters: [GantryRouting.RouteParameter] {
        \(descriptions)
      }
      """)
    if hasObjects { members.append(requiredObjects) }
    return members + [reader, arguments]
  }

  private var hasObjects: Bool { !route.objects.isEmpty }

  /// The isolation of what belongs to the type.
  private var nonisolated: String { hasObjects || route.isOnActor ? "nonisolated " : "" }

  /// The isolation of what belongs to a route.
  private var isolation: String { hasObjects ? "@MainActor " : nonisolated }

  private var initializer: String {
    let parameters =
      route.parameters.map { parameter in
        let fallback =
          switch parameter.arity {
          case .optional: " = nil"
          case .many: " = []"
          case .one: fallback(of: parameter).map { " = \($0)" } ?? ""
          }
        return "\(parameter.written): \(parameter.type.trimmed)\(fallback)"
      } + route.objects.map(\.declaration)
    let assignments = (route.parameters.map(\.written) + route.objects.map(\.written)).map {
      "  self.\($0) = \($0)"
    }
    return """
      /// Makes the route.
      \(route.access)\(hasObjects ? "" : nonisolated)init(\(parameters.joined(separator: ", "))) {
      \(assignments.joined(separator: "\n"))
      }
      """
  }

  private var required: [String] { route.objects.filter { !$0.hasDefault }.map(\.name.quoted) }

  private var requiredObjects: String {
    """
    \(route.access)nonisolated static var requiredObjects: [Swift.String] {
      [\(required.joined(separator: ", "))]
    }
    """
  }

  /// The `init` that reads the route from a URL.
  private var reader: String {
    let reads =
      route.parameters.map { parameter in
        let value = parameter.reading(from: "routeArguments", default: ownFallback(of: parameter))
        return "  self.\(parameter.written) = try \(value)\n"
      } + required.prefix(1).map { "  throw routeArguments.missing(object: \($0))\n" }
    return """
      \(isolation)\(route.access)init(
        routeArguments: GantryRouting.RouteArguments
      ) throws(GantryRouting.RouteError) {
      \(reads.joined())}
      """
  }

  private var arguments: String {
    let writes = route.parameters.map { parameter in
      "  arguments.add(\(parameter.name.quoted), self.\(parameter.written))\n"
    }
    return """
      \(isolation)\(route.access)var routeArguments: GantryRouting.RouteArguments {
        \(writes.isEmpty ? "let" : "var") arguments = \
      GantryRouting.RouteArguments(route: Self.routePattern)
      \(writes.joined())  return arguments
      }
      """
  }

  /// The descriptions of the parameters, as an array. Types that may not be `RouteValue`s are at the
  /// lines of their properties, where the compiler says so.
  private var descriptions: String {
    guard route.parameters.contains(where: { !$0.element.isStandard }) else {
      return "[\(route.parameters.map(\.description).joined(separator: ", "))]"
    }
    var placed = PlacedStatements(in: context)
    let statements = route.parameters.enumerated().map { index, parameter in
      placed.place("let p\(index) = \(parameter.description)", at: parameter.token)
    }
    let names = route.parameters.indices.map { "p\($0)" }.joined(separator: ", ")
    let text = statements.joined(separator: "\n")
    return text + (text.contains("#sourceLocation") ? "\n#sourceLocation()" : "")
      + "\nreturn [\(names)]"
  }

  /// Returns a parameter's default as the `init` writes it.
  ///
  /// The default of a public `init` may refer only to public declarations. So a default that refers
  /// to anything is in a separate function.
  private func fallback(of parameter: RouteParameterText) -> String? {
    guard let value = parameter.fallback else { return nil }
    return isPublic && !value.isLiteral ? call(for: parameter) : "\(value.trimmed)"
  }

  /// Returns a parameter's default as code in the struct writes it; nil if there is none.
  ///
  /// A property's default can name a static member without its type, which code of an instance
  /// cannot.
  private func ownFallback(of parameter: RouteParameterText) -> String? {
    parameter.fallback.map { $0.isImplicit ? "\($0.trimmed)" : call(for: parameter) }
  }

  private var isPublic: Bool { route.access == "public " }

  private func call(for parameter: RouteParameterText) -> String {
    "Self.__default(\(parameter.label): ())"
  }

  /// Returns the function that returns a parameter's default; nil if the default is written instead.
  private func hiddenFallback(of parameter: RouteParameterText) -> String? {
    guard parameter.arity == .one, let value = parameter.fallback,
      isPublic ? !value.isLiteral : !value.isImplicit
    else { return nil }
    return """
      \(isPublic ? "@usableFromInline " : "")\(hasObjects ? "" : nonisolated)static func \
      __default(\(parameter.written): Swift.Void) -> \(parameter.type) {
        \(value.trimmed)
      }
      """
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

  /// Whether the expression is a literal or an implicit member, such as `.open`, which means the same
  /// wherever its type is known.
  fileprivate var isImplicit: Bool {
    isLiteral || self.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
  }
}
