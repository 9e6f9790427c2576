// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import GantrySupport

/// Lets synchronous code on the main thread wait for asynchronous work that needs the main actor.
package enum MainThread {
  /// The minimum time and number of rounds that the run loop gets to serve the main queue.
  private static let probe = (bound: Duration.milliseconds(500), rounds: 10)

  /// Whether the caller may block. It must be on the main thread, but not in a task or in a block
  /// of the main queue, which would occupy the main actor.
  ///
  /// No API tells whether a block of the main queue is running. So this tries whether the run loop
  /// serves that queue, at the cost of running blocks that were queued earlier.
  @MainActor
  package static func canBlock() -> Bool {
    guard Thread.isMainThread, withUnsafeCurrentTask(body: { $0 == nil }) else { return false }
    let isServed = Atomic(false)
    DispatchQueue.main.async { isServed.store(true, ordering: .releasing) }
    let rest = keepRunLoopWaiting()
    defer { rest.invalidate() }
    let begin = ContinuousClock.now
    var rounds = 0
    // A busy run loop gets all its rounds, however long each takes.
    while rounds < probe.rounds || ContinuousClock.now - begin < probe.bound {
      if isServed.load(ordering: .acquiring) { return true }
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
      rounds += 1
    }
    return isServed.load(ordering: .acquiring)
  }

  /// Keeps the run loop waiting: without a source it would return at once, again and again.
  private static func keepRunLoopWaiting() -> Timer {
    let rest = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
    RunLoop.main.add(rest, forMode: .default)
    return rest
  }

  /// Waits for work to end, and meanwhile runs the main run loop, which serves the main actor.
  ///
  /// - Parameter work: The work to wait for.
  /// - Returns: The result of the work.
  @MainActor
  package static func block<Value: Sendable>(
    on work: @escaping @concurrent @Sendable () async -> Value
  ) -> Value {
    let answer = LockedBox<Value>()
    // This call owns the task, and returns when the task has ended.
    Task.detached(priority: .userInitiated) {
      answer.put(await work())
      // The main queue wakes the run loop once the answer is there.
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

/// Holds back idle work as long as the main actor is busy.
struct MainLanePromptness: Sendable {
  /// Half a frame at 60 frames per second: an actor that answers later is busy.
  static let bound = Duration.milliseconds(8)

  let now: @Sendable () -> Duration
  /// Hops to the main actor and back.
  var visit: @Sendable () async -> Void = { await MainActor.run {} }

  /// Waits until the main actor answers within the bound, or until the task is cancelled.
  ///
  /// It asks again only after an answer, so it seldom asks a busy main actor.
  @concurrent
  func wait() async {
    repeat {
      let asked = now()
      await visit()
      if now() - asked <= Self.bound { return }
    } while !Task.isCancelled
  }
}
