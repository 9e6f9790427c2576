// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces
public import WebAPI

/// The first page of the shop.
@RoutePattern("/")
public struct HomePage {
  /// The result of its handler.
  public typealias Output = Page
}
