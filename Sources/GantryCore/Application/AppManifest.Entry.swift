// SPDX-License-Identifier: Apache-2.0

package import GantryEvents
internal import GantryLaunch
package import GantryRouting
package import GantryServices
package import GantrySupport

extension AppManifest {
  /// One module, free function or closure, as it is declared.
  ///
  /// What the launch makes of it is in the nodes of ``Graph``: its stage and priority, and whether
  /// the app can run without it.
  package struct Entry: Sendable, Codable, Equatable {
    /// Its name, unique in the application.
    package let name: ModuleName
    /// Whether it is a module or a function.
    package let kind: ModuleManifest.Kind
    /// Its type with the Swift module; nil for functions.
    package let type: String?
    /// The target that declares it.
    package let target: String
    /// The version of the package that contains it, if declared.
    package let version: String?
    /// The package that contains it, if declared.
    package let package: String?
    /// Where it is declared, as `file:line`.
    package let declaredAt: String
    /// Its conditions, in words.
    package let conditions: [String]
    /// The dependencies of the whole module.
    package let dependencies: [ModuleDependency]
    /// Its launch tasks, in source order.
    package let tasks: [LaunchTask]
    /// Its event handlers, in source order.
    package let handlers: [Handler]
    /// The services it provides.
    package let provides: [Service]
    /// The services it injects.
    package let injects: [Service]
    /// The routes that it handles.
    package let routes: [RouteInfo]
    /// The interceptors that it declares, in source order.
    package let interceptors: [InterceptorDeclaration]
    /// Its long-running work, in source order.
    package let runs: [Work]
    /// Its shutdown function, if it has one.
    package let shutdown: String?

    private enum CodingKeys: String, CodingKey {
      case name, kind, type, target, version, package, declaredAt, conditions, dependencies
      case tasks, handlers, provides, injects, routes, interceptors, runs, shutdown
    }

    init(_ manifest: ModuleManifest) {
      name = manifest.name
      kind = manifest.kind
      type = manifest.typeName
      target = manifest.target
      version = manifest.options.version
      package = manifest.options.package
      declaredAt = manifest.declaredAt
      conditions = manifest.options.conditions.map(\.description)
      dependencies = manifest.options.dependencies
      tasks = manifest.tasks.map(LaunchTask.init)
      handlers = manifest.handlers.map(Handler.init)
      provides = manifest.services.map {
        Service(
          type: $0.type.qualifiedName, scope: $0.scope, isFallback: $0.isFallback, kind: nil,
          declaredAt: $0.declaredAt)
      }
      injects = manifest.injections.map {
        Service(
          type: $0.type.qualifiedName, scope: nil, isFallback: nil, kind: $0.kind,
          declaredAt: $0.declaredAt)
      }
      routes = manifest.routes.map(RouteInfo.init)
      interceptors = manifest.interceptors
      runs = manifest.runs.map { Work($0, of: manifest) }
      shutdown = manifest.shutdown?.function
    }
  }

  /// A launch task, as it is declared; its node in the graph has its stage, lane and priority.
  package struct LaunchTask: Sendable, Codable, Equatable {
    /// Its full name, `Module.function`.
    package let name: ModuleName
    /// Its dependencies.
    package let dependencies: [ModuleDependency]
    /// The milestone that it waits for, if any.
    package let milestone: String?
    /// Its own conditions, in words.
    package let conditions: [String]
    /// The results of other tasks and the services that it takes.
    package let takes: [Input]
    /// The type that it returns, with its Swift module, if any.
    package let returns: String?
    /// Where it is declared, as `file:line`.
    package let declaredAt: String

    private enum CodingKeys: String, CodingKey {
      case name, dependencies, milestone, conditions, takes, returns, declaredAt
    }

    init(_ task: ModuleManifest.LaunchTask) {
      name = task.name
      dependencies = task.options.dependencies
      milestone = task.options.milestone?.name
      conditions = task.options.conditions.map(\.description)
      takes = task.options.takes.map {
        Input(type: $0.type.qualifiedName, isOptional: $0.isOptional)
      }
      returns = task.options.returns?.qualifiedName
      declaredAt = task.declaredAt
    }
  }

  /// A value that a task takes: the result of another task, or a service.
  package struct Input: Sendable, Codable, Equatable {
    /// The type's name with its Swift module.
    package let type: String
    /// Whether the task also runs without it.
    package let isOptional: Bool

    private enum CodingKeys: String, CodingKey { case type, isOptional }
  }

  /// An event handler.
  package struct Handler: Sendable, Codable, Equatable {
    /// The function's name.
    package let function: String
    /// The event's type name.
    package let event: String
    /// Whether it hears every event or only the first.
    package let repetition: HandlerRepetition
    /// Its own priority, if it has one.
    package let priority: Priority?
    /// The identifiers of the background tasks that it performs; nil if it names none.
    package let backgroundTasks: [String]?
    /// Where it is declared, as `file:line`.
    package let declaredAt: String

    private enum CodingKeys: String, CodingKey {
      case function, event, repetition, priority, backgroundTasks, declaredAt
    }

    init(_ handler: HandlerDeclaration) {
      function = handler.name
      event = handler.event
      repetition = handler.options.repetition
      priority = handler.options.priority
      let tasks = handler.options.backgroundTasks
      backgroundTasks = tasks.isEmpty ? nil : tasks
      declaredAt = handler.declaredAt ?? ""
    }
  }

  /// Long-running work.
  package struct Work: Sendable, Codable, Equatable {
    /// Its full name, `Module.function`.
    package let name: ModuleName
    /// Which ends of the work lead to a restart.
    package let restart: RestartPolicy
    /// Where it is declared, as `file:line`.
    package let declaredAt: String

    private enum CodingKeys: String, CodingKey { case name, restart, declaredAt }

    init(_ run: ModuleManifest.Work, of module: ModuleManifest) {
      name = module.name(of: run)
      restart = run.options.restart
      declaredAt = run.declaredAt
    }
  }

  /// A service that is provided or injected.
  package struct Service: Sendable, Codable, Equatable {
    /// The type's name with its Swift module, and the qualifier in brackets; for a keyed service,
    /// the key and the type of its value: `\.userID: Swift.Optional<Swift.String>`.
    package let type: String
    /// For a provided service: how long the same instance is handed out.
    package let scope: ServiceScope?
    /// For a provided service: whether other providers take precedence.
    package let isFallback: Bool?
    /// For an injected service: the form of the injection.
    package let kind: ServiceRequest.Kind?
    /// Where it is declared, as `file:line`.
    package let declaredAt: String

    private enum CodingKeys: String, CodingKey { case type, scope, isFallback, kind, declaredAt }
  }
}
