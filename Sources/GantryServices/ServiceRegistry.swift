// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// The services that are there now, each found by its type.
///
/// A provider puts its services in while it launches and takes all of them back when it stops;
/// consumers resolve from any thread. Resolving allocates nothing.
///
/// ```swift
/// let registry = ServiceRegistry()
/// registry.provide(SQLiteStorage(), as: (any StorageService).self, by: "Storage")
/// let storage = registry.resolve((any StorageService).self)
/// ```
public final class ServiceRegistry: Sendable {
  private let declarations: [ServiceDeclaration]
  /// Guards the table: an entry under a type's identity is always a `ServiceBox` of that type.
  private let table = Mutex(ServiceTable())

  /// Makes an empty registry.
  ///
  /// - Parameter declarations: Who is going to provide what; used only to explain what is missing.
  public init(declarations: [ServiceDeclaration] = []) { self.declarations = declarations }

  /// Makes a service available; one of the same type that is already there is replaced.
  ///
  /// - Parameters:
  ///   - value: The service.
  ///   - type: The type under which it is resolved, usually an existential.
  ///   - provider: Who provides it, usually a module's name.
  public func provide<S: Sendable>(_ value: S, as type: S.Type, by provider: String) {
    let box = ServiceBox(value, provider: provider)
    let replaced = table.withLock { $0.insert(box, for: ObjectIdentifier(type)) }
    // What was replaced is released here, outside the lock: its deinit may resolve services.
    withExtendedLifetime(replaced) {}
  }

  /// Finds a service.
  ///
  /// - Parameter type: The type under which it was provided.
  /// - Returns: The service; nil when nobody provides it now.
  @inlinable
  public func resolve<S: Sendable>(_ type: S.Type) -> S? {
    guard let entry = entry(for: ObjectIdentifier(type)) else { return nil }
    // Safe: `provide` is the only writer, and files a box of `S` under the identity of `S`.
    return unsafeDowncast(entry, to: ServiceBox<S>.self).value
  }

  /// Finds a service, or says why it is not there.
  ///
  /// - Parameter type: The type under which it was provided.
  /// - Returns: The service.
  /// - Throws: ``ServiceError/missing(type:near:declaredBy:)`` when nobody provides it now.
  @inlinable
  public func require<S: Sendable>(_ type: S.Type) throws(ServiceError) -> S {
    guard let service = resolve(type) else { throw missing(ServiceType(type)) }
    return service
  }

  /// Takes back everything that one provider has provided.
  ///
  /// - Parameter provider: The name it was provided under.
  public func withdraw(by provider: String) {
    let withdrawn = table.withLock { $0.removeAll(by: provider) }
    // As in `provide`: the last references go outside the lock.
    withExtendedLifetime(withdrawn) {}
  }

  /// What can be resolved now, by the qualified name of its type.
  public var provided: [ProvidedService] {
    let entries = table.withLock { $0.entries }
    return entries.map { ProvidedService(type: $0.type, provider: $0.provider) }
      .sorted { $0.type < $1.type }
  }

  @usableFromInline
  func entry(for id: ObjectIdentifier) -> (any ServiceEntry)? {
    table.withLock { $0.entry(for: id) }
  }

  @usableFromInline
  func missing(_ type: ServiceType) -> ServiceError {
    let providers = Set(declarations.filter { $0.type == type }.map(\.provider)).sorted()
    let known = provided.map(\.type) + declarations.map(\.type)
    return .missing(type: type.name, near: type.near(among: Set(known)), declaredBy: providers)
  }
}
