// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension Order {
  /// The order in a few words: `order 1: 2 × tea`.
  public var summary: String { "order \(number): \(quantity) × \(item)" }
}
