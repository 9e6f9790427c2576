// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Keeps the events of a host's current run.
final class EventRecorder: Sendable {
  /// Marks the one event that the test itself is sending; a handler may send others meanwhile.
  final class Mark: Sendable {
    let isOpen = Mutex(true)
    /// Whether it is sent by opening a URL.
    let isOpening: Bool

    init(isOpening: Bool = false) { self.isOpening = isOpening }
  }

  @TaskLocal static var mark: Mark?

  private struct State {
    var trace = EventTrace()
    var failures: [HandlerFailure] = []
    var start: Duration
  }

  private let clock: TestClock
  /// Invariant: trace, failures and start belong to the same run.
  private let state: Mutex<State>

  init(clock: TestClock) {
    self.clock = clock
    state = Mutex(State(start: clock.now.offset))
  }

  var trace: EventTrace { state.withLock(\.trace) }
  var failures: [HandlerFailure] { state.withLock(\.failures) }
  /// When the current run began, by the clock.
  var start: Duration { state.withLock(\.start) }

  func begin() { state.withLock { $0 = State(start: clock.now.offset) } }

  func record(_ sent: AnySentEvent) {
    // A tap is called before the event is delivered: the first one under a mark is the test's own.
    let isOwn =
      Self.mark?.isOpen.withLock { isOpen in
        defer { isOpen = false }
        return isOpen
      } ?? false
    let now = clock.now.offset
    state.withLock {
      $0.trace.append(
        sent, from: isOwn ? .test : .application, at: now - $0.start,
        isOpening: isOwn && Self.mark?.isOpening == true)
    }
  }

  func record(_ failure: HandlerFailure) { state.withLock { $0.failures.append(failure) } }
}
