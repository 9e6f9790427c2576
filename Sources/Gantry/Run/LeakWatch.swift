// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import GantryText
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
  var alive: [ModuleLeak] {
    state.withLock(\.open).lazy.map(\.candidate).filter(\.object.isAlive).map(\.leak)
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
      let advice = holder ?? candidate.leak.advice
      logger.warning(
        "\(candidate.leak) is still alive \((delay ?? .zero).text) after its stop. \(advice)",
        metadata: ["gantry.module": "\(candidate.leak.module)"])
    }
  }
}

/// An object of a module that is still alive although the module has stopped.
public struct ModuleLeak: Sendable, Hashable {
  /// The kind of object.
  @nonexhaustive
  package enum Part: Sendable, Hashable {
    /// The module itself.
    case module
    /// A service that it provided.
    case service(ServiceType)
    /// The handler of a typed route, by the route's name.
    case route(String)
  }

  /// The module that has stopped.
  public let module: ModuleName
  /// The kind of object that is alive.
  package let part: Part
  /// The name of the object's type.
  let type: String

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

extension ModuleLeak: CustomStringConvertible {
  /// For example, `the service StorageService (SQLiteStorage) of Storage`.
  public var description: String {
    switch part {
    case .module: "the module \(module) (\(type))"
    case .service(let service): "the service \(service.name) (\(type)) of \(module)"
    case .route(let name): "the handler of the route \(name) of \(module)"
    }
  }
}

/// A weak reference to an object of a module that has stopped.
struct LeakCandidate: Sendable {
  let module: ModuleName
  let part: ModuleLeak.Part
  let object: WeakReference

  var leak: ModuleLeak { ModuleLeak(module: module, part: part, type: "\(object.type)") }
}
