// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import LaunchFixture
import Testing

/// The rows in which a picture of a launch shows its tasks.
@Suite struct LaunchTrackTests {
  /// The tracks of a report, each as its name and the names of its tasks.
  private static func tracks(_ sketch: ReportSketch) throws -> [String] {
    let report = try sketch.report()
    return LaunchTrack.tracks(of: report).map { track in
      "\(track.name): \(track.tasks.map { report.tasks[$0].name.rawValue }.joined(separator: " "))"
    }
  }

  @Test func `the main lane comes first, then threads by number, then workers and pools`() throws {
    var sketch = ReportSketch()
    let threads = [
      "pool", "worker", "net 1", "io 10", "main actor", "io 2", "main", "io", "worker 1",
    ]
    for (number, thread) in threads.enumerated() {
      sketch.ran("t\(number)", 0, 0, 5, thread: thread)
    }
    sketch.ran("t9", 0, 0, 5)
    #expect(
      try Self.tracks(sketch) == [
        "main: t6", "main actor 1: t4", "io: t7", "io 2: t5", "io 10: t3", "net 1: t2",
        "worker 1: t8", "worker 1: t1", "background 1: t9", "pool 1: t0",
      ])
  }

  @Test func `a pool has as few rows as its tasks need`() throws {
    var sketch = ReportSketch()
    sketch.ran("a", 0, 0, 4, thread: "pool")
    sketch.ran("b", 0, 1, 3, thread: "pool")
    sketch.ran("c", 0, 3, 5, thread: "pool")
    sketch.ran("d", 0, 4, 6, thread: "pool")
    sketch.ran("e", 0, 4, 6, thread: "pool")
    #expect(try Self.tracks(sketch) == ["pool 1: a d", "pool 2: b c", "pool 3: e"])
  }

  @Test func `a task that has not ended keeps its row to the end of the report`() throws {
    var sketch = ReportSketch(total: 10)
    sketch.ran("a", 0, 0, nil, thread: "pool")
    sketch.ran("b", 0, 9, 10, thread: "pool")
    sketch.ran("c", 0, 10, 10, thread: "pool")
    #expect(try Self.tracks(sketch) == ["pool 1: a c", "pool 2: b"])
  }

  @Test func `a thread has a second row only where its tasks overlap`() throws {
    var sketch = ReportSketch()
    sketch.ran("a", 0, 0, 4, thread: "io 1")
    sketch.ran("b", 0, 4, 6, thread: "io 1")
    #expect(try Self.tracks(sketch) == ["io 1: a b"])
    sketch.ran("c", 0, 5, 7, thread: "io 1")
    #expect(try Self.tracks(sketch) == ["io 1: a b", "io 1 (2): c"])
  }

  @Test
  func `tasks that began together are in launch order, and unstarted tasks have no row`() throws {
    var sketch = ReportSketch()
    sketch.ran("a", 0, 2, 2, lane: .main)
    sketch.ran("b", 0, 2, 3, needs: ["a"], lane: .main)
    sketch.ran("c", 0, 0, 2, needs: ["b"], lane: .main)
    sketch.settled("off", at: 1, outcome: .cancelled)
    #expect(try Self.tracks(sketch) == ["main: c a b"])
  }
}
