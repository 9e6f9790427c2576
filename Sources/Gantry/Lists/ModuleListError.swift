// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// Why a ``ModuleList`` could not be read; nothing of it is used.
@nonexhaustive
public enum ModuleListError: Error, Sendable, Hashable {
  /// The file is neither `.json` nor `.plist`.
  case unknownFormat(file: String)
  /// There is no such file, or no access to it.
  case unreadable(file: String, reason: String)
  /// The contents are not in the format that they should be in.
  case malformed(file: String, reason: String)
  /// The contents are not those of a list: everything that is wrong with them.
  case invalid(file: String, faults: [Fault])
}

extension ModuleListError {
  /// One thing that is wrong in a list, with the path of keys that leads to it.
  ///
  /// A path looks like `environments.staging.modules[2].priority`; the file as a whole is empty.
  @nonexhaustive
  public enum Fault: Sendable, Hashable {
    /// A value of another type, out of range, or not one of those there are.
    case wrongValue(keyPath: String, expected: String, found: String, near: [String])
    /// A key that has to be there.
    case missingKey(keyPath: String, expected: String)
    /// A key that means nothing here; `near` are those that were probably meant.
    case unknownKey(keyPath: String, near: [String])
    /// A name that one array holds twice; `first` is the key path of the other one.
    case duplicate(ModuleName, keyPath: String, first: String)
    /// The file has sections for environments, and none for the one that was asked for.
    case unknownEnvironment(String, near: [String])
  }
}

extension ModuleListError: CustomStringConvertible {
  /// The fault, its position, and the fix; one line per fault.
  public var description: String {
    switch self {
    case .unknownFormat(let file):
      "module list '\(file)' is neither .json nor .plist. Rename it, or convert it."
    case .unreadable(let file, let reason):
      """
      module list '\(file)' cannot be read: \(reason). Correct the path, or start \
      without a list.
      """
    case .malformed(let file, let reason):
      """
      module list '\(file)' is not well-formed: \(reason). Correct the file, or \
      start without a list.
      """
    case .invalid(let file, let faults):
      (["module list '\(file)' cannot be used. Faults: \(faults.count)"]
        + faults.map { "- \(file)\($0)" }).joined(separator: "\n")
    }
  }
}

extension ModuleListError.Fault: CustomStringConvertible {
  /// The key path after a colon, the fault there, and the fix.
  public var description: String {
    switch self {
    case .wrongValue(let keyPath, let expected, let found, let near):
      "\(Self.place(keyPath)): expected \(expected), found \(found).\(Wording.near(near))"
    case .missingKey(let keyPath, let expected):
      "\(Self.place(keyPath)): missing. Write \(expected)."
    case .unknownKey(let keyPath, let near):
      "\(Self.place(keyPath)): unknown key.\(Wording.near(near)) Correct or remove it."
    case .duplicate(let name, let keyPath, let first):
      "\(Self.place(keyPath)): \(name) is already at \(first). Remove one of them."
    case .unknownEnvironment(let name, let near):
      """
      :environments: no section for \(name).\(Wording.near(near)) Add one, if only an empty one, or \
      correct the environment that is asked for.
      """
    }
  }

  private static func place(_ keyPath: String) -> String { keyPath.isEmpty ? "" : ":\(keyPath)" }
}
