// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What `@Provides(…)` says about a service.
public struct ProvideOptions: Sendable {
  /// Whether the service is used only where nobody else provides one.
  public var isFallback: Bool

  /// Makes the options of a provided service.
  ///
  /// - Parameter fallback: Whether the service is used only where nobody else provides one.
  public init(fallback: Bool = false) { self.isFallback = fallback }
}
