// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryRouting
public import WebAPI

/// One item of the catalog.
@RoutePattern("catalog/:id")
public struct ItemPage {
  /// The result of its handler.
  public typealias Output = Page
  /// The item's number.
  public var id: Int
}
