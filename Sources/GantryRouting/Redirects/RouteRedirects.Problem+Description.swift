// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteRedirects.Problem: CustomStringConvertible {
  /// The position, the fault and the fix.
  public var description: String {
    switch self {
    case .wrongValue(let keyPath, let expected, let found):
      "\(keyPath): expected \(expected), found \(found)."
    case .missingKey(let keyPath): "\(keyPath) is missing."
    case .unknownKey(let keyPath, let known):
      "\(keyPath) isn't a key of a redirect map; known here: \(known.joined(separator: ", "))."
    case .tooMany(let keyPath, let limit):
      "\(keyPath): more than \(limit) entries."
    case .malformedPattern(let keyPath, let text, let problem, let position):
      "\(keyPath): \"\(text)\" isn't a pattern: \(problem), at byte \(position)."
    case .unknownCapture(let keyPath, let name, let from):
      "\(keyPath) uses \(name), which \(from) does not capture."
    case .clash(let keyPath, let first, let pattern):
      "\(keyPath) is about the same paths as \(first), \(pattern). Remove one of them."
    case .cycle(let keyPaths):
      "\((keyPaths + keyPaths.prefix(1)).joined(separator: " → ")) may lead in a circle. Remove one"
        + " of them, or let it lead to the end."
    }
  }
}
