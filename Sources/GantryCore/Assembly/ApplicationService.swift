// SPDX-License-Identifier: Apache-2.0

internal import GantryServices

/// A service that the application itself gives to its modules.
package struct ApplicationService: Sendable {
  /// The provider's name for services of the application.
  static let provider: ModuleName = "the app"

  let declaration: ServiceDeclaration
  private let register: @Sendable (ServiceRegistry) -> Void

  init<S: Sendable>(
    _ value: S, as type: S.Type, _ qualifier: ServiceQualifier? = nil, isFallback: Bool,
    declaredAt: String
  ) {
    declaration = ServiceDeclaration(
      ServiceType(type, qualifier: qualifier), by: Self.provider, isFallback: isFallback,
      declaredAt: declaredAt)
    register = { $0.provide(value, as: type, qualifier, by: Self.provider) }
  }

  init<Value>(
    _ key: ServiceKey<Value>, declaredAt: String, _ read: @escaping @Sendable () -> Value
  ) {
    declaration = ServiceDeclaration(
      ServiceType(key), by: Self.provider, declaredAt: declaredAt)
    register = { $0.provide(key, by: Self.provider, read) }
  }

  /// Adds the service to a registry.
  func provide(to registry: ServiceRegistry) { register(registry) }
}
