// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// Whether URLs from outside may go on to their routes.
///
/// Modules that launch before *ready* may add interceptors and redirect maps in code. Until they have
/// launched, no URL from outside may pass.
enum OutsideGate: Sendable {
  case open
  /// URLs wait for the promise; the closure decides whether a caller may.
  case held(Promise<Void>, decide: @Sendable () -> RouteWait)
  /// The interceptors won't come; the reason follows the owner's name in the error.
  case closed(reason: String)
}

/// The URLs from outside that wait for the launch, in the order in which they came. The first one has
/// its turn.
struct Arrivals: Sendable {
  private var waiting: [(number: Int, turn: Promise<Void>)] = []

  mutating func add(_ number: Int) {
    let turn = Promise<Void>()
    if waiting.isEmpty { turn.resolve() }
    waiting.append((number, turn))
  }

  /// The promise of a URL's turn; nil once it has passed.
  func turn(of number: Int) -> Promise<Void>? { waiting.first { $0.number == number }?.turn }

  /// Takes a URL out of the order.
  ///
  /// - Returns: The turn to resolve: that of the URL behind it.
  mutating func remove(_ number: Int) -> Promise<Void>? {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
    waiting.remove(at: index)
    return index == 0 ? waiting.first?.turn : nil
  }
}

/// The position of a URL from outside among those that wait for the launch.
///
/// The next URL has its turn when this one has come to its first interceptor, has been handled or has
/// failed.
package final class RouteArrival: Sendable {
  private let router: Router
  private let number: Int

  fileprivate init(_ router: Router, _ number: Int) {
    self.router = router
    self.number = number
  }

  deinit { pass() }

  fileprivate var turn: Promise<Void>? { router.state.withLock { $0.arrivals.turn(of: number) } }

  /// Lets the next URL have its turn.
  package func pass() { router.state.withLock { $0.arrivals.remove(number) }?.resolve() }
}

/// The way of one call through the router.
package struct RoutePassage: Sendable {
  /// How long interceptors may take in all, by the router's clock; nil for no limit.
  package var limit: Duration?
  /// Called as an interceptor that takes time is asked, with whether it asks a person.
  package var onAsk: (@Sendable (_ asksPerson: Bool) -> Void)?
  /// The position of a URL that waits for the launch; nil for all other calls.
  var arrival: RouteArrival?
  /// Whether the gate is behind it.
  var isAdmitted = false

  /// Creates a way; without arguments, no other URL waits for it, and no limit ends it.
  package init(
    limit: Duration? = nil, onAsk: (@Sendable (_ asksPerson: Bool) -> Void)? = nil,
    arrival: RouteArrival? = nil
  ) {
    self.limit = limit
    self.onAsk = onAsk
    self.arrival = arrival
  }

  /// Lets the next URL have its turn.
  package func pass() { arrival?.pass() }
}

extension Router {
  /// Lets URLs from outside wait for the interceptors that modules add while they launch.
  ///
  /// - Parameter decide: Decides in the caller's task whether the URL may wait.
  package func holdOutside(decide: @escaping @Sendable () -> RouteWait = { .allowed {} }) {
    setGate(.held(Promise(), decide: decide))
  }

  /// Lets URLs from outside go on, as the interceptors are known.
  package func admitOutside() { setGate(.open) }

  /// Refuses URLs from outside that still wait, because the interceptors won't be known.
  ///
  /// - Parameter reason: The words after the owner's name in the error, such as `was not started`.
  package func refuseOutside(because reason: String) {
    let isHeld = state.withLock { if case .held = $0.gate { true } else { false } }
    if isHeld { setGate(.closed(reason: reason)) }
  }

  private func setGate(_ gate: OutsideGate) {
    // Released after the lock, because releasing a closure may call the router.
    let former = state.withLock { exchange(&$0.gate, with: gate) }
    if case .held(let promise, _) = former { promise.resolve() }
    extendLifetime(former)
  }

  /// Takes a position in the order of the URLs that wait for the launch; nil if none has to wait.
  package func arrive() -> RouteArrival? {
    let number = state.withLock { state -> Int? in
      guard case .held = state.gate else { return nil }
      let number = state.nextNumber()
      state.arrivals.add(number)
      return number
    }
    return number.map { RouteArrival(self, $0) }
  }

  /// Waits until a URL from outside may go on and has its turn.
  ///
  /// - Returns: Whether it had to wait, so that its route may be another one now.
  /// - Throws: `RouteError.unavailable` if it would wait forever, or if the launch has failed;
  ///   `.cancelled`; for a URL without a route, the reason.
  @discardableResult
  func admit(_ address: RouteAddress, _ passage: RoutePassage) async throws(RouteError) -> Bool {
    guard !passage.isAdmitted else { return false }
    var hasWaited = false
    while case .held(let promise, let decide) = state.withLock(\.gate) {
      hasWaited = true
      switch decide() {
      case .endless(let reason): throw refusal(of: address, because: reason)
      case .allowed(let end):
        let isOver = await promise.valueUnlessCancelled() != nil
        end()
        guard isOver else { throw cancellation(of: address) }
      }
    }
    if case .closed(let reason) = state.withLock(\.gate) {
      throw refusal(of: address, because: reason)
    }
    guard let turn = passage.arrival?.turn else { return hasWaited }
    guard await turn.valueUnlessCancelled() != nil else { throw cancellation(of: address) }
    return true
  }

  /// Checks that a URL from outside may go on at once.
  ///
  /// - Throws: `RouteError.needsAwait`, `.unavailable`.
  func admitNow(_ address: RouteAddress) throws(RouteError) {
    switch state.withLock(\.gate) {
    case .open: return
    case .closed(let reason): throw refusal(of: address, because: reason)
    case .held:
      throw .needsAwait(
        route: address.excerpt,
        because: "before-ready tasks have not ended, and may add interceptors")
    }
  }

  private func cancellation(of address: RouteAddress) -> RouteError {
    .cancelled(route: address.excerpt)
  }

  private func refusal(of address: RouteAddress, because reason: String) -> RouteError {
    do throws(RouteError) {
      let call = try resolve(address)
      return .unavailable(route: call.name, owner: call.owner, reason: reason)
    } catch {
      return error
    }
  }
}
