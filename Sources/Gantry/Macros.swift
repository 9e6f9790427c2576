// SPDX-License-Identifier: Apache-2.0

public import GantryEvents
public import GantrySupport

/// Turns a final class or an actor into a module.
///
/// Linking the module is enough: no other code has to name it.
///
/// ```swift
/// @Module(provides: (any OrderService).self, after: "Analytics", priority: .high)
/// @MainActor
/// public final class OrdersModule: OrderService {
///   @Inject let storage: any StorageService
///   @Launch func openDatabase() throws { … }
///   @On func open(_ event: OpenURL) -> Bool { … }
///   @Shutdown func close() async { … }
/// }
/// ```
///
/// The macro adds the conformance to `Module`, the `manifest` and a link-time record. Unless you
/// write them, it also adds `init(context:)` and the static members `resources` and `log`. Only
/// members in the type's body count, not those in extensions. A type in a test suite leaves no
/// record.
///
/// `log` is a swift-log logger, visible only in the module's target. A target that turns on
/// `MemberImportVisibility` needs `import Logging` to call it.
///
/// A class without written isolation is nonisolated, even where the target's default is the main
/// actor: modules are `Sendable`. Write `@MainActor` where you mean it.
///
/// A public module needs `public import Gantry` in a target that imports internally by default.
///
/// - Parameters:
///   - name: The module's name; nil takes the type's name without `Module`.
///   - version: The version that the manifest shows.
///   - package: The package that the manifest shows.
///   - stage: The stage in which the module is created; its tasks run no earlier. If all of its
///     tasks are `.onDemand`, the module is created at its first use. Only tasks run `.first`.
///   - provides: Protocols under which the module itself is a service, each as `(any P).self`: the
///     same as an `@Provides` member that returns `self`. Use `@Provides` for other services, and
///     for a qualifier, a scope or a fallback.
///   - requires: Modules that must exist and launch before this one.
///   - wants: Modules that launch before this one if they are present; their failure is tolerated.
///   - after: Modules that launch before this one, if both run.
///   - before: Modules that launch after this one, if both run.
///   - requiredBy: Modules that require this one, declared from this end.
///   - wantedBy: Modules that want this one, declared from this end.
///   - priority: The priority among modules that could launch at the same time; the highest goes
///     first.
///   - essential: Whether the app stops when this module or one of its tasks fails, even after
///     ready.
///   - events: When the module starts to handle events: after its `init`, its launch or its
///     after-ready tasks; nil means when it has launched.
///   - observesOnly: Whether the module only observes the app, as a crash reporter does: it has no
///     services and routes, and safe mode never leaves it out.
///   - enabled: Conditions that must all hold, or the module is skipped. The compiler decides
///     `.debug`: a release build has no record of the module.
@attached(
  member, conformances: Module,
  names: named(init(context:)), named(manifest), named(resources), named(log),
  named(__gantryRecord), named(__gantryActor))
@attached(extension, conformances: Module)
public macro Module(
  name: ModuleName? = nil, version: String? = nil, package: String? = nil,
  stage: LaunchStage = .beforeReady, provides: Any.Type...,
  requires: ModuleName..., wants: ModuleName..., after: ModuleName..., before: ModuleName...,
  requiredBy: ModuleName..., wantedBy: ModuleName...,
  priority: Priority = 0, essential: Bool = false, events: EventStart? = nil,
  observesOnly: Bool = false, enabled: Condition...
) = #externalMacro(module: "GantryMacros", type: "ModuleMacro")

