// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import StorageAPI

/// A message to a customer.
struct Message: StoredRecord {
  static var table: String { "messages" }
  static var columns: [StorageColumn] { [.text("customer"), .text("text")] }

  let customer: String
  let text: String
}
