// SPDX-License-Identifier: Apache-2.0

public import GantryText

/// Calls routes: by value, by path or URL, and by name.
///
/// ```swift
/// let page = try await router.call(OrderPage(id: 7))
/// let same = try await router.call("orders/7?tab=open", as: Page.self)
/// let again = try await router.call(named: "orders/show", ["id": 7], as: Page.self)
/// let fromOutside = try await router.open("bazaar://orders/7", as: Page.self)
/// ```
///
/// The table is frozen; handlers come and go with their owners. A call waits for an owner that has not attached its handlers yet, and fails with the
/// reason when the owner is detached. Every call asks the interceptors; without any, a typed call
/// neither prints nor reads a URL.
public final class Router: Sendable {
  typealias NotFoundHandler = @concurrent @Sendable (RouteRequest) async throws -> any Sendable

  enum Owner {
    case attached
    case detached(reason: String)
  }

  /// The state that changes at run time.
  struct State {
    /// The handlers' bodies, by the position of their route in the table.
    var bodies: [RouteHandler.Body?]
    /// The bodies for calls by value.
    var typedBodies: [(any AnyObject & Sendable)?]
    /// Owners that have attached or been detached; calls wait for all others.
    var owners: [ModuleName: Owner] = [:]
    /// The current lives of owners that are modules; calls for an earlier one change nothing.
    var lives: [ModuleName: LifeID] = [:]
    /// Calls that wait for an owner, by call number.
    var waiters: [ModuleName: [Int: Promise<Void>]] = [:]
    /// The interceptors, in the order in which they are asked.
    var interceptors: [RouteInterceptor] = []
    var redirects: RouteRedirects
    /// The hooks that follow calls, by a number.
    var hooks: [Int: RouteHook] = [:]
    /// Whether a call concerns no interceptor and no hook.
    var isUnattended: Bool { interceptors.isEmpty && hooks.isEmpty }
    /// By scheme; nil for all others.
    var notFound: [String?: NotFoundHandler] = [:]
    /// Called with the owner that a call begins to wait for; decides whether that wait can end.
    var demand: @Sendable (ModuleName) -> RouteWait
    var lastNumber = 0

    typealias Bodies = (RouteHandler.Body?, (any AnyObject & Sendable)?)

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    /// The position for a new interceptor: after all others of its priority.
    func position(of priority: Priority) -> Int {
      var low = 0
      var high = interceptors.count
      while low < high {
        let middle = (low + high) / 2
        if interceptors[middle].priority < priority { high = middle } else { low = middle + 1 }
      }
      return low
    }

    /// Replaces the bodies of a route, and returns the former ones.
    mutating func replace(
      _ index: Int, _ body: RouteHandler.Body?, _ typed: (any AnyObject & Sendable)?
    ) -> Bodies {
      (exchange(&bodies[index], with: body), exchange(&typedBodies[index], with: typed))
    }
  }

  /// All routes.
  package let table: RouteTable
  /// The schemes and hosts whose URLs are accepted.
  public let schemes: RouteSchemes
  /// The limits on the size of URLs and the depth of nested calls.
  public let limits: RouteLimits
  let report: @Sendable (RouteWarning) -> Void
  /// Names handlers that hold the main actor too long; nil when the main actor isn't watched.
  let watch: MainActorWatch?
  // Ensures that a call either finds a handler or is among its owner's waiters.
  let state: Mutex<State>

  /// Creates a router without handlers.
  ///
  /// - Parameters:
  ///   - table: All routes.
  ///   - watch: The watch over the main actor, which learns the router's handlers.
  ///   - schemes: The schemes and hosts whose URLs are accepted.
  ///   - limits: The limits on the size of URLs and the depth of nested calls.
  ///   - redirects: The map from old paths to new ones.
  ///   - demand: Called with the owner that a call begins to wait for.
  ///   - report: Called with events that the app should know about, not only the caller.
  package init(
    _ table: RouteTable, watch: MainActorWatch? = nil, schemes: RouteSchemes = .none,
    limits: RouteLimits = .standard, redirects: RouteRedirects = .none,
    demand: @escaping @Sendable (ModuleName) -> Void = { _ in },
    report: @escaping @Sendable (RouteWarning) -> Void = { _ in }
  ) {
    self.watch = watch
    self.table = table
    self.schemes = schemes
    self.limits = limits
    self.report = report
    state = Mutex(
      State(
        bodies: Array(repeating: nil, count: table.entries.count),
        typedBodies: Array(repeating: nil, count: table.entries.count), redirects: redirects,
        demand: { owner in
          demand(owner)
          return .allowed {}
        }))
    watch?.find(.route) { [weak self] index in self?.code(of: index) }
  }

