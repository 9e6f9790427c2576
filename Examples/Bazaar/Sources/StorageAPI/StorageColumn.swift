// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A column of a table.
public enum StorageColumn: Sendable, Equatable {
  /// A column of text.
  case text(String)
  /// A column of whole numbers.
  case integer(String)
}
