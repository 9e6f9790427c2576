// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces
public import WebAPI

/// The orders of the signed-in customer, the newest first.
@RoutePattern("orders")
public struct OrdersPage {
  /// The result of its handler.
  public typealias Output = Page
  /// The page, counted from 1; nil is the first.
  public var page: Int?
}
