// SPDX-License-Identifier: Apache-2.0

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
  /// A segment in the syntax of another router, such as `{id}`, `user_:name`, `:id(\d+)` or `*`.
  /// `instead` is the capture that was probably meant, and `advice` a clause with what else to know,
  /// such as a way to write the character itself.
  case foreignCapture(String, instead: String, advice: String)
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
