// SPDX-License-Identifier: Apache-2.0

import GantrySupport

/// The reason why a call could not be routed.
@nonexhaustive
public enum RouteError: Error, Hashable, Sendable {
  /// A text isn't a URL or path; `position` is the offset of a byte, `text` the URL's beginning.
  case malformedURL(text: String, fault: RouteURLFault, position: Int)

  /// A URL's scheme is not one that the app declares.
  case undeclaredScheme(String, declared: [String])

  /// An `https` URL has a host, or a host and port, that the app does not claim.
  case undeclaredHost(String, declared: [String])

  /// A text cannot be part of a path, so no URL can be made from it.
  case unprintable(text: String, fault: RouteURLFault)

  /// A text isn't a pattern; `reason` is a clause, and `position` the offset of a byte.
  case malformedPattern(text: String, reason: String, position: Int)

  /// A pattern cannot be filled in: there is no value for one of its captures.
  case missingCapture(name: String, pattern: String)

  /// A redirect map is refused; `reason` is a clause with the key path of the first mistake.
  case invalidRedirects(reason: String)

  /// A path does not match a typed route's pattern.
  case otherRoute(path: String, pattern: String)

  /// A parameter is missing; `route` is the route's name or pattern.
  case missingArgument(label: String, type: String, route: String)

  /// A text cannot be read as a parameter, or is given more than once.
  case wrongArgument(label: String, expected: String, text: String, route: String)

  /// A route has an object without a default, which no URL carries; `route` is its pattern.
  case notFromURL(object: String, route: String)

  /// A call by name does not have the route's labels; `optional` are the expected labels that may
  /// be left out.
  case wrongLabels(route: String, expected: [String], optional: [String], given: [String])

  /// No route has this name; `near` are names that were probably meant.
  case unknownName(String, near: [String])

  /// No route answers a path; `near` are paths that were probably meant, for calls from inside the
  /// app.
  case notFound(path: String, near: [String])

  /// The redirect map lists a path as gone.
  case gone(path: String)

  /// No module declares a route of this type; `pattern` is its pattern.
  case unhandled(type: String, pattern: String)

  /// A URL from outside leads to an internal route.
  case refused(path: String, route: String)

  /// An interceptor rejects a call.
  case vetoed(reason: String, by: String, route: String)

  /// The module of an interceptor that has to be asked is unavailable, so that the path stays
  /// closed: it was skipped, has failed or stopped, or stops before it has decided.
  case interceptorUnavailable(String, owner: ModuleName, reason: String, route: String)

  /// An interceptor has not decided within the limit that the caller wrote.
  case undecided(by: String, route: String)

  /// A redirect map or interceptors redirect a call in a circle, or more than eight times; `chain`
  /// has the URLs.
  case redirectLoop(chain: [String])

  /// Handlers nest calls deeper than ``RouteLimits`` allows; `chain` has the names of the routes,
  /// outermost first.
  case nestedTooDeep(chain: [String], limit: Int)

  /// A route returns another type than the caller asked for.
  case wrongOutput(route: String, expected: String, actual: String)

  /// A route that takes time is called without `await`; `because` is the reason.
  case needsAwait(route: String, because: String)

  /// A route's owner is unavailable: skipped, failed, stopped or not launched yet.
  case unavailable(route: String, owner: ModuleName, reason: String)

  /// The handler of a route threw an error.
  case failed(route: String, Failure)

  /// The caller was cancelled.
  case cancelled(route: String)

  /// How often a map, and interceptors, may redirect a call; the next redirect ends it.
  static let mostHops = 8
}

extension RouteError {
  /// An error that a handler threw.
  public struct Failure: Hashable, Sendable, CustomStringConvertible {
    /// The error as it was thrown.
    public let error: any Error

    /// Creates a wrapper around an error.
    public init(_ error: any Error) { self.error = error }

    /// Whether two errors have the same type and description.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      type(of: lhs.error) == type(of: rhs.error) && lhs.description == rhs.description
    }

    /// Hashes the error's description.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// The error's description.
    public var description: String { Wording.text(of: error) }
  }
}

