// SPDX-License-Identifier: Apache-2.0

public import GantryText

/// Makes a module of a final class, a `@MainActor` class or an actor.
///
/// A module that is linked is alive: nothing else has to name it.
///
/// ```swift
/// @Module(after: "Analytics", priority: .high)
/// @MainActor
/// public final class OrdersModule {
///   @Inject let storage: any StorageService
///   @Launch func openDatabase() throws { … }
///   @On func open(_ event: OpenURL) -> Bool { … }
///   @Shutdown func close() async { … }
/// }
/// ```
///
/// The type gets the conformance to ``Module``, its `manifest`, a link-time record, and unless they
/// are written, `init(context:)` and the static members `resources` and `log`. Members count only
/// in the body of the type, not in extensions. A type in a test suite leaves no record.
///
/// `log` is a logger of swift-log, seen in the module's target only. Calling it needs `import Logging`
/// in a target that turns on `MemberImportVisibility`.
///
/// A class that says nothing about its isolation is nonisolated, also in a target whose default is
/// the main actor: modules are `Sendable`. Write `@MainActor` where it is meant.
///
/// A public module needs `public import Gantry` in a target that imports internally by default.
///
/// - Parameters:
///   - name: The module's name; nil takes the type's without `Module`.
///   - version: The version that the manifest shows.
///   - package: The package that the manifest shows.
///   - stage: When the module is created: no task of it is in an earlier stage.
///   - requires: Modules that must exist and launch before this one.
///   - wants: Modules that launch before this one if they are present; their failure is tolerated.
///   - after: Modules that launch before this one, if both run.
///   - before: Modules that launch after this one, if both run.
///   - requiredBy: Modules to which this one is a requirement, declared from this end.
///   - wantedBy: Modules that want this one, declared from this end.
///   - priority: The place among those that could launch at the same time, the highest first.
///   - essential: Whether the launch stops when this module fails.
///   - events: From when on the module handles events; nil when it has launched.
///   - enabled: Conditions that must all hold, or the module is skipped. `.debug` is decided by the
///     compiler: a release build has no record of the module.
@attached(
  member, names: named(init(context:)), named(manifest), named(resources), named(log),
  named(__gantryRecord))
@attached(extension, conformances: Module)
public macro Module(
  name: ModuleName? = nil, version: String? = nil, package: String? = nil,
  stage: LaunchStage = .beforeReady,
  requires: ModuleName..., wants: ModuleName..., after: ModuleName..., before: ModuleName...,
  requiredBy: ModuleName..., wantedBy: ModuleName...,
  priority: Priority = 0, essential: Bool = false, events: EventStart? = nil, enabled: Condition...
) = #externalMacro(module: "GantryMacros", type: "ModuleMacro")

/// Makes a launch task of a module's method, or of a free function at file scope.
///
/// A synchronous function of the main actor runs on the main lane, any other in the background.
/// Tasks of one module in one stage run in source order.
///
/// ```swift
/// @Launch func open() throws -> Database { … }
///
/// @Launch(.afterReady, timeout: .seconds(5))
/// nonisolated func prefetch(database: Database, cache: Cache?) async throws { … }
/// ```
///
/// The function's result is for any task, also of another module, that has a parameter of that
/// type: such a task requires this one. An optional parameter only wants it, and is nil where no
/// task returns the type or the task did not succeed. Values are `Sendable`. The last parameter may
/// be a ``ModuleContext``.
///
/// - Parameters:
///   - name: The name of a free function's task; nil takes the function's. The task of a method has
///     the method's name.
///   - stage: When the task runs.
///   - requires: Modules or tasks that must succeed before the task.
///   - wants: Modules or tasks that end before the task if they are present; their failure is
///     tolerated.
///   - after: Modules or tasks that end before the task, if both run.
///   - before: Modules or tasks that start after the task, if both run.
///   - requiredBy: Modules or tasks to which this one is a requirement, declared from this end.
///   - wantedBy: Modules or tasks that want this one, declared from this end.
///   - priority: The place among those that could start at the same time, the highest first.
///   - concurrent: Whether the task need not wait for the module's tasks above it.
///   - timeout: The longest run; nil means no limit.
///   - retry: How often, and after which pauses, a failed task runs again.
///   - essential: Whether the launch stops when the task fails.
///   - enabled: Conditions that must all hold, or the task is skipped. The compiler decides `.debug`:
///     a release build has no record of the task.
@attached(peer, names: named(__gantry))
public macro Launch(
  name: ModuleName? = nil, _ stage: LaunchStage = .beforeReady,
  requires: ModuleName..., wants: ModuleName..., after: ModuleName..., before: ModuleName...,
  requiredBy: ModuleName..., wantedBy: ModuleName...,
  priority: Priority? = nil, concurrent: Bool = false, timeout: Duration? = nil,
  retry: RetryPolicy = .never, essential: Bool = false, enabled: Condition...
) = #externalMacro(module: "GantryMacros", type: "LaunchMacro")

