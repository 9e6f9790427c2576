// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LinkedRecords {
  /// The subject of a record, which decides the type of its value.
  @nonexhaustive public enum Kind: UInt32, Sendable {
    /// The manifest of a module, or of a free function that takes part in the app's life.
    case manifest = 1
  }
}