extension RouteError: CustomStringConvertible {
  /// The problem and, where there is one, the fix.
  public var description: String {
    switch self {
    case .malformedURL(let text, let fault, let position):
      "\"\(text)\" cannot be read as a URL: \(fault), at byte \(position)."
    case .undeclaredScheme(let scheme, let declared):
      "URLs with the scheme \(scheme) are not accepted." + Self.advice("schemes", declared)
    case .undeclaredHost(let host, let declared):
      "URLs with the host \(host) are not accepted." + Self.advice("hosts", declared)
    case .unprintable(let text, let fault):
      "\"\(text)\" cannot be part of a path: \(fault). Put it in the query."
    case .malformedPattern(let text, let reason, let position):
      "\"\(text)\" isn't a pattern: \(reason), at byte \(position)."
    case .missingCapture(let name, let pattern):
      "The pattern \(pattern) cannot be filled in: there is no value for \(name)."
    case .invalidRedirects(let reason):
      "The redirect map cannot be used: \(reason)."
    default: callDescription
    }
  }

  private static func advice(_ kind: String, _ declared: [String]) -> String {
    declared.isEmpty
      ? " No \(kind) are declared: list them in `\(kind):` of the application or router to accept"
        + " URLs from outside."
      : " Declared \(kind): \(declared.joined(separator: ", "))."
  }
}

extension RouteError {
  /// The wording of errors in a call.
  var callDescription: String {
    switch self {
    case .otherRoute(let path, let pattern):
      "\(path) does not match the pattern \(pattern)."
    case .missingArgument(let label, let type, let route):
      "\(Self.subject(route)) needs \(label): \(type), which is missing."
    case .wrongArgument(let label, let expected, let text, let route):
      "\(Self.subject(route)) expects \(expected) for \(label), not \"\(text)\"."
    case .notFromURL(let object, let route):
      "\(Self.subject(route)) needs \(object), which no URL carries: show it from code, or give"
        + " \(object) a default."
    case .wrongLabels(let route, let expected, let optional, let given):
      "\(route) is called with \(Self.labels(given)); it takes \(Self.labels(expected))"
        + (optional.isEmpty ? "." : ", of which \(Wording.list(optional)) may be left out.")
        + Self.nearLabels(expected, given)
    case .unknownName(let name, let near):
      "There is no route named \(name)." + Wording.near(near)
    case .notFound(let path, let near): "No route answers \(path)." + Wording.near(near)
    case .gone(let path): "\(path) is gone."
    case .unhandled(let type, let pattern):
      "No module handles \(type) (\(pattern)). Link the module that does, or declare a handler."
    case .refused(let path, let route):
      "\(path) came from outside, and \(route) is internal. To open it, declare it with access:"
        + " .external."
    case .redirectLoop(let chain):
      "A call is redirected \(Self.course(of: chain)): \(chain.joined(separator: " → ")). Change the"
        + " redirect map or the interceptor that redirects it."
    default: outcomeDescription
    }
  }

  private var outcomeDescription: String {
    switch self {
    case .vetoed(let reason, let interceptor, let route):
      "\(interceptor) blocks \(route): \(reason)"
    case .interceptorUnavailable(let interceptor, let owner, let reason, let route):
      "\(route) cannot be called: its interceptor \(interceptor) cannot be asked, because \(owner)"
        + " \(reason)."
    case .undecided(let interceptor, let route):
      "\(route) was not called: its interceptor \(interceptor) did not decide within the caller's"
        + " limit."
    case .nestedTooDeep(let chain, let limit):
      "Routes call each other more than \(limit) calls deep: \(chain.joined(separator: " → "))."
    case .wrongOutput(let route, let expected, let actual):
      "\(route) returns \(actual), not \(expected)."
    case .needsAwait(let route, let because):
      "\(route) cannot be called without await: \(because)."
    case .unavailable(let route, let owner, let reason):
      "\(route) cannot be called: \(owner) \(reason)."
    case .failed(let route, let failure): "\(route) failed: \(failure)"
    case .cancelled(let route): "The call to \(route) was cancelled."
    default: "The route cannot be called."
    }
  }

  private static func subject(_ route: String) -> String { route.isEmpty ? "The route" : route }

  private static func course(of chain: [String]) -> String {
    let isCircle = chain.last.map(chain.dropLast().contains) ?? false
    return isCircle ? "in a circle" : "more than \(mostHops) times"
  }

  private static func labels(_ labels: [String]) -> String {
    labels.isEmpty ? "no arguments" : Wording.list(labels)
  }

  private static func nearLabels(_ expected: [String], _ given: [String]) -> String {
    given.filter { !expected.contains($0) }.map { label in
      let near = NearNames.of(label, among: expected)
      return near.isEmpty ? "" : " For \(label), did you mean \(Wording.list(near, "or"))?"
    }.joined()
  }
}
