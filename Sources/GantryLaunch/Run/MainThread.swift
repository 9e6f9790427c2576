// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import GantryText
internal import Synchronization

/// Lets synchronous code on the main thread wait for asynchronous work that needs the main actor.
package enum MainThread {
  /// How long the run loop has at least to serve the main queue, and in how many rounds.
  private static let probe = (bound: Duration.milliseconds(500), rounds: 10)

  /// Whether the caller may block: on the main thread, and neither in a task nor in a block of the
  /// main queue, which would keep the main actor for themselves.
  ///
  /// Nothing tells that a block of the main queue is running. So it is tried whether the run loop
  /// serves that queue, at the price of running first the blocks that were queued there before.
  @MainActor
  package static func canBlock() -> Bool {
    guard Thread.isMainThread, withUnsafeCurrentTask(body: { $0 == nil }) else { return false }
    let isServed = Atomic(false)
    DispatchQueue.main.async { isServed.store(true, ordering: .releasing) }
    let rest = keepRunLoopWaiting()
    defer { rest.invalidate() }
    let begin = ContinuousClock.now
    var rounds = 0
    // A run loop that is busy gets its rounds, however long each of them takes.
    while rounds < probe.rounds || ContinuousClock.now - begin < probe.bound {
      if isServed.load(ordering: .acquiring) { return true }
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
      rounds += 1
    }
    return isServed.load(ordering: .acquiring)
  }

  /// A run loop without anything to wait for would return at once, again and again.
  private static func keepRunLoopWaiting() -> Timer {
    let rest = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
    RunLoop.main.add(rest, forMode: .default)
    return rest
  }

  /// Returns when the work has ended; meanwhile the main run loop runs, which serves the main actor.
  ///
  /// - Parameter work: The work to wait for.
  /// - Returns: The result of the work.
  @MainActor
  package static func block<Value: Sendable>(
    on work: @escaping @concurrent @Sendable () async -> Value
  ) -> Value {
    let answer = Handover<Value>()
    // Owned by this call, which returns when it has ended.
    Task.detached(priority: .userInitiated) {
      answer.put(await work())
      // The main queue wakes the run loop, after the answer is there.
      DispatchQueue.main.async {}
    }
    let rest = keepRunLoopWaiting()
    defer { rest.invalidate() }
    while true {
      if let value = answer.value { return value }
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }
}

/// Holds idle work back for as long as the main actor is busy.
struct MainLanePromptness: Sendable {
  /// Half a frame at 60 frames a second: an actor that answers later is busy.
  static let bound = Duration.milliseconds(8)

  let now: @Sendable () -> Duration
  /// Goes to the main actor and back.
  var visit: @Sendable () async -> Void = { await MainActor.run {} }

  /// Returns when the main actor has answered within the bound, or the task is cancelled.
  ///
  /// It asks again only after an answer, so a busy main actor is asked seldom.
  @concurrent
  func wait() async {
    repeat {
      let asked = now()
      await visit()
      if now() - asked <= Self.bound { return }
    } while !Task.isCancelled
  }
}
