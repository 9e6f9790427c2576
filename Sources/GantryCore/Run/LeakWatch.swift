// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import GantrySupport
internal import Logging

/// Checks some time after a stop whether the stopped objects are gone, and logs those that aren't.
///
/// It belongs to an application, and checks nothing once the application is gone.
final class LeakWatch: Sendable {
  private struct State {
    /// The stopped objects, each with the time of its check; the earliest first.
    var open: [(candidate: LeakCandidate, due: Duration)] = []
    var checking: Task<Void, Never>?
  }

  private let delay: Duration?
  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration
  private let logger: Logger
  /// Returns the code that holds the main actor, as a clause; nil if none is known.
  private let mainHolder: @Sendable () -> String?
  private let state = Mutex(State())

  /// Creates a watch without any objects.
  ///
  /// - Parameters:
  ///   - delay: How long objects may stay alive after their stop; nil only remembers them, without
  ///     a check.
  ///   - clock: The clock of the delay.
  ///   - logger: Logs the objects that live longer.
  ///   - mainHolder: Returns the code that holds the main actor, as a clause; nil if none is known.
  init(
    after delay: Duration?, clock: any Clock<Duration>, logger: Logger,
    mainHolder: @escaping @Sendable () -> String?
  ) {
    self.delay = delay
    self.clock = clock
    self.logger = logger
    self.mainHolder = mainHolder
    elapsed = clock.stopwatch()
  }

  deinit { state.withLock { $0.checking }?.cancel() }

  /// The stopped objects that are still alive, in the order in which they stopped.
  var alive: [LeakCandidate] {
    state.withLock(\.open).lazy.map(\.candidate).filter(\.object.isAlive)
  }

  /// Adds objects that have just stopped.
  func add(_ candidates: [LeakCandidate]) {
    guard !candidates.isEmpty else { return }
    let due = elapsed() + (delay ?? .zero)
    state.withLock { state in
      // Objects that are already gone, as they should be, aren't kept for the delay.
      state.open.removeAll { !$0.candidate.object.isAlive }
      state.open += candidates.map { ($0, due) }
      if delay != nil, state.checking == nil { state.checking = check() }
    }
  }

  private func check() -> Task<Void, Never> {
    Task.detached { [weak self, clock] in
      while let wait = self?.nextWait() {
        guard (try? await clock.wait(for: wait)) != nil else { return }
        self?.nameLeaks()
      }
    }
  }

  /// Returns the time until the next check; nil if there is nothing left to check.
  private func nextWait() -> Duration? {
    state.withLock { state in
      state.open.removeAll { !$0.candidate.object.isAlive }
      guard let first = state.open.first else {
        state.checking = nil
        return nil
      }
      return max(.zero, first.due - elapsed())
    }
  }

  private func nameLeaks() {
    let now = elapsed()
    let due = state.withLock { state in
      let due = state.open.filter { $0.due <= now }
      state.open.removeAll { $0.due <= now }
      return due
    }
    let holder = mainHolder().map { "The main actor is held by \($0), which may be in its way." }
    for (candidate, _) in due where candidate.object.isAlive {
      let advice = holder ?? candidate.advice
      logger.warning(
        "\(candidate) is still alive \((delay ?? .zero).text) after its stop. \(advice)",
        metadata: ["gantry.module": "\(candidate.module)"])
    }
  }
}

/// An object of a module that has stopped, which should soon be gone.
package struct LeakCandidate: Sendable, CustomStringConvertible {
  /// The kind of object.
  enum Part: Sendable {
    /// The module itself.
    case module
    /// A service that it provided.
    case service(ServiceType)
    /// The handler of a typed route, by the route's name.
    case route(String)
  }

  /// The module that has stopped.
  package let module: ModuleName
  let part: Part
  let object: WeakReference

  /// For example, `the service StorageService (SQLiteStorage) of Storage`.
  package var description: String {
    switch part {
    case .module: "the module \(module) (\(object.type))"
    case .service(let service): "the service \(service.name) (\(object.type)) of \(module)"
    case .route(let name): "the handler of the route \(name) of \(module)"
    }
  }

  /// The reason why it is probably still alive.
  var advice: String {
    switch part {
    case .module, .service:
      """
      Something still retains it: a task that has not ended, a closure without `[weak self]`, a \
      global, or a running module that received it.
      """
    case .route: "A call to the route has not ended."
    }
  }
}
