// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import GantrySupport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The thread that holds the bounds of all hosts.
enum WatchdogThread {
  private struct State {
    var isRunning = false
    var watchdogs: [Watchdog] = []
  }

  private static let state = Mutex(State())
  private static let bell = DispatchSemaphore(value: 0)
  /// The longest sleep; a check more or less costs nothing.
  private static let rest = Duration.seconds(3600)

  /// Adds a watchdog, and ends those that only wait for the end of the process: it goes on.
  ///
  /// - Throws: ``PlainThread/Failure`` if the system can't create a thread.
  static func add(_ watchdog: Watchdog) throws(PlainThread.Failure) {
    let isRunning = state.withLock { state in
      return exchange(&state.isRunning, with: true)
    }
    if !isRunning {
      do {
        try PlainThread.start { while true { run() } }
      } catch {
        state.withLock { $0.isRunning = false }
        throw error
      }
    }
    let old = state.withLock { state in
      defer { state.watchdogs.append(watchdog) }
      return state.watchdogs
    }
    for watchdog in old where watchdog.isOver { watchdog.disarm() }
    wake()
  }

  static func remove(_ watchdog: Watchdog) {
    state.withLock { $0.watchdogs.removeAll { $0 === watchdog } }
    wake()
  }

  /// Makes the thread check again, after a bound has changed.
  static func wake() { bell.signal() }

  private static func run() {
    // Dispatch blocks signals on threads that they reach. A signal whose action was restored needs
    // one thread to reach.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
    let next = state.withLock(\.watchdogs).compactMap { $0.check() }.min() ?? rest
    // Rounded up, so that a bound has passed when the thread checks it.
    let milliseconds = (min(next, rest) / .milliseconds(1)).rounded(.up)
    _ = bell.wait(timeout: .now() + .milliseconds(Int(milliseconds)))
  }
}
