// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText
internal import Logging
internal import Synchronization

/// Looks a while after a stop whether what was stopped is gone, and names what is not.
///
/// It ends with the application that owns it, and what is not looked at by then never is.
final class LeakWatch: Sendable {
  private struct State {
    /// What has stopped, and when that is looked at; the earliest first.
    var open: [(probe: LeakProbe, due: Duration)] = []
    var checking: Task<Void, Never>?
  }

  private let delay: Duration?
  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration
  private let logger: Logger
  private let state = Mutex(State())

  /// Makes a watch that has nothing to look at.
  ///
  /// - Parameters:
  ///   - delay: How long after its stop something may live; nil only remembers what has stopped.
  ///   - clock: The clock of the delay.
  ///   - logger: Where it names what lives longer.
  init(after delay: Duration?, clock: any Clock<Duration>, logger: Logger) {
    self.delay = delay
    self.clock = clock
    self.logger = logger
    elapsed = clock.stopwatch()
  }

  deinit { state.withLock { $0.checking }?.cancel() }

  /// What has stopped and is alive at this moment, in the order in which it stopped.
  var alive: [ModuleLeak] {
    state.withLock(\.open).lazy.map(\.probe).filter(\.object.isAlive).map(\.leak)
  }

  /// Takes what has stopped just now.
  func add(_ probes: [LeakProbe]) {
    guard !probes.isEmpty else { return }
    let due = elapsed() + (delay ?? .zero)
    state.withLock { state in
      // What was gone soon, as it should be, is not kept for the delay.
      state.open.removeAll { !$0.probe.object.isAlive }
      state.open += probes.map { ($0, due) }
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

  /// How long nothing is due; nil when there is nothing to look at any more.
  private func nextWait() -> Duration? {
    state.withLock { state in
      state.open.removeAll { !$0.probe.object.isAlive }
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
    for (probe, _) in due where probe.object.isAlive {
      logger.warning(
        "\(probe.leak) is still alive \((delay ?? .zero).text) after its stop. \(probe.leak.advice)",
        metadata: ["gantry.module": "\(probe.leak.module)"])
    }
  }
}
