// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import Synchronization

/// Lets one piece of work after another through, in the order of asking.
final class Turnstile: Sendable {
  /// Guards the end of the queue.
  private let last = Mutex<Task<Void, Never>?>(nil)

  /// Runs a body when all earlier ones have ended.
  ///
  /// It is detached from the caller, whose cancellation does not leave a change half done; it sees
  /// the caller's overrides of services.
  func run<R: Sendable>(_ body: @escaping @concurrent @Sendable () async -> R) async -> R {
    let overrides = ServiceOverrides.current
    let work = last.withLock { last in
      let previous = last
      let work = Task.detached {
        await previous?.value
        return await overrides.apply { await body() }
      }
      last = Task.detached { _ = await work.value }
      return work
    }
    return await work.value
  }

  /// Returns when nothing is on its way.
  func idle() async { await last.withLock { $0 }?.value }
}
