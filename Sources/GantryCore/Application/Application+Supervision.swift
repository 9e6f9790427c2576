// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

extension Application {
  /// Sets the scopes that the long-running work of modules runs in, so that a stop can ask it to
  /// end.
  ///
  /// - Parameter scopes: Creates a scope for one call; nil lets a stop cancel the work.
  package func setRunScopes(_ scopes: (@Sendable () -> any RunScope)?) {
    life.withLock { $0.runScopes = scopes }
  }

  /// Sets the observer of launches and long-running work, which replaces the last one.
  package func observe(with observer: any LifeObserver) {
    // Released after the lock, because releasing it may call the application.
    let former = life.withLock { life in
      exchange(&life.observer, with: observer)
    }
    extendLifetime(former)
  }

  func makeRunScope() -> (any RunScope)? { life.withLock(\.runScopes)?() }

  /// Stops a run that has to end. If a host carries out stops, it does so, since it may have
  /// services to stop before the modules.
  ///
  /// - Parameter run: The run to stop; nothing happens if it isn't the current one any more.
  func carryOutStop(of run: Run) {
    guard isCurrent(run.host.supervision) else { return }
    guard let handler = life.withLock(\.stopRequests.handler) else {
      _ = stopping(run, within: limits.stop)
      return
    }
    handler()
  }
}
