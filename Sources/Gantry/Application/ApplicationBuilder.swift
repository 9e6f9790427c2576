// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryText

/// Takes what an app itself adds to its modules: closures as tasks.
///
/// ```swift
/// let application = Application {
///   $0.launch("LegacySDKs", before: "Orders") { _ in LegacySDKs.start() }
/// }
/// ```
public struct ApplicationBuilder: Sendable {
  package private(set) var manifests: [ModuleManifest] = []
  package private(set) var services: [ApplicationService] = []

  package init() {}

  /// Adds a closure as a launch task of the app, off the main actor; it may block its thread.
  ///
  /// - Parameters:
  ///   - name: The task's name.
  ///   - stage: When the task runs.
  ///   - requires: Must exist and succeed first.
  ///   - wants: First if they are there; their failure is tolerated.
  ///   - after: Order only: first, if both run.
  ///   - before: Order only: this task first, if both run.
  ///   - requiredBy: `requires` declared from the other end.
  ///   - wantedBy: `wants` declared from the other end.
  ///   - priority: Breaks ties in launch order: the highest first.
  ///   - timeout: The longest time the task may take; nil means no limit.
  ///   - retry: How a failed task is tried again.
  ///   - essential: Whether the app cannot run when the task fails.
  ///   - enabled: Conditions; all must hold, or the task is skipped.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func launch(
    _ name: ModuleName, _ stage: LaunchStage = .beforeReady,
    requires: ModuleName..., wants: ModuleName..., after: ModuleName..., before: ModuleName...,
    requiredBy: ModuleName..., wantedBy: ModuleName..., priority: Priority = 0,
    timeout: Duration? = nil, retry: RetryPolicy = .never, essential: Bool = false,
    enabled: Condition..., fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (ModuleContext) throws -> Void
  ) {
    var options = TaskOptions(
      stage, priority: priority, timeout: timeout, retry: retry, essential: essential)
    options.dependencies = ModuleDependency.list(
      requires: requires, wants: wants, after: after, before: before,
      requiredBy: requiredBy, wantedBy: wantedBy)
    options.conditions = enabled
    add(name, options, fileID, line) { $0.launch($1, fileID: fileID, line: line, body) }
  }

  /// Adds a closure as a launch task of the app that runs synchronously on the main actor.
  ///
  /// It has a name of its own: as an overload, a trailing closure that does not suspend would move
  /// to the main actor without a word.
  ///
  /// - Parameters:
  ///   - name: The task's name.
  ///   - stage: When the task runs.
  ///   - requires: Must exist and succeed first.
  ///   - wants: First if they are there; their failure is tolerated.
  ///   - after: Order only: first, if both run.
  ///   - before: Order only: this task first, if both run.
  ///   - requiredBy: `requires` declared from the other end.
  ///   - wantedBy: `wants` declared from the other end.
  ///   - priority: Breaks ties in launch order: the highest first.
  ///   - timeout: The longest time the task may take; nil means no limit.
  ///   - retry: How a failed task is tried again.
  ///   - essential: Whether the app cannot run when the task fails.
  ///   - enabled: Conditions; all must hold, or the task is skipped.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func launchOnMain(
    _ name: ModuleName, _ stage: LaunchStage = .beforeReady,
    requires: ModuleName..., wants: ModuleName..., after: ModuleName..., before: ModuleName...,
    requiredBy: ModuleName..., wantedBy: ModuleName..., priority: Priority = 0,
    timeout: Duration? = nil, retry: RetryPolicy = .never, essential: Bool = false,
    enabled: Condition..., fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (ModuleContext) throws -> Void
  ) {
    var options = TaskOptions(
      stage, priority: priority, timeout: timeout, retry: retry, essential: essential)
    options.dependencies = ModuleDependency.list(
      requires: requires, wants: wants, after: after, before: before,
      requiredBy: requiredBy, wantedBy: wantedBy)
    options.conditions = enabled
    add(name, options, fileID, line) { $0.launchOnMain($1, fileID: fileID, line: line, body) }
  }

  /// Adds a closure that suspends as a launch task of the app, off the main actor.
  ///
  /// - Parameters:
  ///   - name: The task's name.
  ///   - stage: When the task runs.
  ///   - requires: Must exist and succeed first.
  ///   - wants: First if they are there; their failure is tolerated.
  ///   - after: Order only: first, if both run.
  ///   - before: Order only: this task first, if both run.
  ///   - requiredBy: `requires` declared from the other end.
  ///   - wantedBy: `wants` declared from the other end.
  ///   - priority: Breaks ties in launch order: the highest first.
  ///   - timeout: The longest time the task may take; nil means no limit.
  ///   - retry: How a failed task is tried again.
  ///   - essential: Whether the app cannot run when the task fails.
  ///   - enabled: Conditions; all must hold, or the task is skipped.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func launch(
    _ name: ModuleName, _ stage: LaunchStage = .beforeReady,
    requires: ModuleName..., wants: ModuleName..., after: ModuleName..., before: ModuleName...,
    requiredBy: ModuleName..., wantedBy: ModuleName..., priority: Priority = 0,
    timeout: Duration? = nil, retry: RetryPolicy = .never, essential: Bool = false,
    enabled: Condition..., fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (ModuleContext) async throws -> Void
  ) {
    var options = TaskOptions(
      stage, priority: priority, timeout: timeout, retry: retry, essential: essential)
    options.dependencies = ModuleDependency.list(
      requires: requires, wants: wants, after: after, before: before,
      requiredBy: requiredBy, wantedBy: wantedBy)
    options.conditions = enabled
    add(name, options, fileID, line) { $0.launch($1, fileID: fileID, line: line, body) }
  }

  /// Adds a closure as a launch task of the app that ends when its token is completed.
  ///
  /// - Parameters:
  ///   - name: The task's name.
  ///   - stage: When the task runs.
  ///   - requires: Must exist and succeed first.
  ///   - wants: First if they are there; their failure is tolerated.
  ///   - after: Order only: first, if both run.
  ///   - before: Order only: this task first, if both run.
  ///   - requiredBy: `requires` declared from the other end.
  ///   - wantedBy: `wants` declared from the other end.
  ///   - priority: Breaks ties in launch order: the highest first.
  ///   - timeout: The longest time the task may take; nil means no limit.
  ///   - retry: How a failed task is tried again.
  ///   - essential: Whether the app cannot run when the task fails.
  ///   - enabled: Conditions; all must hold, or the task is skipped.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work, which gives the token to whoever knows the end.
  public mutating func launch(
    _ name: ModuleName, _ stage: LaunchStage = .beforeReady,
    requires: ModuleName..., wants: ModuleName..., after: ModuleName..., before: ModuleName...,
    requiredBy: ModuleName..., wantedBy: ModuleName..., priority: Priority = 0,
    timeout: Duration? = nil, retry: RetryPolicy = .never, essential: Bool = false,
    enabled: Condition..., fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (ModuleContext, LaunchToken) async throws -> Void
  ) {
    var options = TaskOptions(
      stage, priority: priority, timeout: timeout, retry: retry, essential: essential)
    options.dependencies = ModuleDependency.list(
      requires: requires, wants: wants, after: after, before: before,
      requiredBy: requiredBy, wantedBy: wantedBy)
    options.conditions = enabled
    add(name, options, fileID, line) { $0.launch($1, fileID: fileID, line: line, body) }
  }

  /// Provides a service of the app itself, which is there before any module is created.
  ///
  /// - Parameters:
  ///   - value: The service.
  ///   - type: The type under which modules inject it, usually an existential.
  ///   - qualifier: Which of several services of the type.
  ///   - fallback: Whether it stands back for a module that provides one.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  public mutating func provide<S: Sendable>(
    _ value: S, as type: S.Type, _ qualifier: ServiceQualifier? = nil, fallback: Bool = false,
    fileID: String = #fileID, line: Int = #line
  ) {
    services.append(
      ApplicationService(
        value, as: type, qualifier, isFallback: fallback, declaredAt: "\(fileID):\(line)"))
  }

  /// Adds a module or function by its manifest.
  ///
  /// - Parameter manifest: What is to take part.
  public mutating func add(_ manifest: ModuleManifest) { manifests.append(manifest) }

  private mutating func add(
    _ name: ModuleName, _ options: TaskOptions, _ fileID: String, _ line: Int,
    _ launch: (inout FunctionBuilder, TaskOptions) -> Void
  ) {
    manifests.append(
      ModuleManifest(function: name, fileID: fileID, line: line) { launch(&$0, options) })
  }
}
