// SPDX-License-Identifier: Apache-2.0

public import GantryRouting
public import WebAPI

/// The account of the signed-in customer; or the form to sign in, and then to go on to another
/// page.
@RoutePattern("account")
public struct AccountPage {
  /// The result of its handler.
  public typealias Output = Page
  /// The path and query of the page to go on to.
  public var next: String?
}
