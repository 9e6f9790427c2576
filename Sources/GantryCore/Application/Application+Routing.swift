// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import GantryEvents
public import GantryRouting
internal import GantrySupport
internal import Logging

extension Application {
  /// The faults of routes, schemes and hosts, and of the current redirect map.
  var routeFaults: [Fault] {
    router.table.check() + router.schemes.faults + router.table.check(router.redirects)
  }

  /// Opens a URL that came from outside: first as the event `OpenURL`, then as a route.
  ///
  /// Every host follows the same steps:
  ///
  /// 1. The modules that hear `OpenURL` are asked. One yes is enough.
  /// 2. The URL waits until all before-ready tasks have ended, because they may add interceptors and
  ///    redirects. Several URLs go on in the order in which they came.
  /// 3. The URL is held for a module that has not launched. Its answer is awaited if the module
  ///    launches before ready, or handles the route of this URL itself.
  /// 4. The external route that answers the URL is called, once its interceptors allow it, and its
  ///    result is dropped. Modules that launch later still hear the URL.
  /// 5. Without a route, the answers of all other modules are awaited, including those that the URL
  ///    has started. A module that fails or is skipped has no answer.
  /// 6. A URL that nothing has handled so far goes to the router's not-found handler.
  ///
  /// From its first interceptor on, a URL goes its own way: the next one doesn't wait for it.
  ///
  /// - Parameters:
  ///   - event: The URL and the facts that came with it.
  ///   - limit: The longest wait for the answers of modules that have not launched, and then for
  ///     decisions of interceptors, by the application's clock. If it is nil, modules have ten
  ///     seconds for their answers, and interceptors as long as they take. The call of a route
  ///     still waits for the route's module.
  /// - Throws: `RouteError`: the reason why the router did not answer a URL that no module has
  ///   handled.
  public func open(_ event: OpenURL, within limit: Duration? = nil) async throws(RouteError) {
    let asked = await ask(event)
    try await open(event, after: asked, within: limit)
  }

  /// Asks the modules that hear URLs, and takes the URL's position among those that wait for the
  /// launch.
  ///
  /// - Parameter event: The URL and the facts that came with it.
  @MainActor
  package func ask(_ event: OpenURL) -> AskedURL {
    let arrival = router.arrive()
    let (answer, later) = events.ask(event)
    if answer { arrival?.pass() }
    return AskedURL(answer: answer, later: later, arrival: arrival)
  }

  /// Does the rest of ``open(_:within:)``, after the modules were asked.
  ///
  /// - Parameters:
  ///   - event: The URL and the facts that came with it.
  ///   - asked: The modules' answer so far, and the answers that are still to come.
  ///   - limit: As for ``open(_:within:)``.
  ///   - opener: Calls the route and takes its output; nil drops the output.
  ///   - onAsk: Called as an interceptor that takes time is asked, with whether it asks a person.
  /// - Throws: The errors of ``open(_:within:)``.
  package func open(
    _ event: OpenURL, after asked: AskedURL, within limit: Duration? = nil,
    by opener: URLOpener? = nil, onAsk: (@Sendable (_ asksPerson: Bool) -> Void)? = nil
  ) async throws(RouteError) {
    if asked.answer { return }
    let later = asked.later
    defer { proceed(without: later, event.url) }
    var passage = RoutePassage(onAsk: onAsk, arrival: asked.arrival)
    defer { passage.pass() }
    do throws(RouteError) { try await router.admit(event.request, &passage) } catch {
      logUnanswered(event.url, error)
      throw error
    }
    let url = router.resolve(event.request)
    let first = later.open.filter { $0 == url.owner || launchesBeforeReady($0) }
    let left = await wait(for: first, of: later, within: limit ?? .seconds(10))
    if later.acceptedBy != nil { return }
    passage.limit = limit.map { min($0, left) }
    var failure: RouteError?
    if url.owner != nil {
      do throws(RouteError) { return try await call(url, passage, by: opener) } catch {
        failure = error
      }
    }
    _ = await wait(for: later.open, of: later, within: left)
    if later.acceptedBy != nil { return }
    do throws(RouteError) {
      if let failure { throw failure }
      try await call(url, passage, by: opener)
    } catch {
      logUnanswered(event.url, error)
      throw error
    }
  }

  /// Calls the route of a URL.
  private func call(
    _ url: OpenedRequest, _ passage: RoutePassage, by opener: URLOpener?
  ) async throws(RouteError) {
    if let opener { return try await opener(url, passage) }
    await noteDropped(try await router.open(url, passage))
  }

