// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A service that can be resolved now.
public struct ProvidedService: Hashable, Sendable {
  /// The type under which it is resolved.
  public let type: ServiceType
  /// The provider, usually a module's name.
  public let provider: String
  /// How long one instance is handed out.
  public let scope: ServiceScope
}
