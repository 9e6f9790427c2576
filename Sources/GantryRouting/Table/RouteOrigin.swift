// SPDX-License-Identifier: Apache-2.0

/// The origin of a call. As the `access` of a route, it's the farthest origin that the route answers.
public enum RouteOrigin: String, Codable, Sendable {
  /// From the app's own code.
  case `internal`
  /// From a URL made outside the app, such as a link, a command line or a web page.
  case external
}