  /// Says in the log of a debug build that the output of an opened URL is lost: a page that nothing
  /// shows is nearly always a mistake.
  ///
  /// - Parameter answer: The route with its output; `Void` is nothing to show.
  @MainActor
  package func noteDropped(_ answer: RouteAnswer) {
    #if DEBUG
      guard !(answer.output is Void) else { return }
      // The query may carry secrets.
      let path = answer.path?.prefix { $0 != "?" } ?? "-"
      logger.notice(
        """
        nothing has shown the \(type(of: answer.output)) of the opened URL \(path); on iOS, the host \
        shows view controllers and views
        """, metadata: ["gantry.route": "\(answer.route)"])
    #endif
  }

  /// Opens a URL without `await`, on the main actor: as the event `OpenURL`, then as a route.
  ///
  /// Use it in system calls that want the answer at once. A module that has not launched hears the
  /// URL once it has, but its answer comes too late to count.
  ///
  /// - Parameter event: The URL and the facts that came with it.
  /// - Throws: `RouteError`, when nothing has handled the URL: `.needsAwait` when the route that
  ///   would answer it takes time; ``open(_:within:)`` calls that route.
  @MainActor
  public func openNow(_ event: OpenURL) throws(RouteError) {
    let asked = ask(event)
    if asked.answer { return }
    proceed(without: asked.later, event.url)
    do throws(RouteError) {
      noteDropped(try router.openNow(router.resolve(event.request)))
    } catch {
      logUnanswered(event.url, error)
      throw error
    }
  }

  /// Waits for the answers of modules that an event is held for.
  ///
  /// - Returns: The rest of the limit.
  private func wait(
    for names: Set<ModuleName>, of later: HeldAnswers, within limit: Duration
  ) async -> Duration {
    guard !names.isEmpty else { return limit }
    let passed = await clock.measure {
      _ = await Deadline.run(within: limit, clock: clock) { await later.wait(for: names) }
    }
    return max(limit - passed, .zero)
  }

  private func launchesBeforeReady(_ name: ModuleName) -> Bool {
    inventory.manifests.contains { manifest in
      manifest.name == name && manifest.stage == .beforeReady
        && manifest.options.events != .afterReadyTasks
    }
  }

  /// Logs each module that handles the URL after something else has answered it.
  private func proceed(without later: HeldAnswers, _ url: URL) {
    let scheme = url.scheme ?? "-"
    later.proceed { [logger] name in
      logger.notice(
        """
        \(name) has handled a URL of scheme '\(scheme)' that something else had answered before \
        \(name) launched. To let it answer first, launch it before ready.
        """, metadata: ["gantry.module": "\(name)", "gantry.event": "OpenURL"])
    }
  }

  private func logUnanswered(_ url: URL, _ error: RouteError) {
    switch error {
    case .failed(let route, let failure):
      // Nothing else reports that the handler of a route failed.
      logger.warning("route failed: \(failure)", metadata: ["gantry.route": "\(route)"])
    case .refused, .redirectLoop:
      // The router has reported it.
      break
    default:
      // Only the URL's scheme, since the rest may carry secrets.
      logger.debug(
        "a URL was not answered: \(error.withoutURL)",
        metadata: ["gantry.route": "\(url.scheme ?? "-")"])
    }
  }
}

extension OpenURL {
  /// The URL as a request for a route, in the scene of the event.
  fileprivate var request: RouteRequest { RouteRequest(url, in: scene) }
}

/// What calls the route of a URL that no module has handled, and takes its output.
package typealias URLOpener =
  @MainActor @Sendable (OpenedRequest, RoutePassage) async throws(RouteError) -> Void

/// What modules have answered to a URL so far, and its position among those that wait for the launch.
package struct AskedURL: Sendable {
  /// Whether a module has handled the URL.
  package let answer: Bool
  /// The answers that are still to come.
  package let later: HeldAnswers
  let arrival: RouteArrival?
}

extension RouteWarning {
  /// Logs the warning without any path, since it and its query may carry secrets.
  func log(to logger: Logger) {
    switch self {
    case .refused(_, let route):
      logger.notice(
        "a URL from outside was refused: the route is internal",
        metadata: ["gantry.route": "\(route)"])
    case .redirectLoop(let chain, let route):
      logger.notice(
        "a call was redirected in a circle or too often, over \(chain.count) paths",
        metadata: ["gantry.route": "\(route ?? "-")"])
    case .undecided(_, let route):
      logger.notice("\(self)", metadata: ["gantry.route": "\(route)"])
    }
  }
}
