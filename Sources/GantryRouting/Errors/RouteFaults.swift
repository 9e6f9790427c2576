// SPDX-License-Identifier: Apache-2.0

/// Why a text isn't a URL that can be routed.
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
  /// A port that isn't a number, or a port behind the first segment of an app's own scheme.
  case badPort
  /// A percent sign is not followed by two hexadecimal digits.
  case badEscape
  /// The escapes of a segment, name or value decode to bytes that aren't UTF-8.
  case notUTF8
  /// A control character: unescaped anywhere, escaped in a path, or an escaped NUL in a query.
  case controlCharacter
  /// A backslash before the query that is not escaped: others read it as a slash.
  case backslash
  /// A segment, or a part of it between escaped slashes or backslashes, is `.` or `..`.
  case dotSegment
  /// A segment without content; only when a path is made of segments, a text may contain them.
  case emptySegment
}

/// Why a text isn't a pattern.
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
  /// Two captures have one name.
  case repeatedName(String)
  /// A segment that other routers read as a capture, such as `{id}` or `user_:name`; `instead` is
  /// the capture that was probably meant, `escape` a way to write the character itself.
  case foreignCapture(String, instead: String, escape: String)
  /// A segment follows `*rest`.
  case restNotLast
  /// A pattern has no query and no fragment.
  case query
  /// A pattern is a path, without scheme and host.
  case scheme
  /// A literal segment that no path can have.
  case literal(RouteURLFault)
  /// A kind is given for a capture that the pattern does not have.
  case unknownCapture(String)
}

/// Something wrong in a map.
@nonexhaustive
public enum RouteRedirectsFault: Hashable, Sendable {
  /// A value of another kind than expected.
  case wrongValue(keyPath: String, expected: String, found: String)
  /// A key that must be there is not.
  case missingKey(keyPath: String)
  /// A key that has no meaning; `known` have one there.
  case unknownKey(keyPath: String, known: [String])
  /// More entries than a map may have.
  case tooMany(keyPath: String, limit: Int)
  /// A text isn't a pattern.
  case malformedPattern(keyPath: String, text: String, PathPatternFault, position: Int)
  /// A target uses a capture that its source does not have.
  case unknownCapture(keyPath: String, name: String, from: String)
  /// An entry is about the same paths as an earlier one.
  case clash(keyPath: String, first: String, pattern: String)
  /// Entries lead, for some path, from the last back to the first.
  case cycle(keyPaths: [String])
}
