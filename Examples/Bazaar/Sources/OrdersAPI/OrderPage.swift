// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryRouting
public import WebAPI

/// One order of whoever is signed in.
@RoutePattern("orders/:id")
public struct OrderPage {
  /// What its handler returns.
  public typealias Output = Page
  /// The order's number.
  public var id: Int
}
