// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The reason why a ``ModuleList`` could not be read; nothing of it is used.
@nonexhaustive
public enum ModuleListError: Error, Sendable, Hashable {
  /// The file's extension is neither `.json` nor `.plist`.
  case unknownFormat(file: String)
  /// The file isn't accessible, is too large, or its contents aren't a list; `reason` is a clause
  /// with the key path of the first mistake.
  case unusable(file: String, reason: String)
}

extension ModuleListError: CustomStringConvertible {
  /// The problem, its position, and how to fix it.
  public var description: String {
    switch self {
    case .unknownFormat(let file):
      "module list '\(file)' is neither .json nor .plist. Rename it, or convert it."
    case .unusable(let file, let reason):
      """
      module list '\(file)' cannot be used: \(reason). Correct the file or its path, or start \
      without a list.
      """
    }
  }
}
