// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports
import LaunchFixture
import TestRounds
import Testing

/// The trace is read back with a JSON parser from outside the library.
@Suite struct ChromeTraceTests {
  struct Trace: Decodable {
    struct Event: Decodable {
      struct Details: Decodable {
        var name: String?
        var outcome: String?
        var waited: String?
      }
      var ph: String
      var name: String
      var pid: Int
      var tid: Int
      var ts: Double?
      var dur: Double?
      var id: Int?
      var bp: String?
      var s: String?
      var cat: String?
      var args: Details?
    }
    var displayTimeUnit: String
    var traceEvents: [Event]

    init(_ report: LaunchReport, process: String = "launch") throws {
      let data = Data(report.chromeTrace(process: process).utf8)
      self = try JSONDecoder().decode(Trace.self, from: data)
    }

    func events(_ phase: String) -> [Event] { traceEvents.filter { $0.ph == phase } }

    /// The name of a track.
    func track(_ event: Event) -> String? {
      events("M").first { $0.name == "thread_name" && $0.tid == event.tid }?.args?.name
    }
  }

  @Test func `every task that ran is a slice on the track of its thread`() throws {
    let trace = try Trace(try ReportSketch.shop.report(), process: "shop")
    let slices = trace.events("X")
    let shown = slices.map { "\($0.name) \(trace.track($0) ?? "") \($0.ts ?? -1) \($0.dur ?? -1)" }
    #expect(
      shown == [
        "Theme main 1000.0 6000.0", "Orders main 7000.0 3000.0",
        "Storage worker 1 0.0 4000.0",
        "Ads pool 1 0.0 2000.0", "Prices pool 1 10000.0 6000.0", "Upload pool 2 10000.0 2000.0",
      ])
    #expect(slices.map(\.cat).suffix(2) == ["afterReady", "afterReady"])
    #expect(slices.last?.args?.outcome == "failed: no network")
    #expect(slices[1].args?.waited == "3.0 ms")
    #expect(trace.events("M").first?.args?.name == "shop")
  }

  @Test func `arrows go from a task through joins to the task that it released`() throws {
    let trace = try Trace(try ReportSketch.shop.report())
    let starts = trace.events("s")
    let ends = trace.events("f")
    #expect(starts.map(\.ts) == [3999.999])
    #expect(starts.compactMap(trace.track) == ["worker 1"])
    #expect(ends.map(\.ts) == [7000])
    #expect(ends.map(\.bp) == ["e"])
    #expect(ends.compactMap(trace.track) == ["main"])
    #expect(starts.map(\.id) == ends.map(\.id))
  }

  @Test func `ready is a line across all tracks`() throws {
    let ready = try Trace(try ReportSketch.shop.report()).events("i")
    #expect(ready.map(\.name) == ["ready"])
    #expect(ready.map(\.ts) == [10_000])
    #expect(ready.map(\.s) == ["g"])
    #expect(try Trace(try ReportSketch().report()).events("i").isEmpty)
  }

  @Test(arguments: ["a \"b\" \\ c", "line\nbreak\ttab\u{1}", "</script> & 'x'", "日本 🚀", ""])
  func `any name survives JSON escaping`(name: String) throws {
    var sketch = ReportSketch(ready: 1)
    sketch.ran(name, 0, 0, 1, thread: name, outcome: .failed(message: name))
    let trace = try Trace(try sketch.report(), process: name)
    #expect(trace.events("X").map(\.name) == [name])
    #expect(trace.events("X").first?.args?.outcome == "failed: \(name)")
    #expect(trace.events("M").first?.args?.name == name)
  }

  @Test(arguments: 1...UInt64(rounds(100)))
  func `slices of a track never overlap, and every arrow has two ends in order`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var sketch = ReportSketch(ready: 50)
    for number in 0..<Int.random(in: 1...60, using: &random) {
      let queued = Double.random(in: 0...80, using: &random)
      let start = queued + Double.random(in: 0...9, using: &random)
      let end = start + (random.chance(10) ? 0 : Double.random(in: 0...30, using: &random))
      let earlier = sketch.entries.last { ($0.finished ?? .infinity) <= queued }?.node.name
      sketch.ran(
        "t\(number)", queued, start, random.chance(5) ? nil : end,
        needs: earlier.map { [$0] } ?? [],
        thread: ["main", "worker 1", "pool", nil].randomElement(using: &random) ?? nil)
    }
    sketch.total = 200
    let trace = try Trace(try sketch.report())
    let slices = trace.events("X")
    #expect(slices.count == sketch.entries.count, "seed \(seed)")
    for (_, track) in Dictionary(grouping: slices, by: \.tid) {
      for (slice, next) in zip(track, track.dropFirst()) {
        let end = try #require(slice.ts) + (try #require(slice.dur))
        // The sum of two decimals of microseconds may be off by less than a nanosecond.
        #expect(end <= (next.ts ?? 0) + 0.0005, "seed \(seed): \(slice.name), \(next.name)")
      }
    }
    for start in trace.events("s") {
      let ends = trace.events("f").filter { $0.id == start.id }
      #expect(ends.count == 1, "seed \(seed)")
      #expect(try #require(start.ts) <= (ends.first?.ts ?? -1), "seed \(seed)")
      let holder = slices.filter { slice in
        let begin = slice.ts ?? .infinity
        return slice.tid == start.tid && begin...(begin + (slice.dur ?? 0)) ~= start.ts ?? -1
      }
      #expect(!holder.isEmpty, "seed \(seed)")
    }
    #expect(trace.events("s").count == trace.events("f").count, "seed \(seed)")
  }
}
