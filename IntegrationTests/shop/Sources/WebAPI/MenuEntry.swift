// SPDX-License-Identifier: Apache-2.0

/// A part of the shop that its menu leads to; each module provides its own.
///
/// ```swift
/// @Provides var menu: MenuEntry { MenuEntry("Catalog", path: "/catalog", place: 100) }
/// ```
public struct MenuEntry: Sendable, Equatable {
  /// The text in the menu.
  public let title: String
  /// Where it leads.
  public let path: String
  /// Its place in the menu; the lowest comes first.
  public let place: Int
  /// Whether the name of the signed-in customer replaces the title.
  public let showsCustomer: Bool

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - title: The text in the menu.
  ///   - path: Where it leads.
  ///   - place: Its place in the menu; the lowest comes first.
  ///   - showsCustomer: Whether the name of the signed-in customer replaces the title.
  public init(_ title: String, path: String, place: Int, showsCustomer: Bool = false) {
    self.title = title
    self.path = path
    self.place = place
    self.showsCustomer = showsCustomer
  }
}
