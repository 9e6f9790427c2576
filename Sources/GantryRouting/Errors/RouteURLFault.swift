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
