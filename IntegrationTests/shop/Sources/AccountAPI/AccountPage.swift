// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces
public import WebAPI

/// The account of the signed-in customer, or the form to sign in and continue to another page.
@RoutePattern("account")
public struct AccountPage {
  /// The result of its handler.
  public typealias Output = Page
  /// The path and query of the page to continue to.
  public var next: String?
}
