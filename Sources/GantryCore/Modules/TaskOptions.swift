// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
public import GantrySupport

/// The arguments of `@Launch(…)`.
public struct TaskOptions: Sendable {
  /// When the task runs.
  package var stage: LaunchStage
  /// The dependencies of this task.
  package var dependencies: [ModuleDependency]
  /// A milestone that must have been reached first.
  package var milestone: Milestone?
  /// Of the tasks that could start, the one with the highest priority goes first; nil takes the
  /// module's.
  package var priority: Priority?
  /// Whether the task may start without waiting for the tasks written above it.
  package var isConcurrent: Bool
  /// The longest time that one attempt may take; nil means no limit.
  package var timeout: Duration?
  /// The limit of a first task that declares none: everything else waits for it.
  private static let firstTimeout = Duration.seconds(5)
  /// How often, and after which pauses, a task that throws runs again; one that times out doesn't.
  package var retry: RetryPolicy
  /// Whether the app cannot run when the task fails.
  package var isEssential: Bool
  /// The conditions that must all hold, or the task is skipped.
  package var conditions: [Condition]
  /// Whether an asynchronous task belongs to the main actor.
  package internal(set) var isOnMainActor = false
  /// The results of other tasks and the services that the task takes; each is a dependency.
  package internal(set) var takes: [TaskInput] = []
  /// The type of the value that the task returns; nil if it returns none.
  package internal(set) var returns: ServiceType?

  /// Creates the options of a task.
  ///
  /// - Parameters:
  ///   - stage: When the task runs.
  ///   - requires: Modules or tasks that must exist and succeed before the task.
  ///   - wants: Modules or tasks that end before the task if they are present; their failure is
  ///     tolerated.
  ///   - after: Modules or tasks that end before the task, if both run.
  ///   - before: Modules or tasks that start after the task, if both run.
  ///   - requiredBy: Modules or tasks that require this one, declared from this end.
  ///   - wantedBy: Modules or tasks that want this one, declared from this end.
  ///   - priority: Of the tasks that could start, the one with the highest priority goes first;
  ///     nil takes the module's.
  ///   - concurrent: Whether the task may start without waiting for the tasks written above it.
  ///   - timeout: The longest time that one attempt may take; nil means no limit, and five seconds
  ///     for a task that runs `.first`.
  ///   - retry: How often, and after which pauses, a task that throws runs again.
  ///   - essential: Whether the app cannot run when the task fails.
  ///   - enabled: Conditions that must all hold, or the task is skipped.
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
    self.timeout = timeout ?? (stage == .first ? Self.firstTimeout : nil)
    self.retry = retry
    self.isEssential = essential
    self.conditions = enabled
  }

  /// Creates the options of a task that waits for a milestone.
  ///
  /// - Parameters:
  ///   - stage: When the task runs; a task behind a milestone is never `.beforeReady`.
  ///   - requires: Modules or tasks that must exist and succeed before the task.
  ///   - wants: Modules or tasks that end before the task if they are present; their failure is
  ///     tolerated.
  ///   - milestone: The milestone that the app must have reached.
  ///   - priority: Of the tasks that could start, the one with the highest priority goes first;
  ///     nil takes the module's.
  ///   - concurrent: Whether the task may start without waiting for the tasks written above it.
  ///   - timeout: The longest time that one attempt may take; nil means no limit.
  ///   - retry: How often, and after which pauses, a task that throws runs again.
  ///   - essential: Whether the app cannot run when the task fails.
  ///   - enabled: Conditions that must all hold, or the task is skipped.
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

extension TaskOptions {
  /// Declares that the task takes the result of another task, which must succeed first, or a
  /// service, whose module must have launched.
  ///
  /// The other task may belong to any module. The body reads the value from its context.
  ///
  /// ```swift
  /// module.launch(
  ///   "load", TaskOptions(.afterReady).taking(Database.self),
  ///   body: .background { orders, context in
  ///     try await orders.load(context.result(Database.self))
  ///   })
  /// ```
  ///
  /// - Parameter type: The type of the value, exactly as it is returned or provided.
  /// - Returns: These options with one more input.
  public func taking<Value: Sendable>(_ type: Value.Type) -> TaskOptions {
    taking(TaskInput(type: ServiceType(type), isOptional: false))
  }

  /// Declares that the task takes the result of another task, or a service, if there is one and its
  /// provider succeeds.
  ///
  /// - Parameter type: The type of the value, as an optional.
  /// - Returns: These options with one more input.
  public func taking<Value: Sendable>(_ type: Value?.Type) -> TaskOptions {
    taking(TaskInput(type: ServiceType(Value.self), isOptional: true))
  }

  /// Declares that the task returns a value, which is a service from the moment the task succeeds.
  ///
  /// The body sets it with `ModuleContext.setResult(_:as:)`. Other tasks take it, and modules inject
  /// it. It is a fault if the same type is also provided elsewhere: wrap one of them in a type of
  /// your own. `Void` and `Never` aren't values.
  ///
  /// - Parameter type: The type under which others take or inject the value.
  /// - Returns: These options with the type.
  public func returning<Value: Sendable>(_ type: Value.Type) -> TaskOptions {
    var options = self
    options.returns = TaskOutput.isValue(type) ? ServiceType(type) : nil
    return options
  }

  /// Declares that the task may return a value; with nil, tasks that require the value fail.
  ///
  /// - Parameter type: The type of the value, as an optional.
  /// - Returns: These options with the type.
  public func returning<Value: Sendable>(_ type: Value?.Type) -> TaskOptions {
    returning(Value.self)
  }

  private func taking(_ input: TaskInput) -> TaskOptions {
    var options = self
    options.takes.append(input)
    return options
  }
}

extension TaskOptions {
  /// Declares that an asynchronous task has a function's isolation: on the main actor, or not.
  ///
  /// The task runs there anyway, because its body calls the function. With this option, the plan
  /// and the report say so, and the main actor is watched meanwhile. Macro expansions add it for
  /// every function whose isolation they cannot see.
  ///
  /// ```swift
  /// let options = TaskOptions(.afterReady).isolated(like: type(of: OrdersModule.prefetch))
  /// module.launch("prefetch", options, body: .background { orders, _ in await orders.prefetch() })
  /// ```
  ///
  /// - Parameter function: The function's type.
  /// - Returns: These options with the isolation.
  @inline(never)
  public func isolated(like function: Any.Type) -> TaskOptions {
    // Inlined into every registration of a module, this choice would be more code than the call.
    var options = self
    options.isOnMainActor = MacroSupport.isMainActor(function)
    return options
  }
}

/// An input of a launch task: the result of another task, or a service.
package struct TaskInput: Sendable, Hashable {
  /// The type of the value.
  package let type: ServiceType
  /// Whether the task also runs when there is no such value.
  package let isOptional: Bool
}
