// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The code of an interceptor, and where it runs.
package enum InterceptorCall: Sendable {
  /// At once, wherever it is asked.
  case anywhere(@Sendable (RouteRequest) -> RouteDecision)
  /// At once, on the main actor.
  case main(@MainActor @Sendable (RouteRequest) -> RouteDecision)
  /// Asynchronously, off the main actor.
  case background(@concurrent @Sendable (RouteRequest) async -> RouteDecision)
}

/// One interceptor and its position in the order.
struct RouteInterceptor: Sendable {
  let name: String
  let options: InterceptorOptions
  let number: Int
  /// The module that it belongs to, and whether it takes time; nil for one that is added in code.
  let declaration: InterceptorDeclaration?
  /// The patterns of the paths that it is asked about; empty for all paths.
  let patterns: [PathPattern]
  /// The same patterns, ready for matching; nil for all paths.
  let paths: RouteTrie<Bool>?
  /// The code of one that is added in code; that of a module comes and goes with the module.
  let body: InterceptorCall?

  /// Creates an interceptor.
  ///
  /// - Throws: `RouteError.malformedPattern` for one of the paths.
  init(
    _ name: String, _ options: InterceptorOptions, number: Int, paths texts: [String],
    declaration: InterceptorDeclaration? = nil, body: InterceptorCall? = nil
  ) throws(RouteError) {
    var routes: [RouteTrie<Bool>.Route] = []
    for text in texts { routes.append(.init(try PathPattern(text), true, declaredAt: text)) }
    // `*all` alone means every path, including the root.
    if routes.contains(where: { $0.pattern.segments.count == 1 && $0.pattern.endsInRest }) {
      routes = []
    }
    self.name = name
    self.options = options
    self.number = number
    self.declaration = declaration
    self.body = body
    patterns = routes.map(\.pattern)
    paths = routes.isEmpty ? nil : RouteTrie(routes)
  }

  /// Whether its decision takes time.
  var takesTime: Bool {
    if case .background = body { true } else { declaration?.isAsync ?? false }
  }

  /// Whether it may be asked about some path of a route; cheaper than printing the path.
  func mayBeAbout(_ pattern: PathPattern) -> Bool {
    patterns.isEmpty || patterns.contains { $0.meets(pattern) }
  }

  func isAbout(_ path: RoutePath) -> Bool { paths.map { $0.match(path) != nil } ?? true }
}
