// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The provider that one consumer's request is bound to.
public struct ServiceBinding: Hashable, Sendable {
  /// The request.
  public let request: ServiceRequest
  /// The provider; nil where an optional request found none.
  public let provider: ServiceDeclaration?
}
