// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import Synchronization

extension ModuleBuilder {
  /// States that the module injects a service, and so requires the module that provides it.
  ///
  /// - Parameters:
  ///   - type: The service's type.
  ///   - qualifier: Which of several services of the type.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func inject<S: Sendable>(
    _ type: S.Type, _ qualifier: ServiceQualifier? = nil, at location: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) {
    request(ServiceType(type, qualifier: qualifier), .required, location ?? "\(fileID):\(line)") {
      try await $0.resolveIfThereWaiting(type, qualifier)
    }
  }

  /// States that the module uses a service if a linked module provides it.
  ///
  /// - Parameters:
  ///   - type: The service's type, as an optional.
  ///   - qualifier: Which of several services of the type.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func inject<S: Sendable>(
    _ type: S?.Type, _ qualifier: ServiceQualifier? = nil, at location: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) {
    request(ServiceType(S.self, qualifier: qualifier), .optional, location ?? "\(fileID):\(line)") {
      try await $0.resolveIfThereWaiting(S.self, qualifier)
    }
  }

  /// States that the module uses all services of a type.
  ///
  /// - Parameters:
  ///   - type: The services' type, as an array.
  ///   - qualifier: Only those with this one; nil takes all.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func inject<S: Sendable>(
    _ type: [S].Type, _ qualifier: ServiceQualifier? = nil, at location: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) {
    request(ServiceType(S.self, qualifier: qualifier), .all, location ?? "\(fileID):\(line)") {
      try await $0.resolveAllWaiting(S.self, qualifier)
    }
  }

  /// States that the module uses a service later; the service's provider may launch later too.
  ///
  /// - Parameters:
  ///   - type: The service's type, as a `Lazy`.
  ///   - qualifier: Which of several services of the type.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func inject<S: Sendable>(
    _ type: Lazy<S>.Type, _ qualifier: ServiceQualifier? = nil, at location: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) {
    let key = ServiceType(S.self, qualifier: qualifier)
    request(key, .lazy, location ?? "\(fileID):\(line)") { _ in nil }
  }

  /// States that the module provides a service, when its before-ready tasks have ended.
  ///
  /// - Parameters:
  ///   - type: The type under which others inject it.
  ///   - member: The member that holds it, for messages.
  ///   - options: Qualifier, scope, and whether it is only a fallback.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - atOnce: Whether the reading does not suspend, but to go to the module's actor: then it takes
  ///     its turn in the module's lane. Expansions say it of synchronous members.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - read: Gives the service: a shared one is read once, any other for each that asks.
  public mutating func provides<S: Sendable>(
    _ type: S.Type, _ member: String, _ options: ProvideOptions = ProvideOptions(),
    at location: String? = nil, atOnce: Bool = false, fileID: String = #fileID, line: Int = #line,
    _ read: @escaping @concurrent @Sendable (M) async throws -> S
  ) {
    if !atOnce { mayProvisionsSuspend = true }
    declare(type, options, location ?? "\(fileID):\(line)")
    bindings.add { receiver, _, instance in
      Self.cast(receiver) { module in
        instance.provisions.append { declaration, registry, isCollected in
          try await registry.provide(declaration, isCollected: isCollected) {
            try await read(module)
          }
        }
      }
    }
  }

  /// States that the module provides a service that is made without waiting, on any thread.
  ///
  /// - Parameters:
  ///   - type: The type under which others inject it.
  ///   - member: The member that makes it, for messages.
  ///   - options: Qualifier, scope, and whether it is only a fallback.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - make: Makes the service: a shared one once, any other for each that asks.
  public mutating func provides<S: Sendable>(
    _ type: S.Type, _ member: String, _ options: ProvideOptions = ProvideOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    make: @escaping @Sendable (M) throws -> S
  ) {
    declare(type, options, location ?? "\(fileID):\(line)")
    bindings.add { receiver, _, instance in
      Self.cast(receiver) { module in
        instance.provisions.append { declaration, registry, isCollected in
          try registry.provide(declaration, isCollected: isCollected, make: { try make(module) })
        }
      }
    }
  }

  private mutating func declare<S: Sendable>(
    _ type: S.Type, _ options: ProvideOptions, _ location: String
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
  /// States that the module provides a shared value, read once when its before-ready tasks have ended.
  ///
  /// The module changes it later with `SharedValues.provide(_:for:overriding:)`.
  ///
  /// - Parameters:
  ///   - path: The key.
  ///   - overriding: Whether it hides the value of another provider.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - atOnce: Whether the reading does not suspend, but to go to the module's actor: then it takes
  ///     its turn in the module's lane. Expansions say it of synchronous members.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - read: Gives the value; nil when there is none yet.
  public mutating func provides<Key: ReadableValueKey>(
    _ path: KeyPath<SharedValueKeys, Key>, overriding: Bool = false,
    at location: String? = nil, atOnce: Bool = false, fileID: String = #fileID, line: Int = #line,
    _ read: @escaping @concurrent @Sendable (M) async throws -> Key.Value?
  ) {
    if !atOnce { mayProvisionsSuspend = true }
    let key = claim(path, overriding, location ?? "\(fileID):\(line)")
    bindings.add { receiver, _, instance in
      Self.cast(receiver) { module in
        instance.values.append { values in
          let value: Key.Value?
          do {
            value = try await read(module)
          } catch let error where !(error is CancellationError) {
            throw ServiceError.failed(
              type: key.name, provider: values.owner, message: "\(error)")
          }
          try values.provide(value, for: key, overriding: overriding)
        }
      }
    }
  }

  /// States that the module provides a shared value that is asked at each read, from any thread.
  ///
  /// - Parameters:
  ///   - path: The key.
  ///   - overriding: Whether it hides the value of another provider.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - read: Gives the value; nil when there is none now.
  public mutating func provides<Key: ReadableValueKey>(
    _ path: KeyPath<SharedValueKeys, Key>, overriding: Bool = false,
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    reading read: @escaping @Sendable (M) -> Key.Value?
  ) {
    let key = claim(path, overriding, location ?? "\(fileID):\(line)")
    bindings.add { receiver, _, instance in
      Self.cast(receiver) { module in
        instance.values.append { values in
          try values.provide(for: key, overriding: overriding) { read(module) }
        }
      }
    }
  }

  private mutating func claim<Key: ReadableValueKey>(
    _ path: KeyPath<SharedValueKeys, Key>, _ isOverride: Bool, _ location: String
  ) -> SharedValueKey<Key.Value> {
    values.append(
      SharedValueClaim(path, by: name, isOverride: isOverride, declaredAt: location))
    return SharedValueKeys()[keyPath: path].key
  }
}

/// Looks for an injected service, where that may take time; nil when it is not there.
typealias ServiceObtainer =
  @concurrent @Sendable (ServiceRegistry) async throws -> (any Sendable)?

/// Services that were made for one module before its synchronous `init` asks for them.
final class PreparedServices: Sendable {
  struct Key: Hashable {
    let type: ServiceType
    let kind: ServiceRequest.Kind
  }

  /// Guards the services that are not taken yet, the first made first.
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
      defer { services = [:] }
      return services
    }
    withExtendedLifetime(rest) {}
  }
}
