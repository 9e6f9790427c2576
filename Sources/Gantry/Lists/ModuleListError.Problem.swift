// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleListError {
  /// One thing that is wrong in a list, with the path of keys that leads to it.
  ///
  /// A path looks like `environments.staging.modules[2].priority`; the file as a whole is empty.
  @nonexhaustive
  public enum Problem: Sendable, Hashable {
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
