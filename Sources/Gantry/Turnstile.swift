// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import GantryText
internal import Synchronization

/// Lets one change after another through, in the order of asking.
///
/// A change may have something to wait for in the end, such as the launch of a module that it has
/// added. Only changes from within that launch, and by modules that fail or are renewed, go on before
/// that: the others come after it.
final class Turnstile: Sendable {
  private struct State {
    /// Whether a change is being made.
    var isBusy = false
    /// How many changes have been made and still wait for something.
    var waiting = 0
    /// The changes to come that go ahead of waiting ones, and all others.
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

  /// Makes a change when all earlier ones have been made, and then waits for what follows from it.
  ///
  /// It is detached from the caller, whose cancellation does not leave a change half done; it sees
  /// the caller's overrides of services.
  ///
  /// - Parameters:
  ///   - isInside: Whether an earlier change may wait for the caller, or for something that the caller delivers.
  ///   - change: The change.
  ///   - wait: Called with its result, when the next change from within a launch may begin.
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

  /// The same for a change that has nothing to wait for.
  func run<R: Sendable>(
    isInside: Bool = false, _ change: @escaping @concurrent @Sendable () async -> R
  ) async -> R { await run(isInside: isInside, change) { $0 } }

  /// The same for a change that may fail, after which there is nothing to wait for.
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

  /// Returns when nothing is on its way.
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
  /// The outcome of work that suspends.
  static func awaiting(_ work: () async throws(Failure) -> Success) async -> Self {
    do throws(Failure) {
      return .success(try await work())
    } catch {
      return .failure(error)
    }
  }
}
