// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryReports

/// Lays calls on tracks, so that each lies beside or inside of the others, and writes them.
struct TimelineTrace {
  private struct Track {
    let category: String
    var open: [TimelineSlice] = []
    var slices: [TimelineSlice] = []

    /// Whether a slice fits in: after all that is open, or inside of it.
    func takes(_ slice: TimelineSlice) -> Bool {
      guard category == slice.category else { return false }
      let open = open.last { $0.end > slice.start }
      return open.map { $0.end >= slice.end } ?? true
    }

    /// Whether the innermost call that is open is the one that a slice was inside of.
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
