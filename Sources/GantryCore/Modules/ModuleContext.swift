// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import GantrySupport
public import Logging

/// A module's view of its application: its name, its settings, and ways to reach other modules.
public struct ModuleContext: Sendable {
  /// The parts that all modules of a run have in common.
  final class Shared: Sendable {
    let events: EventBus
    let router: Router
    let services: ServiceRegistry
    let launchOptions: LaunchOptions
    let application: ApplicationReference
    let configuration: ApplicationConfiguration

    init(
      events: EventBus, router: Router, services: ServiceRegistry, launchOptions: LaunchOptions,
      application: ApplicationReference, configuration: ApplicationConfiguration
    ) {
      self.events = events
      self.router = router
      self.services = services
      self.launchOptions = launchOptions
      self.application = application
      self.configuration = configuration
    }
  }

  /// The parts of one module; a class, because each function that is bound to the module keeps its
  /// context.
  private final class Own: Sendable {
    let manifest: ModuleManifest
    let logger: Logger
    let shared: Shared

    init(_ manifest: ModuleManifest, logger: Logger, shared: Shared) {
      self.manifest = manifest
      self.logger = logger
      self.shared = shared
    }
  }

  private let own: Own
  /// The output of the task whose body has this context; nil if there is none.
  private(set) var output: TaskOutput?
  /// The services that were created in advance for the module's `init`.
  private(set) var prepared: PreparedServices?

  init(_ manifest: ModuleManifest, logger: Logger, shared: Shared) {
    own = Own(manifest, logger: logger, shared: shared)
  }

  /// The same context, with services that were created for the module's `init`.
  func with(_ prepared: PreparedServices?) -> Self {
    var context = self
    context.prepared = prepared
    return context
  }

  /// The same context for the body of a task that returns a value.
  func with(_ output: TaskOutput) -> Self {
    var context = self
    context.output = output
    return context
  }

  /// The module's name.
  public var name: ModuleName { own.manifest.name }
  /// The module's logger, with the module's name as `gantry.module`.
  ///
  /// It is labeled like the module's `log`. If the app gives its own logger, this one is made from
  /// that.
  public var logger: Logger { own.logger }
  /// The bus on which events are sent and observed.
  public var events: EventBus { own.shared.events }
  /// The router on which routes are called.
  public var router: Router { own.shared.router }
  /// The services of the modules that have launched.
  public var services: ServiceRegistry { own.shared.services }
  /// How and why the app was started.
  public var launchOptions: LaunchOptions { own.shared.launchOptions }
  /// The application that the module belongs to: its state, and ways to reach a milestone and to
  /// stop it.
  public var application: ApplicationReference { own.shared.application.seen(by: name) }

  /// The files of the module's target; each read looks for them, and a start does not.
  public var resources: ModuleResources { own.manifest.resources() }

  /// The module's configuration: key `path` of `Storage` is `Storage.path` in the file and
  /// `STORAGE_PATH` in the environment.
  public var config: ModuleConfiguration {
    ModuleConfiguration(application: own.shared.configuration, section: own.manifest.name)
  }
}

extension ModuleContext {
  /// Returns a service that the module requires.
  ///
  /// In `init`, it returns what was made for the services that the manifest declares; anywhere else, it
  /// does the same as `services.resolve`.
  ///
  /// - Parameters:
  ///   - type: The service's type.
  ///   - qualifier: Tells several services of the type apart.
  /// - Returns: The service.
  /// - Throws: `ServiceError` when no module provides the service, or creating it failed; a module
  ///   that declares the injection isn't created then.
  public func inject<Service: Sendable>(
    _ type: Service.Type, _ qualifier: ServiceQualifier? = nil
  ) throws(ServiceError) -> Service {
    if let made = prepared?.take(ServiceType(type, qualifier: qualifier), .required) as? Service {
      return made
    }
    return try services.resolve(type, qualifier)
  }

  /// Returns a service that the module uses if it is there.
  ///
  /// - Parameters:
  ///   - type: The service's type, as an optional.
  ///   - qualifier: Tells several services of the type apart.
  /// - Returns: The service; nil when no module provides it.
  /// - Throws: Nothing; this overload never throws.
  public func inject<Service: Sendable>(
    _ type: Service?.Type, _ qualifier: ServiceQualifier? = nil
  ) throws(ServiceError) -> Service? {
    if let made = prepared?.take(ServiceType(Service.self, qualifier: qualifier), .optional)
      as? Service
    {
      return made
    }
    return services.resolveIfPresent(Service.self, qualifier)
  }

  /// Returns all available services of a type, in the launch order of their providers.
  ///
  /// - Parameters:
  ///   - type: The services' type, as an array.
  ///   - qualifier: Selects the services with this qualifier; nil takes all.
  /// - Returns: The services; empty when there are none.
  /// - Throws: `ServiceError` when creating one failed.
  public func inject<Service: Sendable>(
    _ type: [Service].Type, _ qualifier: ServiceQualifier? = nil
  ) throws(ServiceError) -> [Service] {
    if let made = prepared?.take(ServiceType(Service.self, qualifier: qualifier), .all)
      as? [Service]
    {
      return made
    }
    return try services.resolveAll(Service.self, qualifier)
  }

  /// Returns a service that is looked up, and whose module is started, when it is first used.
  ///
  /// - Parameters:
  ///   - type: The service's type, as a `Lazy`.
  ///   - qualifier: Tells several services of the type apart.
  /// - Returns: A value that finds the service.
  /// - Throws: Nothing; this overload never throws.
  public func inject<Service: Sendable>(
    _ type: Lazy<Service>.Type, _ qualifier: ServiceQualifier? = nil
  ) throws(ServiceError) -> Lazy<Service> {
    services.lazy(Service.self, qualifier, for: name)
  }

  /// Returns a function that reads a keyed service at each call, on any thread.
  ///
  /// - Parameter path: The key.
  /// - Returns: A function; while no module provides the service, it returns the key's default.
  /// - Throws: Nothing; this overload never throws.
  public func inject<Value>(
    _ path: KeyPath<ServiceKeys, ServiceKey<Value>>
  ) throws(ServiceError) -> @Sendable () -> Value {
    services.reader(of: path)
  }
}
