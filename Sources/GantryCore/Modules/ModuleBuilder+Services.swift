// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import GantrySupport

extension ModuleBuilder {
  /// Declares that the module injects a service, and so requires the module that provides it.
  ///
  /// - Parameters:
  ///   - type: The service's type.
  ///   - qualifier: Tells several services of the type apart.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  public mutating func inject<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier? = nil, fileID: String = #fileID,
    line: Int = #line
  ) {
    request(ServiceType(type, qualifier: qualifier), .required, "\(fileID):\(line)") {
      try await $0.obtainIfPresent(type, qualifier)
    }
  }

  /// Declares that the module uses a service if a linked module provides it.
  ///
  /// - Parameters:
  ///   - type: The service's type, as an optional.
  ///   - qualifier: Tells several services of the type apart.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  public mutating func inject<Service: Sendable>(
    _ type: Service?.Type, _ qualifier: ServiceQualifier? = nil, fileID: String = #fileID,
    line: Int = #line
  ) {
    request(
      ServiceType(Service.self, qualifier: qualifier), .optional, "\(fileID):\(line)"
    ) {
      try await $0.obtainIfPresent(Service.self, qualifier)
    }
  }

  /// Declares that the module uses all services of a type.
  ///
  /// - Parameters:
  ///   - type: The services' type, as an array.
  ///   - qualifier: Selects the services with this qualifier; nil takes all.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  public mutating func inject<Service: Sendable>(
    _ type: [Service].Type, _ qualifier: ServiceQualifier? = nil, fileID: String = #fileID,
    line: Int = #line
  ) {
    request(ServiceType(Service.self, qualifier: qualifier), .all, "\(fileID):\(line)") {
      try await $0.obtainAll(Service.self, qualifier)
    }
  }

  /// Declares that the module uses a service later; the service's provider may also launch later.
  ///
  /// - Parameters:
  ///   - type: The service's type, as a `Lazy`.
  ///   - qualifier: Tells several services of the type apart.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  public mutating func inject<Service: Sendable>(
    _ type: Lazy<Service>.Type, _ qualifier: ServiceQualifier? = nil, fileID: String = #fileID,
    line: Int = #line
  ) {
    let key = ServiceType(Service.self, qualifier: qualifier)
    request(key, .lazy, "\(fileID):\(line)") { _ in nil }
  }

  /// Declares that the module provides a service, once its before-ready tasks have ended.
  ///
  /// - Parameters:
  ///   - type: The type under which others inject it.
  ///   - member: The member that holds it, for messages.
  ///   - options: The qualifier, the scope, and whether the service is only a fallback.
  ///   - atOnce: Whether the read suspends only to go to the module's actor; it then takes its turn
  ///     in the module's lane. Expansions pass true for synchronous members.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - read: Returns the service; called once for a shared service, else for each request.
  public mutating func provide<Service: Sendable>(
    _ type: Service.Type, _ member: String, _ options: ProvideOptions = ProvideOptions(),
    fileID: String = #fileID, line: Int = #line, atOnce: Bool = false,
    _ read: @escaping @concurrent @Sendable (ModuleType) async throws -> Service
  ) {
    if !atOnce { mayProvisionsSuspend = true }
    declare(type, options, "\(fileID):\(line)")
    bindings.add { receiver, _, instance in
      Self.cast(receiver) { module in
        instance.provisions.append { provision, registry in
          try await registry.provide(provision) { try await read(module) }
        }
      }
    }
  }

  /// Declares that the module provides a service that is created without waiting, on any thread.
  ///
  /// - Parameters:
  ///   - type: The type under which others inject it.
  ///   - member: The member that creates it, for messages.
  ///   - options: The qualifier, the scope, and whether the service is only a fallback.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - make: Creates the service; called once for a shared service, else for each request.
  public mutating func provide<Service: Sendable>(
    _ type: Service.Type, _ member: String, _ options: ProvideOptions = ProvideOptions(),
    fileID: String = #fileID, line: Int = #line,
    make: @escaping @Sendable (ModuleType) throws -> Service
  ) {
    declare(type, options, "\(fileID):\(line)")
    bindings.add { receiver, _, instance in
      Self.cast(receiver) { module in
        instance.provisions.append { provision, registry in
          try registry.provide(provision, make: { try make(module) })
        }
      }
    }
  }

  private mutating func declare<Service: Sendable>(
    _ type: Service.Type, _ options: ProvideOptions, _ location: String
  ) {
    services.append(
      ServiceDeclaration(
        ServiceType(type, qualifier: options.qualifier), by: name, scope: options.scope,
        isFallback: options.isFallback, declaredAt: location))
  }

  private mutating func request(
    _ type: ServiceType, _ kind: ServiceRequest.Kind, _ location: String,
    _ obtain: @escaping ServiceObtainer
  ) {
    injections.append(
      ServiceRequest(type, for: name, kind: kind, declaredAt: location))
    obtainers.append(obtain)
  }
}

extension ModuleBuilder {
  /// Declares that the module reads a keyed service, and so requires the module that provides it.
  ///
  /// - Parameters:
  ///   - path: The key.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  public mutating func inject<Value>(
    _ path: KeyPath<ServiceKeys, ServiceKey<Value>>, fileID: String = #fileID, line: Int = #line
  ) {
    let key = ServiceType(ServiceKeys()[keyPath: path])
    request(key, .required, "\(fileID):\(line)") { _ in nil }
  }

  /// Declares that the module provides a keyed service, once its before-ready tasks have ended.
  ///
  /// - Parameters:
  ///   - path: The key.
  ///   - overriding: Whether it replaces another provider's service.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - read: Returns the current value; called at each read, on the reading thread.
  public mutating func provide<Value>(
    _ path: KeyPath<ServiceKeys, ServiceKey<Value>>, overriding: Bool = false,
    fileID: String = #fileID, line: Int = #line,
    reading read: @escaping @Sendable (ModuleType) -> Value
  ) {
    let key = ServiceKeys()[keyPath: path]
    services.append(
      ServiceDeclaration(
        ServiceType(key), by: name, isOverride: overriding,
        declaredAt: "\(fileID):\(line)"))
    bindings.add { receiver, _, instance in
      Self.cast(receiver) { module in
        instance.provisions.append { provision, registry in
          registry.provide(provision, for: key) { read(module) }
        }
      }
    }
  }
}

/// Looks for an injected service, which may take time; returns nil if there is none.
typealias ServiceObtainer =
  @concurrent @Sendable (ServiceRegistry) async throws -> (any Sendable)?

/// Services that were created for one module before its synchronous `init` asks for them.
final class PreparedServices: Sendable {
  struct Key: Hashable {
    let type: ServiceType
    let kind: ServiceRequest.Kind
  }

  /// Guards the services that are not taken yet, in the order in which they were created.
  private let services = Mutex<[Key: [any Sendable]]>([:])

  func add(_ service: any Sendable, for request: ServiceRequest) {
    services.withLock {
      $0[Key(type: request.type, kind: request.kind), default: []].append(service)
    }
  }

  func take(_ type: ServiceType, _ kind: ServiceRequest.Kind) -> (any Sendable)? {
    services.withLock { services in
      let key = Key(type: type, kind: kind)
      guard services[key]?.isEmpty == false else { return nil }
      return services[key]?.removeFirst()
    }
  }

  /// Releases the services that were not taken: the context outlives the `init`.
  func removeAll() {
    let rest = services.withLock { services in
      exchange(&services, with: [:])
    }
    extendLifetime(rest)
  }
}
