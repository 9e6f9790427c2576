// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import GantryEvents
package import GantryLaunch
package import GantryRouting
internal import GantryServices
public import GantrySupport

/// The manifest of an application: its modules and functions, with their dependencies, tasks,
/// services and routes.
///
/// It is plain data, available without starting anything: read `application.manifest`. If the
/// program uses GantryProcess or calls ``Application/requestedManifest()``, `GANTRY_MANIFEST=json
/// ./app` prints it.
public struct AppManifest: Sendable, Codable, Equatable {
  /// The version of the schema; readers refuse one that they do not know.
  package var schemaVersion = Self.currentSchemaVersion
  /// Modules, free functions and closures, sorted by name.
  package let modules: [Entry]
  /// The names of all modules, free functions and closures, sorted.
  public var names: [ModuleName] { modules.map(\.name) }
  /// Records that were found and ignored, each with its reason.
  package let rejectedRecords: [String]
  /// The faults and skipped parts that the application finds; nil if it didn't look.
  package var findings: Findings?
  /// The launch graph as the application assembled it.
  package let graph: Graph

  init(_ manifests: [ModuleManifest], graph: Graph, rejectedRecords: [String]) {
    modules = manifests.map(Entry.init)
    self.graph = graph
    self.rejectedRecords = rejectedRecords
  }
}

extension AppManifest {
  /// One module, free function or closure.
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
    /// The earliest stage of its tasks.
    package let stage: LaunchStage
    /// Its priority: of the tasks that could start, the highest goes first.
    package let priority: Priority
    /// Whether the app cannot run without it.
    package let isEssential: Bool
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
    /// The interceptors that it declares, in source order; nil if there are none.
    package let interceptors: [InterceptorInfo]?
    /// Its long-running work, in source order; nil in a file without this information.
    package let runs: [Work]?
    /// Its shutdown function, if it has one.
    package let shutdown: String?

    init(_ manifest: ModuleManifest) {
      name = manifest.name
      kind = manifest.kind
      type = manifest.typeName
      target = manifest.target
      version = manifest.options.version
      package = manifest.options.package
      declaredAt = manifest.declaredAt
      stage = manifest.options.stage
      priority = manifest.options.priority
      isEssential = manifest.options.isEssential
      conditions = manifest.options.conditions.map(\.description)
      dependencies = manifest.options.dependencies
      tasks = manifest.tasks.map { LaunchTask($0, of: manifest) }
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
      interceptors =
        manifest.interceptors.isEmpty ? nil : manifest.interceptors.map(InterceptorInfo.init)
      runs = manifest.runs.map { Work($0, of: manifest) }
      shutdown = manifest.shutdown?.function
    }
  }

  /// A launch task.
  package struct LaunchTask: Sendable, Codable, Equatable {
    /// Its full name, `Module.function`.
    package let name: ModuleName
    /// When it runs.
    package let stage: LaunchStage
    /// Where it runs.
    package let lane: LaunchLane
    /// Its priority: of the tasks that could start, the highest goes first.
    package let priority: Priority
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

    init(_ task: ModuleManifest.LaunchTask, of module: ModuleManifest) {
      name = task.name
      stage = task.options.stage
      lane = task.lane
      priority = task.options.priority ?? module.options.priority
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
  }
}

extension AppManifest {
  /// Returns the manifest as JSON with sorted keys, so that equal manifests give equal text.
  ///
  /// - Returns: UTF-8 text with line breaks.
  /// - Throws: The errors of `JSONEncoder`.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension Application {
  /// Returns the manifest as JSON if `GANTRY_MANIFEST=json` is in the environment; starts nothing.
  ///
  /// `main` and `run` of GantryProcess call this themselves. A program without them calls it before
  /// it starts anything:
  ///
  /// ```swift
  /// if let manifest = try application.requestedManifest() { return print(manifest) }
  /// ```
  ///
  /// - Returns: The manifest; nil when the variable is missing or empty.
  /// - Throws: ``ApplicationError/unknownManifestFormat(_:)`` for a value other than `json`, and
  ///   the errors of `JSONEncoder`.
  public func requestedManifest() throws -> String? {
    switch launchOptions.environment["GANTRY_MANIFEST"] {
    case nil, "": return nil
    case "json": return try manifest.json()
    case .some(let format): throw ApplicationError.unknownManifestFormat(format)
    }
  }
}
