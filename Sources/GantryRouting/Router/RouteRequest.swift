// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantrySupport

/// A request for a route: a path or URL, or the name of a route with arguments.
///
/// A caller writes one, mostly as a literal. Interceptors, not-found handlers and handlers that ask
/// for it get the one that the router has read.
///
/// ```swift
/// try await router.call("orders/7?tab=open", as: Page.self)
/// try await router.call(RouteRequest(named: "Orders/line", ["id": 7]), as: Page.self)
/// try await router.open(RouteRequest(event.url, in: event.scene), as: Page.self)
/// ```
///
/// The router reads a text by these rules:
///
/// - A text without a scheme is a path. Empty segments are ignored: `//orders/7/` is `orders/7`.
/// - The app declares its own schemes; their host is the first segment: `bazaar://orders/7`.
/// - The app claims hosts of `https`, which are not part of the path. Scheme and host ignore case.
/// - Each segment is decoded on its own, and only once. `.` and `..` in any notation, control
///   characters, bad escapes and text that isn't UTF-8 are refused.
/// - In a query, items may repeat, and a plus is a space. A fragment is dropped.
///
/// `Documentation/Reference/URLTable.md` has a row for each case.
///
/// A request has a URL, which a typed call needs only when an interceptor or a handler looks at it. So
/// handlers get a ``RouteCall``, which makes the request on demand.
public struct RouteRequest: Hashable, Sendable {
  /// What the router has to find.
  enum Target: Hashable, Sendable {
    case text(String)
    indirect case named(String, RouteArguments)
    indirect case read(Reading)
  }

  /// A request that the router has read.
  struct Reading: Hashable, Sendable {
    var url: RouteURL
    var name: String?
    var arguments: RouteArguments
    var original: RouteRequest?
  }

  let target: Target
  /// The origin of the call. A request that you create is internal. One that the router has read
  /// keeps its origin in ``Router/call(_:as:)``.
  public let origin: RouteOrigin
  /// The scene that the request is meant for: that of an opened URL, or the one that the caller
  /// names; nil if there is none.
  public var scene: SceneID?

  /// Creates a request for a path with its query, or a URL of a declared scheme or host.
  ///
  /// - Parameters:
  ///   - text: The path or URL, with its escapes. The router reads it, and reports its faults.
  ///   - scene: The scene that it is meant for.
  public init(_ text: String, in scene: SceneID? = nil) {
    self.init(.text(text), in: scene)
  }

  /// Creates a request for a URL.
  ///
  /// - Parameters:
  ///   - url: A URL of a declared scheme or host, or a path. The router reads it, and reports its
  ///     faults.
  ///   - scene: The scene that it is meant for.
  public init(_ url: URL, in scene: SceneID? = nil) {
    self.init(.text(url.absoluteString), in: scene)
  }

  /// Creates a request for a route by its name.
  ///
  /// - Parameters:
  ///   - name: The owner and the method: `Orders/show`.
  ///   - arguments: Captures and query items by label.
  ///   - scene: The scene that it is meant for.
  public init(
    named name: String, _ arguments: RouteArguments = [:], in scene: SceneID? = nil
  ) {
    self.init(.named(name, arguments), in: scene)
  }

  init(_ target: Target, from origin: RouteOrigin = .internal, in scene: SceneID?) {
    self.target = target
    self.origin = origin
    self.scene = scene
  }

  /// The destination. Before the router has read the request, it is read from the text with any
  /// scheme, and it is the root for a name and for a text that isn't a URL.
  package var url: RouteURL {
    switch target {
    case .text(let text): RouteURL(ofAnyScheme: text) ?? RouteURL(path: .root)
    case .named: RouteURL(path: .root)
    case .read(let reading): reading.url
    }
  }

  /// The destination as text that reads back as the same one: `/orders/7?tab=open`, or a URL.
  ///
  /// Before the router has read the request, it is read with any scheme. A name, and a text that
  /// isn't a URL, have the path `/`. This also applies to ``path``, ``segments`` and ``query``.
  public var text: String { url.text() }

  /// The path as written in a URL, with a leading slash and escapes, without the query: `/orders/7`.
  public var path: String { url.path.description }

  /// The decoded segments of the path; empty for `/`.
  public var segments: [String] { url.path.segments }

  /// The query items in order, decoded. A value is nil without an equals sign, and empty when
  /// nothing follows the sign.
  public var query: [(name: String, value: String?)] { url.query.map { ($0.name, $0.value) } }

  /// The name of the route, `Orders/show`; nil when no route answers, and before the router has
  /// read a path or URL.
  public var name: String? {
    switch target {
    case .text: nil
    case .named(let name, _): name
    case .read(let reading): reading.name
    }
  }

  /// The captures and query items, as texts with labels; empty before the router has read a path or
  /// URL.
  public var arguments: RouteArguments {
    switch target {
    case .text: RouteArguments()
    case .named(_, let arguments): arguments
    case .read(let reading): reading.arguments
    }
  }

  /// The request that came first, if interceptors have redirected it to this one.
  ///
  /// A sign-in page goes on with `router.call(original)`, where the first request keeps its origin
  /// and its scene.
  public var original: RouteRequest? {
    if case .read(let reading) = target { reading.original } else { nil }
  }
}

extension RouteRequest: ExpressibleByStringInterpolation {
  /// Creates a request for a path or URL.
  public init(stringLiteral text: String) { self.init(text) }
}

extension RouteURL {
  /// Reads a URL whose scheme or host need not be declared; nil for a text that isn't a URL.
  fileprivate init?(ofAnyScheme text: String) {
    var schemes = RouteSchemes.none
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].hasPrefix("//") {
      let scheme = parts[0].lowercased()
      let host = parts[1].dropFirst(2).prefix { !"/?#".contains($0) }
      schemes = scheme == "https" ? RouteSchemes([], hosts: ["\(host)"]) : RouteSchemes([scheme])
    }
    do throws(RouteError) { try self.init(parsing: text, schemes: schemes) } catch { return nil }
  }
}
