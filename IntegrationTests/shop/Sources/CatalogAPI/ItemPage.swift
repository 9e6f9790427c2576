// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces
public import WebAPI

/// One item of the catalog.
@RoutePattern("catalog/:id")
public struct ItemPage {
  /// The result of its handler.
  public typealias Output = Page
  /// The item's number.
  public var id: Int
}