  /// Everything that can be called, by name.
  public var routes: [RouteInfo] { table.routes }

  /// Makes an owner's routes callable, and resumes the calls that waited for it.
  ///
  /// - Parameters:
  ///   - handlers: The handlers; handlers whose declaration is not in the table are ignored.
  ///   - owner: The owner of the handlers.
  ///   - life: The life that they belong to; if another one is current, nothing happens.
  package func attach(_ handlers: [RouteHandler], owner: ModuleName, life: LifeID? = nil) {
    let table = table
    // Handlers come in the order of declaration, so each one's position is nearly always the next.
    var positions = table.positions(of: owner).makeIterator()
    let indices = handlers.map { handler in
      positions.next().flatMap { table.holds(handler.declaration, at: $0) ? $0 : nil }
        ?? table.index(of: handler.declaration)
    }
    change(owner, to: .attached, life) { state in
      zip(indices, handlers).compactMap { index, handler in
        index.map { state.replace($0, handler.body, handler.typed) }
      }
    }
  }

  /// Removes an owner's handlers; calls that waited for the owner fail with the reason.
  ///
  /// - Parameters:
  ///   - owner: The owner of the handlers.
  ///   - reason: The words after the owner's name in the error, such as `is switched off`.
  public func detach(owner: ModuleName, because reason: String) {
    detach(owner: owner, because: reason, life: nil)
  }

  /// Removes the handlers of one life of an owner, unless another life of it is current.
  package func detach(owner: ModuleName, because reason: String, life: LifeID?) {
    let table = table
    change(owner, to: .detached(reason: reason), life) { state in
      table.positions(of: owner).map { state.replace($0, nil, nil) }
    }
  }

  /// Lets calls wait for an owner again, until it attaches or is detached.
  ///
  /// - Parameters:
  ///   - owner: One that will launch.
  ///   - life: The life that begins; calls for an earlier one change nothing from now on.
  package func expect(owner: ModuleName, life: LifeID? = nil) {
    state.withLock { state in
      state.owners[owner] = nil
      state.lives[owner] = life
    }
  }

  /// Sets the closure that is called with the owner for which a call begins to wait.
  ///
  /// - Parameter demand: Decides whether the call may wait, in the caller's task.
  package func onDemand(_ demand: @escaping @Sendable (ModuleName) -> RouteWait) {
    let (former, waiters) = state.withLock { state in
      (exchange(&state.demand, with: demand), exchange(&state.waiters, with: [:]))
    }
    extendLifetime(former)
    // Calls that wait already ask again.
    for promise in waiters.values.flatMap(\.values) { promise.resolve() }
  }

  /// The redirect map in force.
  public var redirects: RouteRedirects { state.withLock { $0.redirects } }

  /// Replaces the redirect map; calls in progress are not affected.
  ///
  /// - Parameter redirects: The map; ``check(_:)`` finds targets that no route answers.
  public func replaceRedirects(_ redirects: RouteRedirects) {
    state.withLock { $0.redirects = redirects }
  }

  /// Checks a redirect map against the routes.
  ///
  /// - Parameter redirects: The map, whether it is in force or not.
  /// - Returns: A fault for each target that no route answers.
  public func check(_ redirects: RouteRedirects) -> [Fault] { table.check(redirects) }

  /// Sets the answer when no route matches; an answer for a URL's scheme wins over the general one.
  ///
  /// The answer is for calls with `await`, by path or URL. Its result must have the type that the
  /// caller asked for.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the URL, `https` for claimed hosts; nil for all.
  ///   - handler: The answer; nil removes it.
  public func notFound(
    scheme: String? = nil,
    _ handler: (@concurrent @Sendable (RouteRequest) async throws -> any Sendable)?
  ) {
    let scheme = scheme?.lowercased()
    let former = state.withLock { state in
      exchange(&state.notFound[scheme], with: handler)
    }
    extendLifetime(former)
  }

  private func change(
    _ name: ModuleName, to owner: Owner, _ life: LifeID?,
    _ body: (inout State) -> [State.Bodies]
  ) {
    // Removed values are released after the lock, because releasing them may call the router.
    let (former, waiters) = state.withLock { state -> ([State.Bodies], [Int: Promise<Void>]) in
      if let life, let current = state.lives[name], current != life { return ([], [:]) }
      let former = body(&state)
      state.owners[name] = owner
      return (former, state.waiters.removeValue(forKey: name) ?? [:])
    }
    for waiter in waiters.values { waiter.resolve() }
    extendLifetime(former)
  }
}
