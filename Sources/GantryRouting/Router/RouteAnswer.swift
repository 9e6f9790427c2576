// SPDX-License-Identifier: Apache-2.0

/// The output of a route, with what a navigator has to know to show it.
///
/// A caller that asks the router for this type gets one for any output, which need not be `Sendable`.
package struct RouteAnswer: Sendable {
  /// An output that only the main actor may use.
  @MainActor
  private final class Box {
    let output: Any
    init(_ output: Any) { self.output = output }
  }

  /// The name of the route, or a phrase for the not-found handler.
  package let route: String
  /// How the route wants its page to be shown.
  package let presentation: PagePresentation
  /// The path and query that lead to the page; nil if no URL can express them.
  package let path: String?
  private let value: any Sendable

  /// The output.
  @MainActor
  package var output: Any { (value as? Box)?.output ?? value }

  @MainActor
  init(onMain output: Any, of call: RouteCall) { self.init(Box(output), of: call) }

  init(_ output: any Sendable, of call: RouteCall) {
    (route, presentation, value) = (call.name, call.entry.declaration.presentation, output)
    path = (try? call.request())?.url.key
  }

  init(_ output: any Sendable, of handler: String, _ url: RouteURL) {
    (route, presentation, value, path) = (handler, .push, output, url.key)
  }
}

extension RouteURL {
  /// The path and query, without scheme and host.
  fileprivate var key: String { RouteURL(path: path, query: query).text() }
}
