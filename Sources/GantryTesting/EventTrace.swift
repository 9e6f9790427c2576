// SPDX-License-Identifier: Apache-2.0

internal import GantryEvents
internal import GantrySupport

/// The events of one run, in the order sent, as a test host recorded them; you can read or replay
/// them.
///
/// A trace keeps the events themselves, of any type. So it isn't a file format: a host records it,
/// and it stays in the test's process.
public struct EventTrace: Sendable {
  /// The sender of an event.
  package enum Origin: Sendable, Hashable {
    /// The test, through its host.
    case test
    /// The application: a module, or the framework.
    case application
  }

  /// An event that was sent.
  package struct Entry: Sendable {
    /// The name of the event's type, or of the `NamedEvent`.
    package let name: String
    /// The event itself.
    package let event: any Sendable
    /// The sender.
    package let origin: Origin
    /// The time by the host's clock, from the host's last start.
    package let time: Duration
    /// Whether it is the opening of a URL, which a route may answer if no module handles it.
    let isOpening: Bool
  }

  /// All events, in the order sent.
  package private(set) var entries: [Entry] = []

  init() {}

  /// The names of all events, in the order sent.
  public var names: [String] { entries.map(\.name) }

  /// Returns the events of one type, in the order sent.
  ///
  /// - Parameter type: The event's type.
  public func events<EventType>(_ type: EventType.Type) -> [EventType] {
    entries.compactMap { $0.event as? EventType }
  }

  mutating func append(
    _ sent: AnySentEvent, from origin: Origin, at time: Duration, isOpening: Bool
  ) {
    entries.append(
      Entry(
        name: sent.name, event: sent.event, origin: origin, time: time, isOpening: isOpening))
  }
}

/// Records the events of a host's current run.
final class EventRecorder: Sendable {
  /// Marks the event that the test itself is sending, since handlers may send others meanwhile.
  final class Mark: Sendable {
    let isOpen = Atomic(true)
    /// Whether the test sends it by opening a URL.
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
  /// Invariant: the trace, the failures and the start belong to the same run.
  private let state: Mutex<State>

  init(clock: TestClock) {
    self.clock = clock
    state = Mutex(State(start: clock.now.offset))
  }

  var trace: EventTrace { state.withLock(\.trace) }
  var failures: [HandlerFailure] { state.withLock(\.failures) }
  /// The time at which the current run began, by the clock.
  var start: Duration { state.withLock(\.start) }

  func begin() { state.withLock { $0 = State(start: clock.now.offset) } }

  func record(_ sent: AnySentEvent) {
    // The observer is called before the event is delivered, so the first event under a mark is the test's
    // own.
    let isOwn = Self.mark?.isOpen.exchange(false, ordering: .acquiringAndReleasing) ?? false
    let now = clock.now.offset
    state.withLock {
      $0.trace.append(
        sent, from: isOwn ? .test : .application, at: now - $0.start,
        isOpening: isOwn && Self.mark?.isOpening == true)
    }
  }

  func record(_ failure: HandlerFailure) { state.withLock { $0.failures.append(failure) } }
}
