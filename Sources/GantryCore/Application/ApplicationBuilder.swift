// SPDX-License-Identifier: Apache-2.0

/// Collects an app's additions to its modules: closures as tasks and long-running work, services,
/// and manifests.
///
/// ```swift
/// let application = Application {
///   $0.launch("LegacySDKs", TaskOptions(before: "Orders"), body: .main { LegacySDKs.start() })
/// }
/// ```
public struct ApplicationBuilder: Sendable {
  package private(set) var manifests: [ModuleManifest] = []
  package private(set) var services: [ApplicationService] = []

  package init() {}

  /// Adds a closure as a launch task of the app.
  ///
  /// - Parameters:
  ///   - name: The task's name.
  ///   - options: The stage, dependencies, limits and conditions.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work, and where it runs.
  public mutating func launch(
    _ name: ModuleName, _ options: TaskOptions = TaskOptions(), fileID: String = #fileID,
    line: Int = #line, body: TaskBody<Void>
  ) {
    manifests.append(
      ModuleManifest(function: name, fileID: fileID, line: line) {
        $0.launch(options, fileID: fileID, line: line, body: body)
      })
  }

  /// Adds a closure as long-running work of the app, which is supervised and ends with the app.
  ///
  /// ```swift
  /// $0.run("sweep", requires: "Storage") { context in
  ///   while !Task.isCancelled { … }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the work.
  ///   - options: When the work runs again, and how often.
  ///   - requires: Modules that must have launched before it begins; it ends before they stop.
  ///   - essential: Whether the app ends when the work has failed for good.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work; it ends when its task is cancelled.
  public mutating func run(
    _ name: ModuleName, _ options: RunOptions = RunOptions(), requires: ModuleName...,
    essential: Bool = false, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (ModuleContext) async throws -> Void
  ) {
    var manifest = ModuleManifest(function: name, fileID: fileID, line: line) {
      $0.run(options, fileID: fileID, line: line, body)
    }
    manifest.options.dependencies = requires.map { ModuleDependency(.requires, $0) }
    manifest.options.isEssential = essential
    manifests.append(manifest)
  }

  /// Provides a service of the app itself, which is available before any module is created.
  ///
  /// - Parameters:
  ///   - value: The service.
  ///   - type: The type that modules inject it by, usually an existential.
  ///   - qualifier: Distinguishes it from other services of the same type.
  ///   - fallback: Whether a module that provides such a service takes precedence.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func provide<Service: Sendable>(
    _ value: Service, as type: Service.Type, _ qualifier: ServiceQualifier? = nil,
    fallback: Bool = false,
    fileID: String = #fileID, line: Int = #line
  ) {
    services.append(
      ApplicationService(
        value, as: type, qualifier, isFallback: fallback, declaredAt: "\(fileID):\(line)"))
  }

  /// Provides a keyed service of the app itself, for its whole life.
  ///
  /// - Parameters:
  ///   - path: The key.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - read: Returns the current value; called at each read, on the reading thread.
  public mutating func provide<Value>(
    _ path: KeyPath<ServiceKeys, ServiceKey<Value>>, fileID: String = #fileID, line: Int = #line,
    _ read: @escaping @Sendable () -> Value
  ) {
    services.append(
      ApplicationService(
        ServiceKeys()[keyPath: path], declaredAt: "\(fileID):\(line)", read))
  }

  /// Adds a module or function by its manifest.
  ///
  /// - Parameter manifest: The manifest of the module or function.
  public mutating func add(_ manifest: ModuleManifest) { manifests.append(manifest) }
}
