// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why something could not be routed.
@nonexhaustive
public enum RouteError: Error, Hashable, Sendable {
  /// A text isn't a URL or path; `position` is the offset of a byte, `text` the URL's beginning.
  case malformedURL(text: String, problem: RouteURL.Problem, position: Int)

  /// A URL has a scheme that the app does not declare.
  case undeclaredScheme(String, declared: [String])

  /// An `https` URL has a host, or a host and port, that the app does not claim.
  case undeclaredHost(String, declared: [String])

  /// A text cannot be part of a path, so that no URL can be made of it.
  case unprintable(text: String, problem: RouteURL.Problem)

  /// A text isn't a pattern; `position` is the offset of a byte.
  case malformedPattern(text: String, problem: PathPattern.Problem, position: Int)

  /// A pattern cannot be filled: there is no text for one of its captures.
  case missingCapture(name: String, pattern: String)

  /// A redirect map isn't JSON.
  case malformedRedirects(reason: String)

  /// A redirect map is refused for all of these.
  case invalidRedirects([RouteRedirects.Problem])

  /// A path is not one of a typed route's pattern.
  case otherRoute(path: String, pattern: String)

  /// A parameter is not given; `route` is its name or pattern.
  case missingArgument(label: String, type: String, route: String)

  /// A text cannot be read as a parameter, or is given more than once.
  case wrongArgument(label: String, expected: String, text: String, route: String)

  /// A call by name does not give the labels that the route has; `optional` are those of the expected
  /// ones that may be left out.
  case wrongLabels(route: String, expected: [String], optional: [String], given: [String])

  /// There is no route of a name; `near` are the names that were probably meant.
  case unknownName(String, near: [String])

  /// No route answers a path; `near` are paths that were probably meant, for calls from inside.
  case notFound(path: String, near: [String])

  /// The redirect map lists a path as gone.
  case gone(path: String)

  /// No module declares a route of this type; `pattern` is its pattern.
  case unhandled(type: String, pattern: String)

  /// A URL from outside leads to a route that is internal.
  case refused(path: String, route: String)

  /// An interceptor does not let a call pass.
  case vetoed(reason: String, by: String, route: String)

  /// Interceptors lead back to where a call was already, or redirect it more than 16 times; `chain`
  /// are the URLs.
  case redirectLoop(chain: [String])

  /// Handlers call routes inside of each other deeper than ``RouteLimits/callDepth``; `chain` are the
  /// names of the routes, the outermost call first.
  case nestedTooDeep(chain: [String], limit: Int)

  /// A route returns something else than the caller asked for.
  case wrongOutput(route: String, expected: String, actual: String)

  /// A call without `await` of a route that takes time; `because` names the reason.
  case needsAwait(route: String, because: String)

  /// The owner of a route is not there: skipped, failed, switched off or not launched yet.
  case unavailable(route: String, owner: String, reason: String)

  /// The handler of a route threw an error.
  case failed(route: String, Failure)

  /// The caller was cancelled.
  case cancelled(route: String)

  /// The first bytes of a text, so that an error is never as large as the text it reports.
  static func excerpt(_ text: String) -> String {
    let longest = 200
    guard text.utf8.count > longest else { return text }
    return String(decoding: text.utf8.prefix(longest), as: UTF8.self) + "…"
  }
}
