// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryRouting
public import WebAPI

/// Who is signed in; or the form to sign in, and then to go on to another page.
@RoutePattern("account")
public struct AccountPage {
  /// What its handler returns.
  public typealias Output = Page
  /// The path and query of the page to go on to.
  public var next: String?
}
