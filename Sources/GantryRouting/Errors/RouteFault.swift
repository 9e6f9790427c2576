// SPDX-License-Identifier: Apache-2.0

/// A fault in the declarations of routes, found before any call.
@nonexhaustive
public enum RouteFault: Hashable, Sendable {
  /// Two patterns can match the same URL equally; each with where it was declared.
  case clash(
    pattern: String, declaredAt: String, otherPattern: String, otherDeclaredAt: String)

  /// A declared scheme that no URL can have, or one that is not the app's own, such as `https`.
  case malformedScheme(String)

  /// A declared host that no URL can have, one beyond ASCII, or one with the port 443, which is never
  /// written.
  case malformedHost(String)

  /// Two routes have one name; each with where it was declared.
  case doubledName(String, declaredAt: String, otherDeclaredAt: String)

  /// The text of a route isn't a pattern.
  case malformedPattern(route: String, declaredAt: String, RouteError)

  /// An entry of the redirect map leads to a path without a route.
  case unansweredRedirect(keyPath: String, to: String)

  /// A parameter that the rest of a path or one segment of it cannot be.
  case unfitCapture(String, type: String, route: String, declaredAt: String)
}

extension RouteFault: CustomStringConvertible {
  /// The fault, its source location, and the fix.
  public var description: String {
    switch self {
    case .clash(let pattern, let declaredAt, let other, let otherDeclaredAt):
      "The patterns \(pattern) (\(declaredAt)) and \(other) (\(otherDeclaredAt)) can match the same"
        + " path, and neither is more specific. Change a literal, or the type of a capture."
    case .malformedScheme(let scheme):
      "\"\(scheme)\" cannot be declared as a scheme: one of the app's own is a letter and then"
        + " letters, digits, +, - and ., without ://, and none of the web or the system. For https"
        + " declare hosts."
    case .malformedHost(let host):
      "\"\(host)\" cannot be declared as a host: it is a name such as shop.example, without scheme"
        + " and path, with a port only where it is not 443. Letters beyond ASCII are written as URLs"
        + " have them: xn--bcher-kva.example."
    case .doubledName(let name, let declaredAt, let otherDeclaredAt):
      "Two routes are named \(name) (\(declaredAt) and \(otherDeclaredAt)). Rename one of them."
    case .malformedPattern(let route, let declaredAt, let error):
      "The pattern of \(route) (\(declaredAt)) cannot be read. \(error)"
    case .unansweredRedirect(let keyPath, let target):
      "\(keyPath) of the redirect map leads to \(target), which no route answers. Correct the target,"
        + " or move the entry to gone."
    case .unfitCapture(let label, let type, let route, let declaredAt):
      "The capture \(label) of \(route) (\(declaredAt)) cannot be \(type): one segment is one"
        + " value without default, and a rest is an array."
    }
  }
}
