// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Who provides what one consumer asked for.
public struct ServiceBinding: Hashable, Sendable {
  /// What was asked for.
  public let request: ServiceRequest
  /// Who provides it; nil where an optional request found nobody.
  public let provider: ServiceDeclaration?
}
