// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryText

/// The arguments of `@Launch(…)`.
public struct TaskOptions: Sendable {
  /// When the task runs.
  public var stage: LaunchStage
  /// Edges of this task.
  public var dependencies: [ModuleDependency]
  /// A milestone that must have been reached first.
  public var milestone: Milestone?
  /// Breaks ties in launch order, the highest first; nil takes the module's.
  public var priority: Priority?
  /// Whether the task need not wait for the tasks written above it.
  public var isConcurrent: Bool
  /// The longest time the task may take; nil means no limit.
  public var timeout: Duration?
  /// How often, and after how long, a failed task is tried again.
  public var retry: RetryPolicy
  /// Whether the app cannot run when the task fails.
  public var isEssential: Bool
  /// All must hold, or the task is skipped.
  public var conditions: [Condition]
  /// Whether a task that suspends belongs to the main actor.
  public internal(set) var isOnMainActor = false
  /// The results of other tasks that the task takes, an edge each.
  public internal(set) var takes: [TaskInput] = []
  /// The type of the value that the task returns; nil where it returns none.
  public internal(set) var returns: ServiceType?

  /// Makes the options of a task.
  ///
  /// - Parameters:
  ///   - stage: When the task runs.
  ///   - requires: Modules or tasks that must exist and succeed first.
  ///   - wants: First if they are there; their failure is tolerated.
  ///   - after: Order only: first, if both run.
  ///   - before: Order only: this task first, if both run.
  ///   - requiredBy: ``requires`` declared from the other end.
  ///   - wantedBy: ``wants`` declared from the other end.
  ///   - priority: Breaks ties in launch order, the highest first; nil takes the module's.
  ///   - concurrent: Whether the task need not wait for the tasks written above it.
  ///   - timeout: The longest time the task may take; nil means no limit.
  ///   - retry: How a failed task is tried again.
  ///   - essential: Whether the app cannot run when the task fails.
  ///   - enabled: Conditions; all must hold, or the task is skipped.
  public init(
    _ stage: LaunchStage = .beforeReady,
    requires: ModuleName..., wants: ModuleName..., after: ModuleName..., before: ModuleName...,
    requiredBy: ModuleName..., wantedBy: ModuleName...,
    priority: Priority? = nil, concurrent: Bool = false, timeout: Duration? = nil,
    retry: RetryPolicy = .never, essential: Bool = false, enabled: Condition...
  ) {
    self.stage = stage
    self.dependencies = ModuleDependency.list(
      requires: requires, wants: wants, after: after, before: before,
      requiredBy: requiredBy, wantedBy: wantedBy)
    self.priority = priority
    self.isConcurrent = concurrent
    self.timeout = timeout
    self.retry = retry
    self.isEssential = essential
    self.conditions = enabled
  }

  /// Makes the options of a task that waits for a milestone.
  ///
  /// - Parameters:
  ///   - stage: When the task runs; a task behind a milestone is never `.beforeReady`.
  ///   - requires: Modules or tasks that must exist and succeed first.
  ///   - wants: First if they are there; their failure is tolerated.
  ///   - after: The milestone that the app must have reached.
  ///   - priority: Breaks ties in launch order, the highest first; nil takes the module's.
  ///   - concurrent: Whether the task need not wait for the tasks written above it.
  ///   - timeout: The longest time the task may take; nil means no limit.
  ///   - retry: How a failed task is tried again.
  ///   - essential: Whether the app cannot run when the task fails.
  ///   - enabled: Conditions; all must hold, or the task is skipped.
  public init(
    _ stage: LaunchStage = .afterReady,
    requires: ModuleName..., wants: ModuleName..., after milestone: Milestone,
    priority: Priority? = nil, concurrent: Bool = false, timeout: Duration? = nil,
    retry: RetryPolicy = .never, essential: Bool = false, enabled: Condition...
  ) {
    self.init(
      stage, priority: priority, concurrent: concurrent, timeout: timeout, retry: retry,
      essential: essential)
    self.dependencies = ModuleDependency.list(
      requires: requires, wants: wants, after: [], before: [], requiredBy: [], wantedBy: [])
    self.milestone = milestone
    self.conditions = enabled
  }
}
