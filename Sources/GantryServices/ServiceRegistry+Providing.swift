// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

extension ServiceRegistry {
  /// Makes a service available, and replaces an existing one of the same type.
  ///
  /// - Parameters:
  ///   - value: The service.
  ///   - type: The type under which it is resolved, usually an existential.
  ///   - qualifier: The qualifier, if several services have this type.
  ///   - provider: The provider, usually a module's name.
  package func provide<Service: Sendable>(
    _ value: Service, as type: Service.Type, _ qualifier: ServiceQualifier? = nil,
    by provider: ModuleName
  ) {
    let key = ServiceType(type, qualifier: qualifier)
    put(SharedService(value, key, by: provider), isCollected: false, of: nil)
  }

  /// Makes a service available that is created on demand.
  ///
  /// - Parameters:
  ///   - type: The type under which it is resolved, usually an existential.
  ///   - qualifier: The qualifier, if several services have this type.
  ///   - scope: How long each instance is shared; a `.shared` one is created now.
  ///   - provider: The provider, usually a module's name.
  ///   - make: Creates an instance, on the thread that asks for it.
  /// - Throws: ``ServiceError/failed(type:provider:message:)`` when `make` throws for a shared
  ///   instance.
  package func provide<Service: Sendable>(
    as type: Service.Type, _ qualifier: ServiceQualifier? = nil, scope: ServiceScope,
    by provider: ModuleName, make: @escaping @Sendable () throws -> Service
  ) throws(ServiceError) {
    let key = ServiceType(type, qualifier: qualifier)
    let maker = ServiceMaker(key, scope, by: provider, .immediate(make))
    let entry: any ServiceEntry =
      scope == .shared ? SharedService(try maker.value(), key, by: provider) : maker
    put(entry, isCollected: false, of: nil)
  }

  /// Withdraws everything that a provider has provided.
  ///
  /// - Parameter provider: The name it was provided under.
  package func withdraw(by provider: ModuleName) {
    withdraw(by: provider, run: nil)
  }

  /// Lets a module provide services in a new run.
  package func expect(provider: ModuleName, run: RunID) {
    state.withLock { $0.runs[provider] = run }
  }

  /// Withdraws everything that a module has provided in a run; it can provide nothing more there.
  package func withdraw(by provider: ModuleName, run: RunID?) {
    withExtendedLifetime(remove(by: provider, run)) {}
  }

  /// Withdraws everything that a provider has provided, and returns weak references to it.
  ///
  /// - Parameters:
  ///   - provider: The name it was provided under.
  ///   - run: The run that ends.
  /// - Returns: The services that are objects, by the type under which they were provided.
  package func withdrawReferring(
    by provider: ModuleName, run: RunID? = nil
  ) -> [(type: ServiceType, object: WeakReference)] {
    remove(by: provider, run).compactMap { entry in
      entry.instance.flatMap { WeakReference($0) }.map { (entry.type, $0) }
    }
  }

  private func remove(by provider: ModuleName, _ run: RunID?) -> [any ServiceEntry] {
    state.withLock { state -> [any ServiceEntry] in
      if let run {
        guard state.runs[provider] == run else { return [] }
        state.runs[provider] = nil
      }
      let old = (state.filed.removeValue(forKey: provider) ?? [])
        .flatMap { state.remove($0, by: provider) }
      if !old.isEmpty { state.withdrawn.insert(provider) }
      return old
    }
  }

  /// Makes a service available, unless its module's run is over.
  ///
  /// - Parameters:
  ///   - entry: The service with its type and its provider.
  ///   - isCollected: Whether it is found only together with others of its type.
  ///   - run: The run of the module; nil for a provider that isn't a module.
  private func put(_ entry: any ServiceEntry, isCollected: Bool, of run: RunID?) {
    let (key, provider) = (entry.type, entry.provider)
    let replaced = state.withLock { state -> (any ServiceEntry)? in
      if let run, state.runs[provider] != run { return nil }
      state.withdrawn.remove(provider)
      if isCollected {
        state.collected[key.id, default: [:]][provider, default: []].append(entry)
        state.file(key, by: provider, insteadOf: nil)
        return nil
      }
      let replaced =
        key.qualifier == nil
        ? state.table.insert(entry, for: key.id) : state.qualified.insert(entry, for: key)
      state.file(key, by: provider, insteadOf: replaced?.provider)
      return replaced
    }
    extendLifetime(replaced)
  }

