// SPDX-License-Identifier: Apache-2.0

/// A column of a table.
public enum StorageColumn: Sendable, Equatable {
  /// A column of text.
  case text(String)
  /// A column of whole numbers.
  case integer(String)
}
