// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// Calls routes: by value, or by a request with a path, a URL or a name.
///
/// ```swift
/// let page = try await router.call(OrderPage(id: 7))
/// let same = try await router.call("orders/7?tab=open", as: Page.self)
/// let again = try await router.call(RouteRequest(named: "Orders/show", ["id": 7]), as: Page.self)
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
    /// The current runs of owners that are modules; calls for an earlier one change nothing.
    var runs: [ModuleName: RunID] = [:]
    /// Calls that wait for an owner, by call number.
    var waiters: [ModuleName: [Int: Promise<Void>]] = [:]
    /// The interceptors, in the order in which they are asked.
    var interceptors: [RouteInterceptor]
    /// The code of those that modules declare, by number, while the module is there.
    var declaredBodies: [Int: InterceptorCall] = [:]
    /// Whether an interceptor may be about each route, by the route's position.
    var isGuarded: [Bool]
    /// The decisions that calls wait for, by call number.
    var decisions: [Int: PendingDecision] = [:]
    /// Whether URLs from outside may go on, and those that wait.
    var gate = OutsideGate.open
    var arrivals = Arrivals()
    var redirects: RouteRedirects
    /// The hooks that follow calls, by a number.
    var hooks: [Int: RouteHook] = [:]
    /// By scheme; nil for all others.
    var notFound: [String?: NotFoundHandler] = [:]
    /// Called with the owner that a call begins to wait for; decides whether that wait can end.
    var demand: @Sendable (ModuleName) -> RouteWait
    var lastNumber: Int

    typealias Bodies = (RouteHandler.Body?, (any AnyObject & Sendable)?)

    /// Whether a call of a route concerns no interceptor and no hook.
    func isUnattended(_ index: Int) -> Bool { !isGuarded[index] && hooks.isEmpty }

    /// Notes the routes that a new interceptor may be about, or begins anew without one.
    mutating func guardRoutes(of table: RouteTable, by interceptor: RouteInterceptor? = nil) {
      for index in isGuarded.indices {
        let pattern = table.entries[index].pattern
        if let interceptor {
          isGuarded[index] = isGuarded[index] || interceptor.mayBeAbout(pattern)
        } else {
          isGuarded[index] = interceptors.contains { $0.mayBeAbout(pattern) }
        }
      }
    }

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
        if interceptors[middle].options.priority < priority {
          high = middle
        } else {
          low = middle + 1
        }
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
  package let schemes: RouteSchemes
  /// The limits on the size of URLs and the depth of nested calls.
  package let limits: RouteLimits
  let report: @Sendable (RouteWarning) -> Void
  /// Names handlers that hold the main actor too long; nil when the main actor isn't watched.
  let watch: MainActorWatch?
  /// The clock of limits on interceptors.
  let clock: any Clock<Duration>
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
  ///   - clock: The clock of limits on interceptors.
  ///   - demand: Called with the owner that a call begins to wait for.
  ///   - report: Called with events that the app should know about, not only the caller.
  package init(
    _ table: RouteTable, watch: MainActorWatch? = nil, schemes: RouteSchemes = .none,
    limits: RouteLimits = .standard, redirects: RouteRedirects = .none,
    clock: any Clock<Duration> = ContinuousClock(),
    demand: @escaping @Sendable (ModuleName) -> Void = { _ in },
    report: @escaping @Sendable (RouteWarning) -> Void = { _ in }
  ) {
    self.watch = watch
    self.table = table
    self.schemes = schemes
    self.limits = limits
    self.report = report
    self.clock = clock
    let count = table.entries.count
    var state = State(
      bodies: Array(repeating: nil, count: count), typedBodies: Array(repeating: nil, count: count),
      interceptors: table.interceptors, isGuarded: Array(repeating: false, count: count),
      redirects: redirects,
      demand: { owner in
        demand(owner)
        return .allowed {}
      }, lastNumber: table.interceptors.count)
    if !table.interceptors.isEmpty { state.guardRoutes(of: table) }
    self.state = Mutex(state)
    watch?.find(.route) { [weak self] index in self?.code(of: index) }
  }

  /// Everything that can be called, by name.
  public var routes: [RouteInfo] { table.routes }

  /// Makes an owner's routes callable, and resumes the calls that waited for it.
  ///
  /// - Parameters:
  ///   - handlers: The handlers; handlers whose declaration is not in the table are ignored.
  ///   - interceptors: The code of the owner's interceptors, each with its declaration.
  ///   - owner: The owner of the handlers.
  ///   - run: The run that they belong to; if another one is current, nothing happens.
  package func attach(
    _ handlers: [RouteHandler], _ interceptors: [(InterceptorDeclaration, InterceptorCall)] = [],
    owner: ModuleName, run: RunID? = nil
  ) {
    let table = table
    let bodies = interceptors.compactMap { declaration, body in
      table.number(of: declaration).map { ($0, body) }
    }
    // Handlers come in the order of declaration, so each one's position is nearly always the next.
    var positions = table.positions(of: owner).makeIterator()
    let indices = handlers.map { handler in
      positions.next().flatMap { table.holds(handler.declaration, at: $0) ? $0 : nil }
        ?? table.index(of: handler.declaration)
    }
    change(owner, to: .attached, run) { state in
      for (number, body) in bodies { state.declaredBodies[number] = body }
      return zip(indices, handlers).compactMap { index, handler in
        index.map { state.replace($0, handler.body, handler.typed) }
      }
    }
  }

  /// Removes an owner's handlers; calls that waited for the owner fail with the reason.
  ///
  /// - Parameters:
  ///   - owner: The owner of the handlers.
  ///   - reason: The words after the owner's name in the error, such as `has stopped`.
  package func detach(owner: ModuleName, because reason: String) {
    detach(owner: owner, because: reason, run: nil)
  }

  /// Removes the handlers of an owner, unless it belongs to another run.
  package func detach(owner: ModuleName, because reason: String, run: RunID?) {
    let table = table
    change(owner, to: .detached(reason: reason), run) { state in
      table.positions(of: owner).map { state.replace($0, nil, nil) }
    }
  }

  /// Lets calls wait for an owner again, until it attaches or is detached.
  ///
  /// - Parameters:
  ///   - owner: One that will launch.
  ///   - run: The run that begins; calls for an earlier one change nothing from now on.
  package func expect(owner: ModuleName, run: RunID? = nil) {
    state.withLock { state in
      state.owners[owner] = nil
      state.runs[owner] = run
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
  package var redirects: RouteRedirects { state.withLock { $0.redirects } }

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

  /// What a change of an owner replaces, and what ends with it.
  private typealias Change = (
    former: [State.Bodies], bodies: [InterceptorCall?], waiters: [Int: Promise<Void>],
    decisions: [PendingDecision]
  )

  private func change(
    _ name: ModuleName, to owner: Owner, _ run: RunID?,
    _ body: (inout State) -> [State.Bodies]
  ) {
    // Removed values are released after the lock, because releasing them may call the router.
    let table = table
    let (former, bodies, waiters, decisions) = state.withLock { state -> Change in
      if let run, let current = state.runs[name], current != run { return ([], [], [:], []) }
      var bodies: [InterceptorCall?] = []
      var decisions: [PendingDecision] = []
      if case .detached = owner {
        bodies = table.numbers(of: name).map { state.declaredBodies.removeValue(forKey: $0) }
        decisions = state.decisions.values.filter { $0.owners.contains(name) }
      }
      let former = body(&state)
      state.owners[name] = owner
      return (former, bodies, state.waiters.removeValue(forKey: name) ?? [:], decisions)
    }
    for waiter in waiters.values { waiter.resolve() }
    if case .detached(let reason) = owner {
      for decision in decisions { decision.end.resolve(.withdrawn(name, because: reason)) }
    }
    extendLifetime(former)
    extendLifetime(bodies)
  }
}
