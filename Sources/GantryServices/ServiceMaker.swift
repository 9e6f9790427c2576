// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// Makes an instance of a service for each consumer.
final class ServiceMaker<Service: Sendable>: ServiceEntry {
  enum Factory: Sendable {
    case immediate(@Sendable () throws -> Service)
    case asynchronous(@concurrent @Sendable () async throws -> Service)
  }

  let type: ServiceType
  let provider: ModuleName
  let scope: ServiceScope
  var instance: (any Sendable)? { nil }
  private let factory: Factory

  init(_ type: ServiceType, _ scope: ServiceScope, by provider: ModuleName, _ factory: Factory) {
    self.type = type
    self.provider = provider
    self.scope = scope
    self.factory = factory
  }

  /// The service, without waiting.
  func value() throws(ServiceError) -> Service {
    guard case .immediate(let make) = factory else {
      throw .asynchronous(type: type.name, provider: provider)
    }
    let making = try ServiceMaking(type, by: ObjectIdentifier(self))
    defer { making.end() }
    do {
      return try ServiceMaking.$current.withValue(making) { try make() }
    } catch {
      throw failure(error)
    }
  }

  /// The service, even if making an instance takes time.
  func obtained() async throws(ServiceError) -> Service {
    guard case .asynchronous(let make) = factory else { return try value() }
    let making = try ServiceMaking(type, by: ObjectIdentifier(self))
    defer { making.end() }
    do {
      return try await ServiceMaking.$current.withValue(making) { try await make() }
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: any Error) -> ServiceError {
    // One of a task inside the provider's code isn't the waiting task's.
    if error is CancellationError, Task.isCancelled { return .cancelled(type: type.name) }
    return (error as? ServiceError)
      ?? .failed(type: type.name, provider: provider, message: Wording.text(of: error))
  }
}

/// The making of an instance of a service, visible to everything that its provider calls.
final class ServiceMaking: Sendable {
  @TaskLocal static var current: ServiceMaking?

  private let type: ServiceType
  private let maker: ObjectIdentifier
  private let outer: ServiceMaking?
  /// A task that outlives the provider's code still sees the making after its end.
  private let isOver = Atomic(false)

  /// Begins making an instance.
  ///
  /// - Throws: ``ServiceError/madeOfItself(type:path:)`` when the same maker is already making one:
  ///   each instance would need another, without end.
  init(_ type: ServiceType, by maker: ObjectIdentifier) throws(ServiceError) {
    self.type = type
    self.maker = maker
    var outer = Self.current
    // One that has ended leads nowhere: tasks that start each other would keep a chain without an end.
    while let ended = outer, ended.isOver.load(ordering: .relaxed) { outer = ended.outer }
    self.outer = outer
    var path = [type.name]
    var next = outer
    while let making = next {
      path.append(making.type.name)
      if making.maker == maker, !making.isOver.load(ordering: .relaxed) {
        throw .madeOfItself(type: type.name, path: path.reversed())
      }
      next = making.outer
    }
  }

  /// Ends the making, whether it succeeded or not.
  func end() { isOver.store(true, ordering: .relaxed) }
}

/// A service with one instance for all consumers.
@usableFromInline
final class SharedService<Service: Sendable>: ServiceEntry {
  @usableFromInline let value: Service
  @usableFromInline let type: ServiceType
  @usableFromInline let provider: ModuleName

  init(_ value: Service, _ type: ServiceType, by provider: ModuleName) {
    self.value = value
    self.type = type
    self.provider = provider
  }

  @usableFromInline var scope: ServiceScope { .shared }
  @usableFromInline var instance: (any Sendable)? { value }
}

/// A provided service with its type.
///
/// It is derived from the entry on demand, because an entry of this type would make the runtime
/// build one more type for each service of an app.
enum ServiceSource<Service: Sendable>: Sendable {
  case shared(Service)
  case made(ServiceMaker<Service>)

  /// Nil for an entry of another type.
  init?(_ entry: any ServiceEntry) {
    if let shared = entry as? SharedService<Service> {
      self = .shared(shared.value)
    } else if let maker = entry as? ServiceMaker<Service> {
      self = .made(maker)
    } else {
      return nil
    }
  }

  /// The service, without waiting.
  func value() throws(ServiceError) -> Service {
    switch self {
    case .shared(let value): value
    case .made(let maker): try maker.value()
    }
  }

  /// The service, even if making an instance takes time.
  func obtained() async throws(ServiceError) -> Service {
    switch self {
    case .shared(let value): value
    case .made(let maker): try await maker.obtained()
    }
  }
}
