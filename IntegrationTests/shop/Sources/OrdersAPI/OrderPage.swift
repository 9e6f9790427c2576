// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces
public import WebAPI

/// One order of the signed-in customer.
@RoutePattern("orders/:id")
public struct OrderPage {
  /// The result of its handler.
  public typealias Output = Page
  /// The order's number.
  public var id: Int
}
