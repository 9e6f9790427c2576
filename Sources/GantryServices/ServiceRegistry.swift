// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// The services that are currently available, found by type.
///
/// A provider adds its services while it launches, and withdraws all of them when it stops.
/// Consumers resolve services from any thread. Resolving a shared service allocates nothing.
///
/// ```swift
/// let storage = try context.services.resolve((any StorageService).self)
/// ```
public final class ServiceRegistry: Sendable {
  /// Starts the provider of a service for a consumer; returns when the service is available, or
  /// never will be.
  package typealias Starter =
    @Sendable (ServiceType, _ consumer: ModuleName?) async throws(ServiceError) -> Void

  /// Says how the module ended that should provide a service; nil while it may still launch.
  package typealias Finding =
    @Sendable (ServiceType, _ provider: ModuleName) -> ServiceError?

  @usableFromInline
  struct State {
    /// The services without a qualifier, by type identity: a `SharedService` of that type or its
    /// `ServiceMaker`.
    @usableFromInline var table = ServiceTable<ObjectIdentifier>()
    /// The services with a qualifier, likewise.
    var qualified = ServiceTable<ServiceType>()
    /// The services that are only found together, by type, kept separately for each provider. Each
    /// of them could otherwise be found on its own.
    var collected: [ObjectIdentifier: [ModuleName: [any ServiceEntry]]] = [:]
    /// The types under which each provider has entries, so that it can be removed without a look at
    /// the others.
    var filed: [ModuleName: [ServiceType]] = [:]
    /// The providers' positions in the launch order.
    var order: [ModuleName: Int] = [:]
    var starter: Starter?
    var finding: Finding?
    /// The services that will be provided.
    var declarations: [ServiceDeclaration] = []
    /// The providers that have withdrawn a service.
    var withdrawn: Set<ModuleName> = []
    /// The current runs of providers that are modules; calls for an earlier one change nothing.
    var runs: [ModuleName: RunID] = [:]
  }

  /// Guards the table of providers. Removed values are released outside, because their deinit may
  /// resolve services.
  @usableFromInline let state = Mutex(State())

  /// Creates an empty registry.
  package convenience init() { self.init(declarations: []) }

  /// Creates an empty registry that knows which services will be provided.
  ///
  /// - Parameter declarations: The services, which are used only to explain why one is missing.
  package init(declarations: [ServiceDeclaration]) {
    state.withLock { $0.declarations = declarations }
  }

  /// Finds a service, or returns nil.
  ///
  /// - Parameters:
  ///   - type: The type under which it was provided.
  ///   - qualifier: The qualifier, if several services have this type.
  /// - Returns: The service; nil when no module provides it now, it has to be waited for, or its
  ///   provider could not make it. ``resolve(_:_:)`` throws the reason instead.
  @inlinable
  public func resolveIfPresent<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier? = nil
  ) -> Service? {
    guard qualifier == nil else { return found(type, qualifier) }
    return shared(type) ?? found(type, nil)
  }

  /// Finds a service with one instance for all consumers, which no test replaces.
  ///
  /// It is copied in place, because counting a reference to its box would cost a fifth more.
  @inlinable
  func shared<Service: Sendable>(_ type: Service.Type) -> Service? {
    guard ServiceOverrides.inForce.load(ordering: .relaxed) == 0 else { return nil }
    return state.withLock { state in
      guard let entry = state.table.entry(for: ObjectIdentifier(type)),
        Swift.type(of: entry) == SharedService<Service>.self
      else { return nil }
      return unsafeDowncast(entry, to: SharedService<Service>.self).value
    }
  }

  @usableFromInline
  func found<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier?
  ) -> Service? {
    try? source(type, qualifier)?.value()
  }

  /// Finds a service, or throws the reason why it is unavailable.
  ///
  /// It doesn't wait for a provider that is still launching: `resolveWhenLaunched` does.
  ///
  /// - Parameters:
  ///   - type: The type under which it was provided.
  ///   - qualifier: The qualifier, if several services have this type.
  /// - Returns: The service.
  /// - Throws: ``ServiceError/missing(type:near:declaredBy:)`` when no module provides it now,
  ///   ``ServiceError/notStarted(type:provider:chain:reason:)`` when its module did not launch,
  ///   ``ServiceError/undecided(type:providers:)`` when several modules provide it and none is
  ///   chosen, ``ServiceError/stopped(type:providers:)`` when its provider has stopped,
  ///   ``ServiceError/asynchronous(type:provider:)`` when the caller would have to wait for it, and
  ///   the error of a `.unique` service that could not be made.
  public func resolve<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier? = nil
  ) throws(ServiceError) -> Service {
    if qualifier == nil, let service = shared(type) { return service }
    guard let source = source(type, qualifier) else {
      throw missing(ServiceType(type, qualifier: qualifier))
    }
    return try source.value()
  }

  /// Finds every service of a type, in the launch order of their providers.
  ///
  /// - Parameters:
  ///   - type: The type under which they were provided.
  ///   - qualifier: The qualifier of the services; nil takes all.
  /// - Returns: The services; empty when no module provides one now.
  /// - Throws: The error of a `.unique` service that could not be made.
  /// - Complexity: O(n log n) in the services of the type, and O(n) in those with a qualifier.
  public func resolveAll<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier? = nil
  ) throws(ServiceError) -> [Service] {
    var services: [Service] = []
    for source in sources(type, qualifier) { services.append(try source.value()) }
    return services
  }

  /// The services that can be resolved now, by the qualified name of their type.
  package var provided: [ProvidedService] {
    let entries = state.withLock(\.entries)
    return entries.map { ProvidedService(type: $0.type, provider: $0.provider, scope: $0.scope) }
      .sorted { ($0.type.qualifiedName, $0.provider) < ($1.type.qualifiedName, $1.provider) }
  }

  func source<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier?
  ) -> ServiceSource<Service>? {
    let key = ServiceType(type, qualifier: qualifier)
    let entry =
      ServiceOverrides.entry(for: key)
      ?? state.withLock { state in
        qualifier == nil ? state.table.entry(for: key.id) : state.qualified.entry(for: key)
      }
    return entry.flatMap { ServiceSource($0) }
  }

  func sources<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier?
  ) -> [ServiceSource<Service>] {
    let key = ServiceType(type, qualifier: qualifier)
    let override = ServiceOverrides.entry(for: key).flatMap { ServiceSource<Service>($0) }
    if let override { return [override] }
    return state.withLock { $0.entries(of: key) }.compactMap { ServiceSource($0) }
  }

  func missing(_ type: ServiceType) -> ServiceError {
    let declarations = state.withLock(\.declarations)
    let providers = Set(declarations.filter { $0.type == type }.map(\.provider)).sorted()
    let undecided = state.withLock { $0.collected[type.id] ?? [:] }.values.joined()
      .filter { $0.type == type }
    guard undecided.isEmpty else {
      return .undecided(type: type.name, providers: undecided.map(\.provider).sorted())
    }
    let stopped = state.withLock { state in providers.filter(state.withdrawn.contains) }
    guard stopped.isEmpty else { return .stopped(type: type.name, providers: stopped) }
    if let finding = state.withLock(\.finding),
      let error = providers.lazy.compactMap({ finding(type, $0) }).first
    {
      return error
    }
    let known = provided.map(\.type) + declarations.map(\.type)
    let near = type.near(among: Set(known))
    return .missing(type: type.name(beside: near), near: near, declaredBy: providers)
  }
}