/// Turns a module's method, or a free function at file scope, into a launch task.
///
/// A function of the main actor runs there, a synchronous one on the main lane; any other runs in
/// the background.
/// Tasks of one module in one stage run in source order.
///
/// ```swift
/// @Launch func open() throws -> Database { … }
///
/// @Launch(.afterReady, timeout: .seconds(5))
/// nonisolated func prefetch(database: Database, cache: Cache?) async throws { … }
/// ```
///
/// The result is a service from the moment the task succeeds. Any task, even of another module, can
/// take it as a parameter of its type, and then requires this task; it can take a service of a
/// module in the same way. An optional parameter only wants it: it is nil if nothing provides the
/// type, or if its provider did not succeed. Results are `Sendable`. The last parameter may be a
/// `ModuleContext`.
///
/// - Parameters:
///   - stage: When the task runs. A task that runs `.first` comes before everything that it doesn't
///     require.
///   - name: The name of a free function's task; nil takes the function's name. The task of a
///     method has the method's name.
///   - requires: Modules or tasks that must succeed before the task.
///   - wants: Modules or tasks that end before the task if they are present; their failure is
///     tolerated.
///   - after: Modules or tasks that end before the task, if both run.
///   - before: Modules or tasks that start after the task, if both run.
///   - requiredBy: Modules or tasks that require this one, declared from this end.
///   - wantedBy: Modules or tasks that want this one, declared from this end.
///   - priority: The priority among tasks that could start at the same time; the highest goes
///     first.
///   - concurrent: Whether the task may start without waiting for the module's tasks above it.
///   - timeout: The longest time that one attempt may run; nil means no limit, and five seconds for a
///     task that runs `.first`.
///   - retry: How often, and after which pauses, a task that throws runs again; one that times out
///     doesn't.
///   - essential: Whether the app stops when the task fails, even after ready.
///   - enabled: Conditions that must all hold, or the task is skipped. The compiler decides `.debug`:
///     a release build has no record of the task.
@attached(peer, names: named(__gantry))
public macro Launch(
  _ stage: LaunchStage = .beforeReady, name: ModuleName? = nil,
  requires: ModuleName..., wants: ModuleName..., after: ModuleName..., before: ModuleName...,
  requiredBy: ModuleName..., wantedBy: ModuleName...,
  priority: Priority? = nil, concurrent: Bool = false, timeout: Duration? = nil,
  retry: RetryPolicy = .never, essential: Bool = false, enabled: Condition...
) = #externalMacro(module: "GantryMacros", type: "LaunchMacro")

/// Turns a function into a launch task that waits for a milestone.
///
/// ```swift
/// @Launch(after: .consent) func startTracking() { … }
/// ```
///
/// - Parameters:
///   - stage: When the task runs, once the milestone is reached; never `.first` or `.beforeReady`.
///   - name: The name of a free function's task; nil takes the function's name.
///   - requires: Modules or tasks that must succeed before the task.
///   - wants: Modules or tasks that end before the task if they are present; their failure is
///     tolerated.
///   - after: The milestone.
///   - priority: The priority among tasks that could start at the same time; the highest goes
///     first.
///   - concurrent: Whether the task may start without waiting for the module's tasks above it.
///   - timeout: The longest time that one attempt may run; nil means no limit.
///   - retry: How often, and after which pauses, a task that throws runs again; one that times out
///     doesn't.
///   - essential: Whether the app stops when the task fails, even after ready.
///   - enabled: Conditions that must all hold, or the task is skipped.
@attached(peer, names: named(__gantry))
public macro Launch(
  _ stage: LaunchStage = .afterReady, name: ModuleName? = nil,
  requires: ModuleName..., wants: ModuleName..., after: Milestone,
  priority: Priority? = nil, concurrent: Bool = false, timeout: Duration? = nil,
  retry: RetryPolicy = .never, essential: Bool = false, enabled: Condition...
) = #externalMacro(module: "GantryMacros", type: "LaunchMacro")

/// Turns a module's method, or a free function at file scope, into an event handler.
///
/// The first parameter names the event; a `ModuleContext` may follow. A synchronous handler of a
/// `LifecycleEvent` may return the event's response, or nil for no answer.
///
/// ```swift
/// @On func open(_ event: OpenURL) -> Bool { … }
/// @On(.once, priority: .high) func active(_ event: DidBecomeActive) { … }
/// ```
///
/// - Parameters:
///   - name: The name of a free function; nil takes the function's own.
///   - repetition: Whether the handler hears every event or the first one only.
///   - priority: The handler's priority among all handlers of the event, the highest first; nil
///     means 0, and not the priority of the module.
///   - order: Whether an `async` handler of a life-cycle event waits for the module's other handlers.
///     By default, it begins at once and runs beside them.
///   - backlog: How many of these events may wait for the module, and which are dropped beyond
///     that; nil takes the event's own limit. A handler of a life-cycle event needs
///     `order: .serial` for it.
@attached(peer, names: named(__gantry))
public macro On(
  _ repetition: HandlerRepetition = .every, name: ModuleName? = nil, priority: Priority? = nil,
  order: HandlerOrder = .concurrent, backlog: EventBacklog? = nil
) =
  #externalMacro(module: "GantryMacros", type: "OnMacro")

