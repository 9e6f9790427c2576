// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteURL.Problem: CustomStringConvertible {
  /// The problem as a clause without a stop.
  public var description: String {
    switch self {
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    case .tooManySegments(let limit): "its path has more than \(limit) segments"
    case .tooManyQueryItems(let limit): "its query has more than \(limit) items"
    case .badScheme:
      "a scheme is a letter and then letters, digits, +, - and .; write %3A for a colon in a path"
    case .missingSlashes: "// follows a scheme; write %3A for a colon in a path"
    case .userInfo: "a user name is not allowed before a host"
    case .badPort: "the port isn't a number, or isn't allowed"
    case .badEscape: "a percent sign needs two hexadecimal digits; write %25 for the sign itself"
    case .notUTF8: "its escapes are no UTF-8"
    case .controlCharacter: "a control character is not allowed"
    case .backslash: "a backslash is not allowed; write %5C for the character"
    case .dotSegment: "segments . and .. are not allowed"
    case .emptySegment: "a segment may not be empty"
    }
  }
}