  /// Provides a value, or a closure that makes it asynchronously, as its declaration says.
  package func provide<Service: Sendable>(
    _ provision: ServiceProvision,
    _ make: @escaping @concurrent @Sendable () async throws -> Service
  ) async throws {
    let declaration = provision.declaration
    let (key, provider) = (declaration.type, declaration.provider)
    let entry: any ServiceEntry =
      declaration.scope == .shared
      ? SharedService(try await Self.naming(declaration, make), key, by: provider)
      : ServiceMaker(key, declaration.scope, by: provider, .asynchronous(make))
    put(entry, provision)
  }

  /// Provides a closure that makes a service without waiting, as its declaration says.
  package func provide<Service: Sendable>(
    _ provision: ServiceProvision, make: @escaping @Sendable () throws -> Service
  ) throws {
    let declaration = provision.declaration
    let (key, provider) = (declaration.type, declaration.provider)
    let entry: any ServiceEntry =
      declaration.scope == .shared
      ? SharedService(try Self.naming(declaration, make), key, by: provider)
      : ServiceMaker(key, declaration.scope, by: provider, .immediate(make))
    put(entry, provision)
  }

  /// Provides the value that a launch task has returned.
  package func provide<Service: Sendable>(_ provision: ServiceProvision, value: Service) {
    let declaration = provision.declaration
    put(SharedService(value, declaration.type, by: declaration.provider), provision)
  }

  /// Provides a keyed service of a module.
  ///
  /// - Parameters:
  ///   - provision: The declaration of the service, with the run of its module.
  ///   - key: The key.
  ///   - read: Returns the current value, on any thread.
  package func provide<Value>(
    _ provision: ServiceProvision, for key: ServiceKey<Value>,
    reading read: @escaping @Sendable () -> Value
  ) {
    provide(provision, value: KeyedValue(read: read, isSensitive: key.isSensitive))
  }

  private func put(_ entry: any ServiceEntry, _ provision: ServiceProvision) {
    put(entry, isCollected: provision.isCollected, of: provision.run)
  }

  private static func naming<Service: Sendable>(
    _ declaration: ServiceDeclaration, _ make: @Sendable () throws -> Service
  ) throws -> Service {
    do {
      return try make()
    } catch {
      throw failure(error, of: declaration)
    }
  }

  private static func naming<Service: Sendable>(
    _ declaration: ServiceDeclaration, _ make: @concurrent @Sendable () async throws -> Service
  ) async throws -> Service {
    do {
      return try await make()
    } catch {
      throw failure(error, of: declaration)
    }
  }

  /// A module may provide several services: the error names the one that could not be made.
  private static func failure(
    _ error: any Error, of declaration: ServiceDeclaration
  ) -> any Error {
    if error is CancellationError, Task.isCancelled { return error }
    return ServiceError.failed(
      type: declaration.type.name, provider: declaration.provider,
      message: Wording.text(of: error))
  }

  /// Stops starting modules on demand.
  package func forgetStarter() {
    state.withLock { state in
      state.starter = nil
      state.finding = nil
    }
  }

  /// Sets the providers' launch order, the closure that starts a provider on demand, and the one
  /// that says how a provider ended that did not launch.
  package func prepare(
    order: [ModuleName: Int], starter: @escaping Starter,
    finding: @escaping Finding = { _, _ in nil }
  ) {
    state.withLock { state in
      state.filed.reserveCapacity(state.declarations.count)
      state.order = order
      state.starter = starter
      state.finding = finding
    }
  }
}

extension ServiceRegistry.State {
  fileprivate mutating func file(
    _ type: ServiceType, by provider: ModuleName, insteadOf other: ModuleName?
  ) {
    guard other != provider else { return }
    filed[provider, default: []].append(type)
    guard let other, collected[type.id]?[other] == nil else { return }
    filed[other]?.removeAll { $0 == type }
    if filed[other]?.isEmpty == true { filed[other] = nil }
  }

  /// Removes the entries that a provider has filed under a type, unless they were replaced.
  fileprivate mutating func remove(
    _ type: ServiceType, by provider: ModuleName
  ) -> [any ServiceEntry] {
    var removed = collected[type.id]?.removeValue(forKey: provider) ?? []
    if collected[type.id]?.isEmpty == true { collected[type.id] = nil }
    if type.qualifier == nil, table.entry(for: type.id)?.provider == provider {
      removed += table.remove(type.id).map { [$0] } ?? []
    } else if type.qualifier != nil, qualified.entry(for: type)?.provider == provider {
      removed += qualified.remove(type).map { [$0] } ?? []
    }
    return removed
  }
}