/// Makes a launch task that waits for a milestone.
///
/// ```swift
/// @Launch(after: .consent) func startTracking() { … }
/// ```
///
/// - Parameters:
///   - name: The name of a free function's task; nil takes the function's.
///   - stage: When the task runs, once the milestone is reached; never `.beforeReady`.
///   - requires: Modules or tasks that must succeed before the task.
///   - wants: Modules or tasks that end before the task if they are present; their failure is
///     tolerated.
///   - after: The milestone.
///   - priority: The place among those that could start at the same time, the highest first.
///   - concurrent: Whether the task need not wait for the module's tasks above it.
///   - timeout: The longest run; nil means no limit.
///   - retry: How often, and after which pauses, a failed task runs again.
///   - essential: Whether the launch stops when the task fails.
///   - enabled: Conditions that must all hold, or the task is skipped.
@attached(peer, names: named(__gantry))
public macro Launch(
  name: ModuleName? = nil, _ stage: LaunchStage = .afterReady,
  requires: ModuleName..., wants: ModuleName..., after: Milestone,
  priority: Priority? = nil, concurrent: Bool = false, timeout: Duration? = nil,
  retry: RetryPolicy = .never, essential: Bool = false, enabled: Condition...
) = #externalMacro(module: "GantryMacros", type: "LaunchMacro")

/// Makes an event handler of a module's method, or of a free function at file scope.
///
/// The first parameter names the event; a ``ModuleContext`` may follow. A synchronous handler of a
/// `LifecycleEvent` may return the event's response, or nil for no answer.
///
/// ```swift
/// @On func open(_ event: OpenURL) -> Bool { … }
/// @On(.once, priority: .high) func active(_ event: DidBecomeActive) { … }
/// ```
///
/// - Parameters:
///   - repetition: Whether the handler hears every event or the first one only.
///   - priority: The handler's own place in the order of delivery; nil takes the module's.
///   - backlog: How many of the event may wait for the module, and which are dropped when there are
///     more; nil takes the event's own limit. It is for handlers that run through the mailbox.
@attached(peer, names: named(__gantry))
public macro On(
  _ repetition: HandlerRepetition = .every, priority: Priority? = nil, backlog: EventBacklog? = nil
) =
  #externalMacro(module: "GantryMacros", type: "OnMacro")

/// Makes a handler of the named events of one name; its parameter is a `NamedEvent`.
///
/// ```swift
/// @On(named: "orders.placed") func placed(_ event: NamedEvent) async { … }
/// ```
///
/// - Parameters:
///   - name: The name of the events.
///   - repetition: Whether the handler hears every event or the first one only.
///   - priority: The handler's own place in the order of delivery; nil takes the module's.
///   - backlog: How many of the event may wait for the module, and which are dropped when there are
///     more; nil takes the event's own limit. It is for handlers that run through the mailbox.
@attached(peer, names: named(__gantry))
public macro On(
  named name: String, _ repetition: HandlerRepetition = .every, priority: Priority? = nil,
  backlog: EventBacklog? = nil
) =
  #externalMacro(module: "GantryMacros", type: "OnMacro")

/// Marks work that lasts as long as the module: a server, a consumer of a queue, a poller.
///
/// It begins when the module has launched, and keeps no other task, and not ``LaunchCompleted``,
/// waiting. It is supervised: where it ends, the options say whether it runs again. At the stop, and
/// where the module is switched off, its task is cancelled, or asked to shut down gracefully under
/// GantryProcess; `@Shutdown` runs when it has ended.
///
/// ```swift
/// @Run func consume() async throws { for try await job in queue.jobs { … } }
/// @Run(.always, intensity: .unlimited) func poll(context: ModuleContext) async { … }
/// @Run var server: some Service { HTTPService(port: 8080) }   // its run() is called
/// ```
///
/// Put it on an asynchronous function without a result, which may take a ``ModuleContext``, or on a
/// variable with a written type that has a method `run() async throws`, such as a service of Swift
/// Service Lifecycle. A computed variable is read at each restart.
///
/// - Parameters:
///   - restart: After which end the work runs again.
///   - backoff: The pauses before it runs again.
///   - intensity: How many restarts there may be until the module has failed: then those that require
///     it are stopped with it, and the app ends if one of them is essential.
///   - scope: Whether a restart calls the work again, or creates the module anew.
@attached(peer, names: named(__gantry))
public macro Run(
  _ restart: RestartPolicy = .onFailure, backoff: RestartBackoff = .standard,
  intensity: RestartIntensity = .standard, restarting scope: RestartScope = .run
) = #externalMacro(module: "GantryMacros", type: "RunMacro")