extension ServiceRegistry.State {
  /// All services in no particular order.
  var entries: [any ServiceEntry] {
    table.entries + qualified.entries + collected.values.flatMap { $0.values.joined() }
  }

  /// All entries of one type, in launch order; entries without a position in it come last.
  func entries(of key: ServiceType) -> [any ServiceEntry] {
    let plain = table.entry(for: key.id).map { [$0] } ?? []
    let named = qualified.entries.filter { $0.type.id == key.id }
    let together = collected[key.id, default: [:]].values.joined()
    return (plain + named + together)
      .filter { key.qualifier == nil || $0.type.qualifier == key.qualifier }
      .sorted { rank($0) < rank($1) }
  }

  private func rank(_ entry: any ServiceEntry) -> (Int, ModuleName, String) {
    (order[entry.provider] ?? .max, entry.provider, entry.type.qualifier?.rawValue ?? "")
  }
}

extension ServiceRegistry {
  /// Finds a service, after starting its provider if that launches on demand, and waiting until the
  /// provider has launched and has made the service.
  ///
  /// - Parameters:
  ///   - type: The type under which it is provided.
  ///   - qualifier: The qualifier, if several services have this type.
  /// - Returns: The service.
  /// - Throws: ``ServiceError``: no module provides it, its module did not launch, making it
  ///   failed, or the waiting task was cancelled.
  public func resolveWhenLaunched<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier? = nil
  ) async throws(ServiceError) -> Service {
    try await resolveWhenLaunched(type, qualifier, for: nil)
  }

  /// Returns a service that is looked up on first use.
  ///
  /// - Parameters:
  ///   - type: The type under which it is provided.
  ///   - qualifier: The qualifier, if several services have this type.
  ///   - consumer: The module that will use it; a cycle of modules waiting for each other then
  ///     becomes an error.
  /// - Returns: A handle that finds the service.
  public func lazy<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier? = nil, for consumer: ModuleName? = nil
  ) -> Lazy<Service> {
    Lazy(registry: self, qualifier: qualifier, consumer: consumer)
  }

  /// Finds a service, waiting if making it takes time; nil when no module provides it now.
  package func obtainIfPresent<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier? = nil
  ) async throws(ServiceError) -> Service? {
    try await source(type, qualifier)?.obtained()
  }

  /// Finds every service of a type, in the providers' launch order, waiting if making one takes
  /// time. Starts no module.
  package func obtainAll<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier? = nil
  ) async throws(ServiceError) -> [Service] {
    var services: [Service] = []
    for source in sources(type, qualifier) { services.append(try await source.obtained()) }
    return services
  }

  private var starter: Starter? {
    // A closure's result would be a generic argument, which a throwing type can be from iOS 18 on.
    var found: Starter?
    state.withLock { found = $0.starter }
    return found
  }

  func resolveWhenLaunched<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier?, for consumer: ModuleName?
  ) async throws(ServiceError) -> Service {
    let key = ServiceType(type, qualifier: qualifier)
    if ServiceOverrides.entry(for: key) == nil, let start = starter {
      try await start(key, consumer)
    }
    guard let source = source(type, qualifier) else { throw missing(key) }
    return try await source.obtained()
  }
}
