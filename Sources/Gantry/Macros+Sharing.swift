// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// Marks a service that a module offers to the others.
///
/// Put it on a variable, or on a function without parameters, with a written type. A shared service
/// is read once, when the module launches; with another scope, each request creates one. If that is
/// asynchronous or isolated, the service can only be injected or awaited.
///
/// ```swift
/// @Provides var history: any OrderHistory { … }
/// @Provides(.europe, scope: .unique) func cart() -> any Cart { … }
/// ```
///
/// - Parameters:
///   - qualifier: Tells several services of the type apart.
///   - scope: How long the same instance is handed out.
///   - fallback: Whether another provider of the same service takes precedence.
@attached(peer, names: named(__gantry))
public macro Provides(
  _ qualifier: ServiceQualifier? = nil, scope: ServiceScope = .shared, fallback: Bool = false
) = #externalMacro(module: "GantryMacros", type: "ProvidesMacro")

/// Marks a keyed service: a value that a module provides, once its before-ready tasks have ended.
///
/// Put it on a variable, or on a function without parameters, with a written type. It is evaluated
/// at each read, on the reading thread, so it must be synchronous and nonisolated: keep the state
/// that it reads in a `Mutex`.
///
/// ```swift
/// @Provides(\.userID) var currentUser: String? { session.withLock { $0 } }
/// ```
///
/// - Parameters:
///   - key: The key under which others read the value.
///   - overriding: Whether it replaces another provider's value. There is no `fallback:`, since the key's
///     default takes that place.
@attached(peer, names: named(__gantry))
public macro Provides<Value>(
  _ key: KeyPath<ServiceKeys, ServiceKey<Value>>, overriding: Bool = false
) = #externalMacro(module: "GantryMacros", type: "ProvidesMacro")

/// Marks a service that a module needs: a stored `let` with a written type.
///
/// An injection is a dependency: the module requires the provider, or only wants it if the type is
/// an optional or an array. A `Lazy` service adds no dependency. The generated `init(context:)`
/// assigns the property; your own calls `try context.inject((any P).self)`. `EventBus`, `Router`
/// and `ModuleContext` are available to every module, without a provider or a dependency.
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
/// - Parameter qualifier: Tells several services of the type apart; nil selects the one without a
///   qualifier.
@attached(peer, names: named(__gantry))
public macro Inject(_ qualifier: ServiceQualifier? = nil) =
  #externalMacro(module: "GantryMacros", type: "InjectMacro")

/// Marks a keyed service that a module needs: a stored `let`, a function that reads the value.
///
/// The module requires the provider. To read a value without a dependency, write
/// `context.services[\.userID]`.
///
/// ```swift
/// @Inject(\.userID) let userID: @Sendable () -> String?
/// ```
///
/// - Parameter key: The key under which the value is provided.
@attached(peer, names: named(__gantry))
public macro Inject<Value>(_ key: KeyPath<ServiceKeys, ServiceKey<Value>>) =
  #externalMacro(module: "GantryMacros", type: "InjectMacro")

/// Marks the handler of a typed route; the type of its parameter selects the route.
///
/// ```swift
/// @Route func order(_ route: OrderPage) async throws -> Page { … }
/// ```
///
/// A `ModuleContext` may be the last parameter. A synchronous handler on the main actor can be
/// called there without `await`. Its result need not be `Sendable` if `@MainActor` is written on
/// the function or the module. So can a synchronous handler that is written as `nonisolated`; a call
/// with `await` runs it off the caller's actor. The route is named `Module/function`, or just `function` for a
/// free function at file scope.
///
/// - Parameters:
///   - name: The name of a free function; nil takes the function's own.
///   - access: Where the route may be called from; `.external` also admits URLs from outside of the
///     app.
///   - shown: How a `Navigator` shows the page that is the result; nil leaves it to the route's
///     type, and means `.push` for a pattern.
@attached(peer, names: named(__gantry))
public macro Route(
  name: ModuleName? = nil, access: RouteOrigin = .internal, shown: PagePresentation? = nil
) =
  #externalMacro(module: "GantryMacros", type: "RouteMacro")

/// Marks the handler of a path pattern, in a module or at file scope; its parameters are read from
/// the path and query.
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
///   - pattern: The pattern of the paths, as in `@RoutePattern`; a plain string literal.
///   - name: The name of a free function; nil takes the function's own.
///   - access: Where the route may be called from; `.external` also admits URLs from outside of the
///     app.
///   - shown: How a `Navigator` shows the page that is the result; nil leaves it to the route's
///     type, and means `.push` for a pattern.
@attached(peer, names: named(__gantry))
public macro Route(
  _ pattern: String, name: ModuleName? = nil, access: RouteOrigin = .internal,
  shown: PagePresentation? = nil
) =
  #externalMacro(module: "GantryMacros", type: "RouteMacro")

/// Marks an interceptor, in a module or at file scope, which the router asks before the calls of
/// some routes.
///
/// ```swift
/// @Intercept("account/*rest") func signedIn(_ request: RouteRequest) async -> RouteDecision {
///   await session.isOpen ? .allow : .redirect(to: "sign-in?next=\(request.path)")
/// }
/// ```
///
/// The router knows it before the launch. A path that it applies to waits for the module, which an
/// on-demand module is launched for. If the module has failed, is left out or has stopped, the path
/// is refused.
///
/// The function takes a `RouteRequest`, and after it at most one `ModuleContext`. A synchronous one
/// on the main actor, or one that is written as `nonisolated`, is also asked about calls without
/// `await`. Interceptors are asked by priority. Among those of one priority, the declared ones come
/// first, by the names of their modules and in source order, and then those added in code.
///
/// - Parameters:
///   - paths: The patterns of the paths that it is asked about, as in `@Route`; none, or `*all`
///     alone, means all paths. Each is a plain string literal.
///   - name: The name of a free function; nil takes the function's own.
///   - priority: Its priority; the highest is asked first.
///   - asksPerson: Whether it asks a person. The log names any other interceptor that has not
///     decided after five seconds.
@attached(peer, names: named(__gantry))
public macro Intercept(
  _ paths: String..., name: ModuleName? = nil, priority: Priority = 0, asksPerson: Bool = false
) =
  #externalMacro(module: "GantryMacros", type: "InterceptMacro")
