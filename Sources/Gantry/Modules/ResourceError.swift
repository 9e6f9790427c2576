// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a file of a module is not available.
@nonexhaustive
public enum ResourceError: Error, Sendable, Equatable {
  /// There is no such file; `searched` are the folders that were looked at.
  case missing(path: String, target: String, searched: [String])
  /// The file is there but cannot be used.
  case unreadable(path: String, reason: String)
  /// None of the languages has a text; `languages` are those that were looked at, best first.
  case untranslated(key: String, table: String, target: String, languages: [String])
}

extension ResourceError: CustomStringConvertible {
  /// The fault, the places that were searched, and the fix.
  public var description: String {
    switch self {
    case .missing(let path, let target, let searched):
      """
      resource '\(path)' of target '\(target)' is missing; looked in \
      \(searched.joined(separator: ", ")). Declare it under `resources:` of the target, and keep \
      the target's resource folder beside the program.
      """
    case .unreadable(let path, let reason):
      "resource '\(path)' cannot be used: \(reason)"
    case .untranslated(let key, let table, let target, let languages):
      """
      text '\(key)' of target '\(target)' is missing; looked in table '\(table)' of \
      \(languages.isEmpty ? "no language" : languages.joined(separator: ", ")). Add it to \
      '<language>.lproj/\(table).strings' among the target's resources.
      """
    }
  }
}
