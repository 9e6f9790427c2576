// SPDX-License-Identifier: Apache-2.0

internal import GantryDiscovery
internal import GantrySupport

/// Why a file of a module is not available.
@nonexhaustive
public enum ResourceError: Error, Sendable, Equatable {
  /// There is no such file in the folders `searched`. `near` are files that were probably meant; if
  /// there is no folder of the target, names of folders.
  case missing(path: String, target: String, searched: [String], near: [String])
  /// The file is there but cannot be used.
  case unreadable(path: String, reason: String)
  /// None of the `languages` has the text; they were tried in this order, best first.
  case untranslated(key: String, table: String, target: String, languages: [String])
}

extension ResourceError: CustomStringConvertible {
  /// The error, the folders that were searched, and the fix.
  public var description: String {
    switch self {
    case .missing(let path, let target, let searched, let near):
      """
      resource '\(path)' of '\(target)' is missing; looked in \
      \(searched.joined(separator: ", ")).\(Wording.near(near)) Declare it under `resources:` of the target, and keep \
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
