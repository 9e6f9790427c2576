// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryText

extension RouteError: CustomStringConvertible {
  /// The fault, its source location, and the fix.
  public var description: String {
    switch self {
    case .malformedURL(let text, let problem, let position):
      "\"\(text)\" cannot be read as a URL: \(problem), at byte \(position)."
    case .undeclaredScheme(let scheme, let declared):
      "URLs of the scheme \(scheme) are not taken." + Self.advice("schemes", declared)
    case .undeclaredHost(let host, let declared):
      "URLs of the host \(host) are not taken." + Self.advice("hosts", declared)
    case .unprintable(let text, let problem):
      "\"\(text)\" cannot be part of a path: \(problem). Put it in the query."
    case .malformedPattern(let text, let problem, let position):
      "\"\(text)\" isn't a pattern: \(problem), at byte \(position)."
    case .missingCapture(let name, let pattern):
      "The pattern \(pattern) cannot be filled: there is no text for \(name)."
    case .malformedRedirects(let reason):
      "The redirect map isn't JSON: \(reason)"
    case .invalidRedirects(let problems):
      "The redirect map is refused:" + problems.map { "\n- \($0)" }.joined()
    default: callDescription
    }
  }

  private static func advice(_ kind: String, _ declared: [String]) -> String {
    declared.isEmpty
      ? " No \(kind) are declared; declare it to take URLs from outside."
      : " Declared \(kind): \(declared.joined(separator: ", "))."
  }
}
