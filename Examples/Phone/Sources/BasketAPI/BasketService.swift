// SPDX-License-Identifier: Apache-2.0

/// Knows the goods that are to be bought.
@MainActor
public protocol BasketService: Sendable {
  /// The goods, in the order in which they were put in.
  var items: [String] { get }

  /// Puts something in.
  ///
  /// - Parameter item: Its name.
  func add(_ item: String)
}
