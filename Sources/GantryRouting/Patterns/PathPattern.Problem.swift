// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension PathPattern {
  /// Why a text isn't a pattern.
  @nonexhaustive
  public enum Problem: Hashable, Sendable {
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
    case literal(RouteURL.Problem)
    /// A kind is given for a capture that the pattern does not have.
    case unknownCapture(String)
  }
}
