// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The properties of a route, for people and tools; its JSON is stable.
///
/// ``Router/routes`` lists them; `@Route` declares the route itself.
public struct RouteInfo: Hashable, Codable, Sendable {
  /// A ``RouteParameter`` as text: that declares the parameter, and this describes it to tools.
  public struct Parameter: Hashable, Codable, Sendable {
    /// The part of the URL that holds it.
    public enum Source: String, Codable, Sendable {
      /// A capture of the pattern.
      case path
      /// An item of the query.
      case query
    }

    /// The name of the capture or query item.
    public let label: String
    /// The type, as written in Swift.
    public let type: String
    /// The part of the URL that holds it.
    public let source: Source
    /// Whether a call must have it.
    public let isRequired: Bool

    private enum CodingKeys: String, CodingKey { case label, type, source, isRequired }
  }

  /// The owner and the method: `Orders/show`.
  public let name: String
  /// The owner; a module's name, where there are modules.
  public let owner: ModuleName
  /// The text of the pattern.
  public let pattern: String
  /// The parameters in the order of the handler.
  public let parameters: [Parameter]
  /// The type of the result.
  public let output: String
  /// Where it may be called from.
  public let access: RouteOrigin
  /// Whether it can be called only with `await`.
  public let isAsync: Bool
  /// Where it was declared, as `file:line`.
  public let declaredAt: String

  private enum CodingKeys: String, CodingKey {
    case name, owner, pattern, parameters, output, access, isAsync, declaredAt
  }

  /// Describes a declaration.
  package init(_ declaration: RouteDeclaration) {
    let captures = (try? PathPattern(declaration.pattern))?.captureNames ?? []
    name = declaration.name
    owner = declaration.owner
    pattern = declaration.pattern
    parameters = declaration.parameters.map { parameter in
      Parameter(
        label: parameter.label, type: parameter.type,
        source: captures.contains(parameter.label) ? .path : .query,
        isRequired: parameter.isRequired || captures.contains(parameter.label))
    }
    output = "\(declaration.output)"
    access = declaration.access
    isAsync = declaration.isAsync
    declaredAt = declaration.declaredAt
  }
}
