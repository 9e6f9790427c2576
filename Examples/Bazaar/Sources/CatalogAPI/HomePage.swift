// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryRouting
public import WebAPI

/// The first page of the shop.
@RoutePattern("/")
public struct HomePage {
  /// The result of its handler.
  public typealias Output = Page
}
