// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What the sending of a form has done, and where its sender goes on.
///
/// A route with this output answers a browser's POST, and nothing else: a link cannot call it. The
/// web module has tested by then that the form came from a page of this shop.
public struct Deed: Sendable, Equatable {
  /// What becomes of who is signed in.
  public enum Customer: Sendable, Equatable {
    /// It is whoever it was.
    case unchanged
    /// Somebody has signed in.
    case signedIn(String)
    /// Nobody is signed in any more.
    case signedOut
  }

  /// The path and query of the page that is shown next.
  public let path: String
  /// What that page says first; nil is nothing.
  public let remark: Remark?
  /// What becomes of who is signed in.
  public let customer: Customer

  /// States what was done.
  ///
  /// - Parameters:
  ///   - path: The path and query of the page that is shown next.
  ///   - remark: What that page says first; nil is nothing.
  ///   - customer: What becomes of who is signed in.
  public init(path: String, _ remark: Remark? = nil, customer: Customer = .unchanged) {
    self.path = path
    self.remark = remark
    self.customer = customer
  }
}
