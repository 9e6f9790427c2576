// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads a trace by the rules of the Trace Event Format and of Perfetto, which drops slices of a
/// thread that overlap without being nested.
struct TraceCheck {
  struct NoTrace: Error {}

  struct Slice {
    let name: String
    let category: String
    let thread: String
    /// In nanoseconds.
    let start: Int
    let duration: Int
    let arguments: [String: String]
    var end: Int { start + duration }
  }

  private(set) var slices: [Slice] = []
  /// The violations, in the order of the events.
  private(set) var faults: [String] = []
  private var named: Set<String> = []

  init(_ text: String) throws {
    let trace = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let events = (trace as? [String: Any])?["traceEvents"] as? [[String: Any]] else {
      throw NoTrace()
    }
    for event in events { read(event) }
    for (thread, slices) in Dictionary(grouping: slices, by: \.thread) {
      if !named.contains(thread) { faults.append("\(thread) has no name") }
      nest(slices, thread)
    }
  }

  private mutating func read(_ event: [String: Any]) {
    guard let name = event["name"] as? String else { return faults.append("no name") }
    for key in ["pid", "tid"] where !(event[key] is Int) { faults.append("\(name): no \(key)") }
    let thread = "\(event["pid"] ?? "")/\(event["tid"] ?? "")"
    switch event["ph"] as? String {
    case "M":
      let arguments = event["args"] as? [String: Any] ?? [:]
      if name == "thread_name", arguments["name"] is String { named.insert(thread) }
    case "X":
      guard let start = nanoseconds(event["ts"]), let duration = nanoseconds(event["dur"]),
        let category = event["cat"] as? String, let arguments = event["args"] as? [String: Any]
      else { return faults.append("\(name): ts, dur, cat or args is missing") }
      if duration < 0 { faults.append("\(name): dur is negative") }
      slices.append(
        Slice(
          name: name, category: category, thread: thread, start: start, duration: duration,
          arguments: arguments.compactMapValues { $0 as? String }))
    case "i":
      let scope = event["s"] as? String ?? ""
      if nanoseconds(event["ts"]) == nil || !["g", "p", "t"].contains(scope) {
        faults.append("\(name): ts or s is missing")
      }
    case let other: faults.append("\(name): ph \(other ?? "")")
    }
  }

  /// Times are microseconds with at most three decimals.
  private func nanoseconds(_ value: Any?) -> Int? {
    (value as? NSNumber).map { Int(min(max($0.doubleValue * 1_000, -4e18), 4e18).rounded()) }
  }

  private mutating func nest(_ slices: [Slice], _ thread: String) {
    var open: [Slice] = []
    for slice in slices.sorted(by: { ($0.start, $1.end) < ($1.start, $0.end) }) {
      while let last = open.last, last.end <= slice.start { open.removeLast() }
      if let last = open.last, last.end < slice.end {
        faults.append("\(thread): \(slice.name) overlaps \(last.name)")
      }
      open.append(slice)
    }
  }
}
