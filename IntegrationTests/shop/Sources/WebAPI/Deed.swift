// SPDX-License-Identifier: Apache-2.0

/// The effects of a sent form, and the page that its sender sees next.
///
/// A route with this output answers a browser's POST, and nothing else: a link cannot call it. By
/// then, the web module has checked that the form came from a page of this shop.
public struct Deed: Sendable, Equatable {
  /// The effect on the signed-in customer.
  public enum Customer: Sendable, Equatable {
    /// The customer stays the same.
    case unchanged
    /// A customer has signed in.
    case signedIn(String)
    /// The customer has signed out.
    case signedOut
  }

  /// The path and query of the page that is shown next.
  public let path: String
  /// The remark that the page shows first; nil for none.
  public let remark: Remark?
  /// The effect on the signed-in customer.
  public let customer: Customer

  /// Describes the effects.
  ///
  /// - Parameters:
  ///   - path: The path and query of the page that is shown next.
  ///   - remark: The remark that the page shows first; nil for none.
  ///   - customer: The effect on the signed-in customer.
  public init(path: String, _ remark: Remark? = nil, customer: Customer = .unchanged) {
    self.path = path
    self.remark = remark
    self.customer = customer
  }
}
