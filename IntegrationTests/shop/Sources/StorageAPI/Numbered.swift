// SPDX-License-Identifier: Apache-2.0

/// A stored record with its number.
public struct Numbered<R: StoredRecord>: Sendable {
  /// The number of the record in its table: 1, 2, …
  public let number: Int
  /// The record.
  public let record: R

  /// Pairs a record with its number.
  ///
  /// - Parameters:
  ///   - number: The number of the record in its table.
  ///   - record: The record.
  public init(number: Int, record: R) {
    self.number = number
    self.record = record
  }
}
