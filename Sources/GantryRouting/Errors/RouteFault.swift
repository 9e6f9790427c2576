// SPDX-License-Identifier: Apache-2.0

/// A fault in the declarations of routes, found before any call.
@nonexhaustive
public enum RouteFault: Hashable, Sendable {
  /// Two patterns can match the same URL equally well; each comes with its source location.
  case clash(
    pattern: String, declaredAt: String, otherPattern: String, otherDeclaredAt: String)

  /// A declared scheme that no URL can have, or that is not the app's own, such as `https`.
  case malformedScheme(String)

  /// A declared host that no URL can have, that is not ASCII, or that has the port 443, which is
  /// never written.
  case malformedHost(String)

  /// Two routes have the same name; each comes with its source location.
  case doubledName(String, declaredAt: String, otherDeclaredAt: String)

  /// The text of a route isn't a pattern.
  case malformedPattern(route: String, declaredAt: String, RouteError)

  /// An entry of the redirect map leads to a path without a route.
  case unansweredRedirect(keyPath: String, to: String)

  /// A parameter whose type neither one segment nor the rest of a path can have.
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
      "\"\(scheme)\" cannot be declared as a scheme: an app's own scheme is a letter followed by"
        + " letters, digits, +, - and ., without ://, and isn't a web or system scheme. For https,"
        + " declare hosts."
    case .malformedHost(let host):
      "\"\(host)\" cannot be declared as a host: a host is a name such as shop.example, without a"
        + " scheme or path, and with a port only if it isn't 443. Write letters beyond ASCII as URLs"
        + " do: xn--bcher-kva.example."
    case .doubledName(let name, let declaredAt, let otherDeclaredAt):
      "Two routes are named \(name) (\(declaredAt) and \(otherDeclaredAt)). Rename one of them."
    case .malformedPattern(let route, let declaredAt, let error):
      "The pattern of \(route) (\(declaredAt)) cannot be read. \(error)"
    case .unansweredRedirect(let keyPath, let target):
      "\(keyPath) of the redirect map leads to \(target), which no route answers. Correct the target,"
        + " or move the entry to gone."
    case .unfitCapture(let label, let type, let route, let declaredAt):
      "The capture \(label) of \(route) (\(declaredAt)) cannot be \(type): a segment is one"
        + " value without a default, and a rest is an array."
    }
  }
}

/// The reason why a text isn't a URL that can be routed.
@nonexhaustive
public enum RouteURLFault: Hashable, Sendable {
  /// The URL has more bytes than the limit.
  case tooLong(limit: Int)
  /// The path has more segments than the limit.
  case tooManySegments(limit: Int)
  /// The query has more items than the limit.
  case tooManyQueryItems(limit: Int)
  /// A colon follows something that isn't a scheme.
  case badScheme
  /// A scheme is not followed by `//`.
  case missingSlashes
  /// The host is preceded by a user name.
  case userInfo
  /// A port that isn't a number, or a port after the first segment of an app's own scheme.
  case badPort
  /// A percent sign is not followed by two hexadecimal digits.
  case badEscape
  /// The escapes of a segment, name or value decode to bytes that aren't UTF-8.
  case notUTF8
  /// A control character: unescaped anywhere, escaped in a path, or an escaped NUL in a query.
  case controlCharacter
  /// An unescaped backslash before the query: other readers take it for a slash.
  case backslash
  /// A segment, or a part of it between escaped slashes or backslashes, is `.` or `..`.
  case dotSegment
  /// An empty segment. It is a fault only in a path made of segments; a text may contain empty
  /// ones.
  case emptySegment
}

/// The reason why a text isn't a pattern.
@nonexhaustive
public enum PathPatternFault: Hashable, Sendable {
  /// The pattern has more bytes than the limit.
  case tooLong(limit: Int)
  /// The pattern has more segments than the limit.
  case tooManySegments(limit: Int)
  /// The pattern has more captures than the limit.
  case tooManyCaptures(limit: Int)
  /// Two slashes in a row.
  case emptySegment
  /// A colon or an asterisk is not followed by a name: letters, digits and underscores, no digit
  /// first.
  case badName
  /// Two captures have the same name.
  case repeatedName(String)
  /// A segment that other routers read as a capture, such as `{id}` or `user_:name`. `instead` is
  /// the capture that was probably meant, and `escape` a way to write the character itself.
  case foreignCapture(String, instead: String, escape: String)
  /// A segment follows `*rest`.
  case restNotLast
  /// A pattern has no query and no fragment.
  case query
  /// A pattern is a path, without scheme and host.
  case scheme
  /// A literal segment that no path can have.
  case literal(RouteURLFault)
  /// A kind for a capture that the pattern does not have.
  case unknownCapture(String)
}
