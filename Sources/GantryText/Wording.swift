// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The parts that the messages of several targets share.
package enum Wording {
  /// A list in words: `A, B and C`.
  ///
  /// - Parameters:
  ///   - items: The items of the list.
  ///   - conjunction: The word before the last one.
  /// - Returns: Nothing for no items.
  package static func list(_ items: [String], _ conjunction: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return "\(items.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// The question that follows a name that is not known, after a space.
  ///
  /// - Parameter names: The names that were probably meant.
  /// - Returns: Nothing when nothing is near.
  package static func near(_ names: [String]) -> String {
    names.isEmpty ? "" : " Did you mean \(list(names, "or"))?"
  }
}
