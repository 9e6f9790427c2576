// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The declaration of a route, before anything handles it.
///
/// It is a class, so that the table, the handler and the declaring module share one.
package final class RouteDeclaration: Sendable {
  /// The owner and the method: `orders/show`.
  package let name: String
  /// The owner; a module's name, where there are modules.
  package let owner: ModuleName
  /// The text of the pattern.
  package let pattern: String
  /// The parameters; parameters that aren't captures belong to the query.
  package let parameters: [RouteParameter]
  /// The type of the handler's result.
  package let output: Any.Type
  /// Where it was declared, as `file:line`.
  package let declaredAt: String
  /// The type of a typed route.
  let route: (any TypedRoute.Type)?
  /// Where it may be called from.
  package let access: RouteOrigin
  /// Whether it accepts any query, and not only the labels of its parameters.
  let takesAnything: Bool
  /// Whether it can be called only with `await`.
  package let isAsync: Bool

  /// Declares a typed route.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - name: The owner and the method.
  ///   - owner: The owner; a module's name, where there are modules.
  ///   - options: The access.
  ///   - isAsync: Whether a call takes time.
  ///   - declaredAt: The source location, as `file:line`.
  package init<R: TypedRoute>(
    _ route: R.Type, name: String, owner: ModuleName, _ options: RouteOptions = RouteOptions(),
    isAsync: Bool, declaredAt: String
  ) {
    (self.name, self.owner, pattern, parameters) = (name, owner, R.routePattern, R.routeParameters)
    (takesAnything, output, access) = (false, R.Output.self, options.access)
    (self.isAsync, self.declaredAt, self.route) = (isAsync, declaredAt, R.self)
  }

  /// Declares a route by its pattern.
  ///
  /// - Parameters:
  ///   - pattern: The text of the pattern.
  ///   - parameters: The handler's parameters; nil when it reads the request itself.
  ///   - output: The type of the handler's result.
  ///   - name: The owner and the method.
  ///   - owner: The owner; a module's name, where there are modules.
  ///   - options: The access.
  ///   - isAsync: Whether a call takes time.
  ///   - declaredAt: The source location, as `file:line`.
  package init(
    pattern: String, parameters: [RouteParameter]?, output: Any.Type, name: String,
    owner: ModuleName, _ options: RouteOptions = RouteOptions(), isAsync: Bool, declaredAt: String
  ) {
    (self.name, self.owner, self.pattern) = (name, owner, pattern)
    (self.parameters, takesAnything) = (parameters ?? [], parameters == nil)
    (self.output, access) = (output, options.access)
    (self.isAsync, self.declaredAt, route) = (isAsync, declaredAt, nil)
  }
}

/// The options of a route besides its pattern and handler.
public struct RouteOptions: Hashable, Sendable {
  /// The farthest origin of a call that it answers: ``RouteOrigin/external`` also allows calls by the
  /// app's own code.
  public var access: RouteOrigin

  /// Creates options; a route is internal by default.
  public init(access: RouteOrigin = .internal) { self.access = access }
}

/// The origin of a call.
public enum RouteOrigin: String, Codable, Sendable {
  /// From the app's own code.
  case `internal`
  /// From a URL made outside the app, such as a link, a command line or a web page.
  case external
}

/// The properties of a route, for people and tools; its JSON is stable.
public struct RouteInfo: Hashable, Codable, Sendable {
  /// One parameter.
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
  }

  /// The owner and the method: `orders/show`.
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
