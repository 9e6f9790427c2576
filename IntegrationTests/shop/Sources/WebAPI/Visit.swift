// SPDX-License-Identifier: Apache-2.0

public import BazaarKit

/// One request of a browser, as the handlers of routes see it.
///
/// It exists while a route answers the request; a route that is called from the terminal or by
/// another module sees none. Many browsers are served at once, and each request has its own:
///
/// ```swift
/// let customer = Visit.current?.customer ?? "guest"
/// ```
public struct Visit: Sendable {
  /// The request that is being answered; nil if no browser is asking.
  @TaskLocal public static var current: Visit?

  /// The signed-in customer of this browser; nil without a sign-in.
  public let customer: String?
  /// The requested path and query.
  public let path: String
  /// The fields of a form that was sent; nil if a page is requested.
  public let form: Parameters?
  private let makeTicket: @Sendable () -> String

  /// Describes a request.
  ///
  /// - Parameters:
  ///   - customer: The signed-in customer; nil without a sign-in.
  ///   - path: The requested path and query.
  ///   - form: The fields of a form that was sent; nil if a page is requested.
  ///   - ticket: Returns the text that a form of this browser must carry.
  public init(
    customer: String?, path: String, form: Parameters? = nil,
    ticket: @escaping @Sendable () -> String
  ) {
    self.customer = customer
    self.path = path
    self.form = form
    makeTicket = ticket
  }

  /// The text that a form on the page must carry in a hidden field named `ticket`.
  ///
  /// Only this browser's pages have it, so a form that another site makes up does not. Asking for
  /// it begins a session if there is none.
  public func ticket() -> String { makeTicket() }
}
