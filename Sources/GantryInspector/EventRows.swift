// SPDX-License-Identifier: Apache-2.0

internal import FlyingSocks
internal import Gantry
internal import GantryMonitor
internal import GantryReports
internal import GantryText

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

  /// Creates the page.
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
    private let rows: Gathered<Rows>

    init(_ head: String, _ bus: EventBus, _ clock: any Clock<Duration>) {
      self.head = head
      self.clock = clock
      rows = Gathered(Rows())
      let elapsed = clock.stopwatch()
      let add = { @Sendable [weak rows] (kind: String, name: String, details: String) -> Void in
        let time = elapsed()
        rows?.update { $0.add(kind, name, details, after: time) }.resolve()
      }
      rows.keep(
        bus.observeAll { add("sent", $0.name, $0.isLifecycle ? "lifecycle event" : "event") })
      rows.keep(
        bus.observeTimings { timing in
          add(
            "handled", timing.event,
            "\(timing.listener).\(timing.handler) took \(InspectorPage.time(timing.duration))"
              + (timing.onMainActor ? " of the main actor" : ""))
        })
    }

    mutating func next() async throws -> UInt8? { nil }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if let head {
        self.head = nil
        return Array(head.utf8)
      }
      let waiting = rows.value
      if waiting.isEmpty {
        _ = await Deadline.run(within: Self.silence, clock: clock) {
          await waiting.arrival.valueUnlessCancelled()
        }
      }
      try Task.checkCancellation()
      let text = rows.update { $0.take() }
      return Array((text.isEmpty ? "<!-- -->\n" : text).utf8)
    }
  }
}

/// Rows on their way to a browser.
struct Rows: Sendable {
  /// How many rows wait for a browser that doesn't read; the oldest are dropped beyond it.
  private static let limit = 1_000

  private var rows: [String] = []
  private var dropped = 0
  /// Resolved when a row is there.
  private(set) var arrival = Promise<Void>()

  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row.
  ///
  /// - Returns: The promise to resolve, since a row is there.
  mutating func add(
    _ kind: String, _ name: String, _ details: String, after time: Duration
  ) -> Promise<Void> {
    rows.append(
      """
      <tr class="\(kind)"><td class="n">\(Wording.duration(time))</td><td>\(kind)</td>\
      <td>\(name.escaped)</td><td>\(details.escaped)</td></tr>

      """)
    if rows.count > Self.limit {
      dropped += rows.count - Self.limit / 2
      rows.removeFirst(rows.count - Self.limit / 2)
    }
    return arrival
  }

  /// Takes the rows, with a word on those that were dropped.
  mutating func take() -> String {
    let lost = dropped == 0 ? "" : "<tr><td colspan=\"4\">\(dropped) more</td></tr>\n"
    defer { self = Rows() }
    return lost + rows.joined()
  }
}
