// SPDX-License-Identifier: Apache-2.0

/// The reason why a text isn't a pattern.
package enum PathPatternFault: Hashable, Sendable {
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
