// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why something could not be routed.
@nonexhaustive
public enum RouteError: Error, Hashable, Sendable {
  /// A text is no URL or path; `position` is the offset of a byte, `text` the URL's beginning.
  case malformedURL(text: String, problem: RouteURL.Problem, position: Int)

  /// A URL has a scheme that the app does not declare.
  case undeclaredScheme(String, declared: [String])

  /// An `https` URL has a host, or a host and port, that the app does not claim.
  case undeclaredHost(String, declared: [String])

  /// A text cannot be part of a path, so that no URL can be made of it.
  case unprintable(text: String, problem: RouteURL.Problem)

  /// A text is no pattern; `position` is the offset of a byte.
  case malformedPattern(text: String, problem: PathPattern.Problem, position: Int)

  /// A pattern cannot be filled: there is no text for one of its captures.
  case missingCapture(name: String, pattern: String)

  /// A redirect map is no JSON.
  case malformedRedirects(reason: String)

  /// A redirect map is refused for all of these.
  case invalidRedirects([RouteRedirects.Problem])

  /// The first bytes of a text, so that an error is never as large as what it complains of.
  static func excerpt(_ text: String) -> String {
    let longest = 200
    guard text.utf8.count > longest else { return text }
    return String(decoding: text.utf8.prefix(longest), as: UTF8.self) + "…"
  }
}
