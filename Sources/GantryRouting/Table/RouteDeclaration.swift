// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The declaration of a route, before anything handles it.
///
/// It is a class, so that the table, the handler and the declaring module share one. ``RouteInfo``
/// has the part of it that people and tools read.
package final class RouteDeclaration: Sendable {
  /// The owner and the method: `Orders/show`.
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
  let route: (any PatternRoute.Type)?
  /// The objects without a default, because of which no URL reaches the route.
  let requiredObjects: [String]
  /// Where it may be called from.
  package let access: RouteOrigin
  /// How a navigator shows the page that is the result.
  package let presentation: PagePresentation
  /// Whether it accepts any query, and not only the labels of its parameters.
  let takesAnything: Bool
  /// Whether it can be called only with `await`.
  package let isAsync: Bool

  /// Declares a route by its type.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - name: The owner and the method.
  ///   - owner: The owner; a module's name, where there are modules.
  ///   - options: The access, and how its page is shown.
  ///   - isAsync: Whether a call takes time.
  ///   - declaredAt: The source location, as `file:line`.
  package init<R: PatternRoute>(
    _ route: R.Type, name: String, owner: ModuleName, _ options: RouteOptions = RouteOptions(),
    isAsync: Bool, declaredAt: String
  ) {
    (self.name, self.owner, pattern, parameters) = (name, owner, R.routePattern, R.routeParameters)
    (takesAnything, output, access) = (false, R.Output.self, options.access)
    (self.isAsync, self.declaredAt, self.route) = (isAsync, declaredAt, R.self)
    presentation = options.presentation ?? R.presentation
    requiredObjects = R.requiredObjects
  }

  /// Declares a route by its pattern.
  ///
  /// - Parameters:
  ///   - pattern: The text of the pattern.
  ///   - parameters: The handler's parameters; nil when it reads the request itself.
  ///   - output: The type of the handler's result.
  ///   - name: The owner and the method.
  ///   - owner: The owner; a module's name, where there are modules.
  ///   - options: The access, and how its page is shown.
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
    presentation = options.presentation ?? .push
    requiredObjects = []
  }
}
