// SPDX-License-Identifier: Apache-2.0

internal import FlyingSocks
internal import Gantry
internal import GantryReports
internal import GantryText
internal import Synchronization

/// A page that goes on with a row for each event and each handler, for as long as a browser reads it.
///
/// Rows have the names of types and modules, and never a value: an event may carry a secret.
struct EventRows: AsyncBufferedSequence {
  typealias Element = UInt8

  /// The table that the rows belong to, which is never closed.
  static let head = """
    <div class="wide"><table>
    <thead><tr><th class="n">After</th><th></th><th>Event</th><th></th></tr></thead>
    <tbody>

    """

  private let head: String
  private let bus: EventBus
  private let clock: any Clock<Duration>

  /// Makes the page.
  ///
  /// - Parameters:
  ///   - head: The text before the rows.
  ///   - bus: The events to show.
  ///   - clock: The clock of the rows' times.
  init(_ head: String, of bus: EventBus, clock: any Clock<Duration>) {
    self.head = head
    self.bus = bus
    self.clock = clock
  }

  func makeAsyncIterator() -> Iterator { Iterator(head, bus, clock) }

  /// Reads the rows as they come; events are observed while it exists.
  struct Iterator: AsyncBufferedIteratorProtocol {
    /// After this time without an event, something invisible is sent: only a write finds out that a
    /// browser has gone.
    static let silence = Duration.seconds(15)

    private var head: String?
    private let clock: any Clock<Duration>
    private let rows: Rows
    private let observations: [EventSubscription]

    fileprivate init(_ head: String, _ bus: EventBus, _ clock: any Clock<Duration>) {
      self.head = head
      self.clock = clock
      let rows = Rows(clock.stopwatch())
      self.rows = rows
      observations = [
        bus.observeAll { rows.add("sent", $0.name, $0.isLifecycle ? "lifecycle event" : "event") },
        bus.observeTimings { timing in
          rows.add(
            "handled", timing.event,
            "\(timing.listener).\(timing.handler) took \(InspectorPage.time(timing.duration))"
              + (timing.onMainActor ? " of the main actor" : ""))
        },
      ]
    }

    mutating func next() async throws -> UInt8? { nil }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if let head {
        self.head = nil
        return Array(head.utf8)
      }
      let rows = rows
      if rows.isEmpty {
        _ = await Deadline.run(within: Self.silence, clock: clock) { await rows.wait() }
      }
      try Task.checkCancellation()
      let text = rows.take()
      return Array((text.isEmpty ? "<!-- -->\n" : text).utf8)
    }
  }
}

/// Rows on their way to a browser.
private final class Rows: Sendable {
  private struct State {
    var rows: [String] = []
    var dropped = 0
    var arrival = Promise<Void>()
  }

  /// How many rows wait for a browser that doesn't read; the oldest are dropped beyond it.
  private static let limit = 1_000

  private let state = Mutex(State())
  private let elapsed: @Sendable () -> Duration

  init(_ elapsed: @escaping @Sendable () -> Duration) { self.elapsed = elapsed }

  var isEmpty: Bool { state.withLock { $0.rows.isEmpty } }

  func add(_ kind: String, _ name: String, _ details: String) {
    let row = """
      <tr class="\(kind)"><td class="n">\(Wording.duration(elapsed()))</td><td>\(kind)</td>\
      <td>\(name.escaped)</td><td>\(details.escaped)</td></tr>

      """
    let arrival = state.withLock { state in
      state.rows.append(row)
      if state.rows.count > Self.limit {
        state.dropped += state.rows.count - Self.limit / 2
        state.rows.removeFirst(state.rows.count - Self.limit / 2)
      }
      return state.arrival
    }
    arrival.resolve()
  }

  func wait() async { _ = await state.withLock(\.arrival).valueUnlessCancelled() }

  func take() -> String {
    state.withLock { state in
      let lost = state.dropped == 0 ? "" : "<tr><td colspan=\"4\">\(state.dropped) more</td></tr>\n"
      defer { state = State() }
      return lost + state.rows.joined()
    }
  }
}
