// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import Logging

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

  /// Returns the log of modules in an application where no module provides one.
  static func log(_ logger: Logger) -> Self {
    Self(
      LoggerService(logger: logger), as: (any LogService).self, isFallback: true,
      declaredAt: builtIn)
  }

  /// Whether a declaration is that of the built-in log, rather than a log that the app provides.
  static func isLog(_ declaration: ServiceDeclaration) -> Bool {
    declaration.provider == provider && declaration.declaredAt == builtIn
  }

  private static let builtIn = "the application"

  /// Adds the service to a registry.
  func provide(to registry: ServiceRegistry) { register(registry) }
}

/// A log service that writes to a logger of swift-log.
struct LoggerService: LogService {
  let logger: Logger

  func log(
    _ level: LogLevel, _ message: @autoclosure () -> String, _ metadata: [String: String]
  ) {
    logger.log(
      level: Logger.Level(level), "\(message())", metadata: metadata.mapValues { "\($0)" })
  }
}

extension Logger.Level {
  fileprivate init(_ level: LogLevel) {
    self =
      switch level {
      case .trace: .trace
      case .debug: .debug
      case .info: .info
      case .notice: .notice
      case .warning: .warning
      case .error: .error
      case .critical: .critical
      }
  }
}
