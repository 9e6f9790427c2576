// SPDX-License-Identifier: Apache-2.0

/// The options of a provided service, as in `@Provides(…)`.
public struct ProvideOptions: Sendable {
  /// Tells several services of the type apart; nil is the service without a qualifier.
  package var qualifier: ServiceQualifier?
  /// How long the same instance is handed out.
  package var scope: ServiceScope
  /// Whether the service is used only if no other module provides one.
  package var isFallback: Bool

  /// Creates the options of a provided service.
  ///
  /// - Parameters:
  ///   - qualifier: Tells several services of the type apart.
  ///   - scope: How long the same instance is handed out.
  ///   - fallback: Whether the service is used only if no other module provides one.
  public init(
    _ qualifier: ServiceQualifier? = nil, scope: ServiceScope = .shared, fallback: Bool = false
  ) {
    self.qualifier = qualifier
    self.scope = scope
    self.isFallback = fallback
  }
}
