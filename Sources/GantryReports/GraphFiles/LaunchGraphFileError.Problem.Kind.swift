// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchGraphFileError.Problem {
  /// The kinds of mistakes in a graph file.
  @nonexhaustive
  public enum Kind: Sendable, Hashable {
    /// A value of another type, out of range, or not one of those there are.
    case wrongValue(expected: String, found: String, near: [String])
    /// A key that has to be there.
    case missingKey(expected: String)
    /// A key that was probably meant to be another one.
    case unknownKey(near: [String])
    /// A name that another task has, too; `first` is the key path of that one.
    case duplicate(String, first: String)
  }
}