/// Marks the one function that ends a module; it may take a ``ModuleContext``.
///
/// Modules are shut down in reverse launch order.
///
/// - Parameter timeout: The longest wait for the function; nil takes the application's limit.
@attached(peer, names: named(__gantry))
public macro Shutdown(timeout: Duration? = nil) =
  #externalMacro(module: "GantryMacros", type: "ShutdownMacro")

/// Marks a service that a module offers to the others.
///
/// Put it on a variable, or on a function without parameters, with a written type. A shared
/// service is read once, when the module launches; others are made for each that asks, and where
/// that is asynchronous or isolated, they can only be injected or waited for.
///
/// ```swift
/// @Provides var history: any OrderHistory { … }
/// @Provides(.europe, scope: .unique) func cart() -> any Cart { … }
/// ```
///
/// - Parameters:
///   - qualifier: Tells several services of the type apart.
///   - scope: How long one instance is handed out.
///   - fallback: Whether another provider of the same service takes precedence.
@attached(peer, names: named(__gantry))
public macro Provides(
  _ qualifier: ServiceQualifier? = nil, scope: ServiceScope = .shared, fallback: Bool = false
) = #externalMacro(module: "GantryMacros", type: "ProvidesMacro")

/// Marks a shared value that a module provides, once its before-ready tasks have ended.
///
/// Put it on a variable, or on a function without parameters, with a written type. A synchronous
/// one that is not isolated is asked at each read, from any thread; any other is read once.
///
/// ```swift
/// @Provides(\.userID) var currentUser: String? { … }
/// ```
///
/// - Parameters:
///   - key: The key under which others read the value.
///   - overriding: Whether it hides the value of another provider.
@attached(peer, names: named(__gantry))
public macro Provides<Key: ReadableValueKey>(
  _ key: KeyPath<SharedValueKeys, Key>, overriding: Bool = false
) = #externalMacro(module: "GantryMacros", type: "ProvidesMacro")

/// Marks a service that a module needs: a stored `let` with a written type.
///
/// It is an edge of the launch graph: hard, or wanted where the type is an optional or an array,
/// and none for a `Lazy` one. The generated `init(context:)` assigns it; yours does so by
/// `try context.inject((any P).self)`. `EventBus`, `Router` and ``ModuleContext`` are there for
/// every module, without a provider and without an edge.
///
/// ```swift
/// @Inject let storage: any StorageService          // required
/// @Inject(.europe) let servers: any Servers        // one of several
/// @Inject let push: (any PushService)?             // if it is there
/// @Inject let plugins: [any Plugin]                // all, in launch order
/// @Inject let search: Lazy<any SearchService>      // started by its first use
/// @Inject let events: EventBus                     // to send events; so is `Router` for routes
/// ```
///
/// - Parameter qualifier: Which of several services of the type; nil is the one without.
@attached(peer, names: named(__gantry))
public macro Inject(_ qualifier: ServiceQualifier? = nil) =
  #externalMacro(module: "GantryMacros", type: "InjectMacro")

/// Marks the handler of a typed route: its parameter says which.
///
/// ```swift
/// @Route func order(_ route: OrderPage) async throws -> Page { … }
/// ```
///
/// A ``ModuleContext`` may be the last parameter. A handler on the main actor that is not `async`
/// can be called there without `await`; its result need not be `Sendable` where `@MainActor` is
/// written on the function or the module. One that is `nonisolated`, as written, and not `async`
/// can be called so from anywhere. The route is named `Module/function`; that of a free function at
/// file scope as the function.
///
/// - Parameter access: From where it may be called; `.external` also by URLs from outside.
@attached(peer, names: named(__gantry))
public macro Route(access: RouteAccess = .internal) =
  #externalMacro(module: "GantryMacros", type: "RouteMacro")

/// Marks the handler of a pattern, in a module or at file scope: its parameters are read from path
/// and query.
///
/// ```swift
/// @Route("orders/:id", access: .external)
/// func show(id: Int, tab: String?) -> Page { … }
///
/// @Route("orders/latest")
/// func latest(_ request: RouteRequest) -> Page { … }
/// ```
///
/// - Parameters:
///   - pattern: The paths, as `PathPattern` reads them; a plain literal.
///   - access: From where it may be called; `.external` also by URLs from outside.
@attached(peer, names: named(__gantry))
public macro Route(_ pattern: String, access: RouteAccess = .internal) =
  #externalMacro(module: "GantryMacros", type: "RouteMacro")
