// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Collects what a module does and offers, in source order.
///
/// `@Module` fills it from the annotated members; without macros, its functions are called by hand.
public struct ModuleBuilder<M: Sendable>: Sendable {
  let name: ModuleName
  var tasks: [ModuleManifest.Task] = []
  var handlers: [ModuleManifest.Handler] = []
  var services: [ServiceDeclaration] = []
  var injections: [ServiceRequest] = []
  var values: [SharedValueClaim] = []
  var shutdown: ModuleManifest.Shutdown?
  var bindings = ModuleBindings<M>()

  init(name: ModuleName) { self.name = name }

  /// States that the module injects a service, and so requires whoever provides it.
  ///
  /// - Parameters:
  ///   - type: The service's type.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func inject<S: Sendable>(
    _ type: S.Type, at location: String? = nil, fileID: String = #fileID, line: Int = #line
  ) {
    injections.append(
      ServiceRequest(
        ServiceType(type), for: name.rawValue, declaredAt: location ?? "\(fileID):\(line)"))
  }

  /// States that the module uses a service if somebody provides it.
  ///
  /// - Parameters:
  ///   - type: The service's type, as an optional.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func inject<S: Sendable>(
    _ type: S?.Type, at location: String? = nil, fileID: String = #fileID, line: Int = #line
  ) {
    injections.append(
      ServiceRequest(
        ServiceType(S.self), for: name.rawValue, isOptional: true,
        declaredAt: location ?? "\(fileID):\(line)"))
  }

  /// States that the module provides a service, read once when its blocking tasks have ended.
  ///
  /// - Parameters:
  ///   - type: The type under which others inject it.
  ///   - member: The member that holds it, for messages.
  ///   - options: Whether it stands back for other providers.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - read: Gives the service.
  public mutating func provides<S: Sendable>(
    _ type: S.Type, _ member: String, _ options: ProvideOptions = ProvideOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ read: @escaping @concurrent @Sendable (M) async throws -> S
  ) {
    let provider = name.rawValue
    services.append(
      ServiceDeclaration(
        ServiceType(type), by: provider, isFallback: options.isFallback,
        declaredAt: location ?? "\(fileID):\(line)"))
    bindings.provisions.append { module, registry in
      registry.provide(try await read(module), as: type, by: provider)
    }
  }

  /// States what the module does at the end of its life.
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - options: The longest time it may take.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func shutdown(
    _ function: String, _ options: ShutdownOptions = ShutdownOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (M) async throws -> Void
  ) {
    shutdown = ModuleManifest.Shutdown(
      function: function, options: options, declaredAt: location ?? "\(fileID):\(line)")
    bindings.shutdown = body
  }
}
