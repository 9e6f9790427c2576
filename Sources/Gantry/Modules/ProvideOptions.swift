// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The options of a provided service, as in `@Provides(…)`.
public struct ProvideOptions: Sendable {
  /// Which of several services of the type; nil is the one without a qualifier.
  public var qualifier: ServiceQualifier?
  /// How long one instance is handed out.
  public var scope: ServiceScope
  /// Whether the service is used only where no other module provides one.
  public var isFallback: Bool

  /// Makes the options of a provided service.
  ///
  /// - Parameters:
  ///   - qualifier: Which of several services of the type.
  ///   - scope: How long one instance is handed out.
  ///   - fallback: Whether the service is used only where no other module provides one.
  public init(
    _ qualifier: ServiceQualifier? = nil, scope: ServiceScope = .shared, fallback: Bool = false
  ) {
    self.qualifier = qualifier
    self.scope = scope
    self.isFallback = fallback
  }
}
