// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import GantryText
internal import Synchronization

/// Lets changes through one at a time, in the order of the requests.
///
/// A change may end with a wait, such as for the launch of a module that it has switched on. Most
/// other changes begin only after that. Changes from within that launch, and by modules that fail,
/// don't wait for it.
final class Turnstile: Sendable {
  private struct State {
    /// Whether a change is being made.
    var isBusy = false
    /// The number of changes that have been made and still wait for something.
    var waiting = 0
    /// The pending changes that go ahead of waiting ones, and all others.
    var inner: [Promise<Void>] = []
    var outer: [Promise<Void>] = []

    mutating func next() -> Promise<Void>? {
      guard !isBusy else { return nil }
      let next =
        if !inner.isEmpty {
          inner.removeFirst()
        } else if waiting == 0, !outer.isEmpty {
          outer.removeFirst()
        } else {
          nil as Promise<Void>?
        }
      isBusy = next != nil
      return next
    }
  }

  /// Guards the queues.
  private let state = Mutex(State())

  /// Makes a change once all earlier ones have been made, and then waits for its consequences.
  ///
  /// The change is detached from the caller, so that cancelling the caller does not leave it half
  /// done. It inherits the caller's overrides of services.
  ///
  /// - Parameters:
  ///   - isInside: Whether an earlier change may wait for the caller, or for something that the
  ///     caller delivers.
  ///   - change: The change.
  ///   - wait: Called with the result, when the next change from within a launch may begin.
  func run<Change: Sendable, R: Sendable>(
    isInside: Bool = false, _ change: @escaping @concurrent @Sendable () async -> Change,
    wait: @escaping @concurrent @Sendable (Change) async -> R
  ) async -> R {
    let overrides = ServiceOverrides.current
    let turn = Promise<Void>()
    update { state in
      if isInside { state.inner.append(turn) } else { state.outer.append(turn) }
    }
    let work = Task.detached { () async -> R in
      await turn.value()
      return await overrides.apply {
        let made = await change()
        self.update { state in
          state.isBusy = false
          state.waiting += 1
        }
        let result = await wait(made)
        self.update { $0.waiting -= 1 }
        return result
      }
    }
    return await work.value
  }

  /// Makes a change that has nothing to wait for.
  func run<R: Sendable>(
    isInside: Bool = false, _ change: @escaping @concurrent @Sendable () async -> R
  ) async -> R { await run(isInside: isInside, change) { $0 } }

  /// Makes a change that may fail; if it does, there is nothing to wait for.
  func attempt<Change: Sendable, R: Sendable, Failure: Error>(
    isInside: Bool = false,
    _ change: @escaping @concurrent @Sendable () async throws(Failure) -> Change,
    wait: @escaping @concurrent @Sendable (Change) async throws(Failure) -> R
  ) async throws(Failure) -> R {
    let outcome = await run(isInside: isInside) {
      await Result.awaiting(change)
    } wait: { made in
      await Result.awaiting { () async throws(Failure) -> R in try await wait(made.get()) }
    }
    return try outcome.get()
  }

  /// Waits until no change is under way.
  func idle() async { await run {} }

  private func update(_ change: (inout State) -> Void) {
    let next = state.withLock { state in
      change(&state)
      return state.next()
    }
    next?.resolve(())
  }
}

extension Result {
  /// Returns the outcome of asynchronous work.
  static func awaiting(_ work: () async throws(Failure) -> Success) async -> Self {
    do throws(Failure) {
      return .success(try await work())
    } catch {
      return .failure(error)
    }
  }
}