/// Turns a function into a handler of named events; its parameter is a `NamedEvent`.
///
/// ```swift
/// @On(named: "orders.placed") func placed(_ event: NamedEvent) async { … }
/// ```
///
/// - Parameters:
///   - name: The name of a free function; nil takes the function's own.
///   - event: The name of the events.
///   - repetition: Whether the handler hears every event or the first one only.
///   - priority: The handler's priority among all handlers of the event, the highest first; nil
///     means 0, and not the priority of the module.
///   - backlog: How many of these events may wait for the module, and which are dropped beyond
///     that; nil takes the event's own limit. It applies only to handlers that run through the
///     mailbox.
@attached(peer, names: named(__gantry))
public macro On(
  named event: String, _ repetition: HandlerRepetition = .every, name: ModuleName? = nil,
  priority: Priority? = nil, backlog: EventBacklog? = nil
) =
  #externalMacro(module: "GantryMacros", type: "OnMacro")

/// Turns a function into the handler of background tasks that the system starts on Apple platforms;
/// its parameter is a `PerformBackgroundTask`.
///
/// ```swift
/// @On(backgroundTask: "shop.sync") func sync(_ task: PerformBackgroundTask) async { … }
/// ```
///
/// The handler hears no other tasks. The identifiers are in the manifest, so that the host can
/// register those of all linked modules before the launch is over. Info.plist must permit each one.
///
/// - Parameters:
///   - identifier: The identifier of a task that the function performs; no other module names it.
///   - others: The identifiers of more tasks.
///   - name: The name of a free function; nil takes the function's own.
///   - priority: The handler's priority among all handlers of the event, the highest first; nil
///     means 0, and not the priority of the module.
@attached(peer, names: named(__gantry))
public macro On(
  backgroundTask identifier: String, _ others: String..., name: ModuleName? = nil,
  priority: Priority? = nil
) =
  #externalMacro(module: "GantryMacros", type: "OnMacro")

/// Marks work that lasts as long as the module: a server, a consumer of a queue, a poller.
///
/// The work begins when the module has launched. No other task waits for it, and neither does
/// `LaunchCompleted`, unless it is `ready: .whenReported`. It is supervised: when it ends, the options
/// decide whether it runs again. When the app stops, the work's task is cancelled. Under
/// GantryProcess, it is first asked to shut down gracefully, and cancelled after three quarters of
/// its time. `@Shutdown` runs after the work has ended.
///
/// ```swift
/// @Run func consume() async throws { for try await job in queue.jobs { … } }
/// @Run(.always, retry: .every(.seconds(30))) func poll(context: ModuleContext) async { … }
/// @Run var server: some Service { HTTPService(port: 8080) }   // its run() is called
/// @Run(ready: .whenReported) func listen(context: ModuleContext) async throws { … }
/// ```
///
/// Put it on an asynchronous function without a result, which may take a `ModuleContext`, or on a
/// variable with a written type that has a method `run() async throws`, such as a service of Swift
/// Service Lifecycle. A computed variable is read at each restart.
///
/// - Parameters:
///   - restart: Which ends of the work lead to a restart.
///   - retry: The pauses before it runs again, and how many restarts are allowed within the window.
///     One more makes the module fail: its services, routes and other work go on, and only an
///     essential module ends the app.
///   - window: The time window in which restarts are counted.
///   - ready: What *ready* waits for: with `.whenReported`, until the module calls
///     `context.health.ready()`.
@attached(peer, names: named(__gantry))
public macro Run(
  _ restart: RestartPolicy = .onFailure, retry: RetryPolicy = .backoff(5),
  within window: Duration = .seconds(60), ready: RunReadiness = .atOnce
) = #externalMacro(module: "GantryMacros", type: "RunMacro")

/// Marks the one function that shuts a module down; it may take a `ModuleContext`.
///
/// Modules are shut down in reverse launch order.
///
/// - Parameter timeout: The longest wait for the function; nil takes the application's limit.
@attached(peer, names: named(__gantry))
public macro Shutdown(timeout: Duration? = nil) =
  #externalMacro(module: "GantryMacros", type: "ShutdownMacro")
