// SPDX-License-Identifier: Apache-2.0

public import GantryEvents
public import GantryLaunch
internal import GantryReports
public import GantryRouting

/// Keeps the last calls of pages, handlers, routes and functions, to show in a trace with the
/// launch.
///
/// ```swift
/// let timeline = PageTimeline(of: monitor, events: application.events)
/// // … the app runs …
/// let trace = timeline.chromeTrace(joining: report, launchedAt: .zero)
/// ```
public final class PageTimeline: Sendable {
  private let limit: Int
  private let monitor: PageMonitor
  private let showsFunctions: Bool
  /// Knows the code that has held the main actor; nil without events.
  private let watch: MainActorWatch?
  // Invariant: at most twice `limit` slices, in the order in which they ended.
  private let gathered = Gathered<[TimelineSlice]>([])

  /// Creates a timeline of all pages of a monitor, until the timeline goes away.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that times the pages.
  ///   - events: The bus whose handlers to show as well, with the holds of the main actor that its
  ///     application has found; nil for none.
  ///   - router: The router whose calls to show as well; nil for none.
  ///   - functions: Whether to show functions that are marked ``Timed()`` as well, while ``Timing``
  ///     is switched on: the last 16,384 calls.
  ///   - limit: The number of calls of pages, handlers and routes to keep; older ones are dropped.
  public init(
    of monitor: PageMonitor, events: EventBus? = nil, router: Router? = nil,
    functions: Bool = false, keeping limit: Int = 10_000
  ) {
    let limit = max(1, limit)
    self.limit = limit
    self.monitor = monitor
    showsFunctions = functions
    watch = events?.watch
    if functions { Timing.sites.keepCalls(true) }
    let add: @Sendable (TimelineSlice) -> Void = { [weak gathered] slice in
      gathered?.update { Self.add(slice, to: &$0, keeping: limit) }
    }
    gathered.keep(monitor.observe { add(TimelineSlice($0)) })
    if let router {
      // A timing that is reported again, once its page has appeared, is a separate slice.
      gathered.keep(monitor.observeRoutes(of: router) { add(TimelineSlice($0)) })
    }
    if let events {
      gathered.keep(events.observeTimings { add(TimelineSlice($0, endedAt: monitor.now)) })
    }
  }

  deinit {
    if showsFunctions { Timing.sites.keepCalls(false) }
  }

  /// The number of calls shown.
  public var count: Int { slices.count }

  /// The calls in the Trace Event Format, on one timeline with a launch.
  ///
  /// The launch is process 1; process 2 has event handlers, functions, holds of the main actor,
  /// pages and routes. Overlapping calls have separate tracks; an inner call is inside the outer
  /// one.
  ///
  /// - Parameters:
  ///   - report: The launch to show alongside; nil for none.
  ///   - launch: The value of ``PageMonitor/now`` when the launch began.
  /// - Returns: A JSON object with `traceEvents`.
  /// - Complexity: O(n log n) for n calls, times the number of tracks.
  public func chromeTrace(
    joining report: LaunchReport? = nil, launchedAt launch: Duration = .zero
  ) -> String {
    let first = report?.chromeTraceEvents(process: "launch") ?? []
    let pages = TimelineTrace(slices, origin: launch.nanoseconds).events
    return LaunchReport.chromeTrace(of: first + pages)
  }

  private var slices: [TimelineSlice] {
    let functions = showsFunctions ? Timing.sites.slices(on: monitor.stopwatch) : []
    return Array(gathered.value.suffix(limit)) + functions + holds
  }

  /// The holds on the monitor's timeline, whose clock is not the watch's.
  private var holds: [TimelineSlice] {
    guard let watch else { return [] }
    let offset = monitor.now - watch.now()
    return watch.holds.map { TimelineSlice($0, shifted: offset) }
  }

  private static func add(
    _ slice: TimelineSlice, to slices: inout [TimelineSlice], keeping limit: Int
  ) {
    slices.append(slice)
    // Not `limit * 2`: a limit may be of any size.
    guard slices.count - limit >= limit else { return }
    slices.removeFirst(slices.count - limit)
  }
}

/// Arranges calls on tracks, so that each is beside or inside the others, and writes them.
struct TimelineTrace {
  private struct Track {
    let category: String
    var open: [TimelineSlice] = []
    var slices: [TimelineSlice] = []

    /// Whether a slice fits: after all open calls, or inside them.
    func takes(_ slice: TimelineSlice) -> Bool {
      guard category == slice.category else { return false }
      let open = open.last { $0.end > slice.start }
      return open.map { $0.end >= slice.end } ?? true
    }

    /// Whether the innermost open call is the one around a slice.
    func holds(_ slice: TimelineSlice) -> Bool {
      open.last { $0.end > slice.start }?.name ?? "" == slice.outer
    }

    mutating func add(_ slice: TimelineSlice) {
      while let last = open.last, last.end <= slice.start { open.removeLast() }
      open.append(slice)
      slices.append(slice)
    }
  }

  private var tracks: [Track] = []
  private let origin: Int64

  init(_ slices: some Sequence<TimelineSlice>, origin: Int64) {
    self.origin = origin
    for slice in slices.sorted(by: { ($0.start, $1.end) < ($1.start, $0.end) }) {
      let fitting = tracks.indices.filter { tracks[$0].takes(slice) }
      if let index = fitting.first(where: { tracks[$0].holds(slice) }) ?? fitting.first {
        tracks[index].add(slice)
      } else {
        var track = Track(category: slice.category)
        track.add(slice)
        tracks.append(track)
      }
    }
    tracks.sort { $0.category < $1.category }
  }

  var events: [JSONText] {
    guard !tracks.isEmpty else { return [] }
    return [metadata("process_name", track: 0, "app")]
      + tracks.enumerated().flatMap { index, track in
        [metadata("thread_name", track: index + 1, "\(track.category)s")]
          + track.slices.map { event($0, track: index + 1) }
      }
  }

  private func metadata(_ name: String, track: Int, _ value: String) -> JSONText {
    .object([
      ("ph", .string("M")), ("name", .string(name)), ("pid", .integer(2)),
      ("tid", .integer(track)), ("args", .object([("name", .string(value))])),
    ])
  }

  private func event(_ slice: TimelineSlice, track: Int) -> JSONText {
    .object([
      ("ph", .string("X")), ("name", .string(slice.name)), ("cat", .string(slice.category)),
      ("ts", time(slice.start - origin)), ("dur", time(max(0, slice.end &- slice.start))),
      ("pid", .integer(2)), ("tid", .integer(track)),
      ("args", .object(slice.details.map { ($0, .string($1)) })),
    ])
  }

  /// Microseconds, with nanoseconds as decimals; negative before the launch.
  private func time(_ nanoseconds: Int64) -> JSONText {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
    let digits = String(rest)
    let zeros = String(repeating: "0", count: 3 - digits.count)
    return .number("\(nanoseconds < 0 ? "-" : "")\(whole).\(zeros)\(digits)")
  }
}
