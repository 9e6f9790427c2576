// SPDX-License-Identifier: Apache-2.0

import Figures
import Foundation

/// What an app of very many modules costs: `Scale [--smoke] [--output FILE] [COUNT]...`
///
/// Each module hears three events, provides a service, handles two routes and requires up to three
/// modules before it. Measured are the processor time of `Application.init`, of the launch to
/// ready and of the stop, and the memory at ready; of modules that do nothing, how long the stop of a
/// thousand takes, and the memory of each of ten thousand. Each launch has a process of its own, `Scale
/// --once COUNT`: what an earlier one has left behind would be counted, or be used again. `Scale
/// --inspected COUNT FOLDER` is an app for `Scripts/bench/inspect`.
@main
struct Scale {
  private static let runs = 3

  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if ["--once", "--empty"].contains(arguments.first),
      let count = arguments.last.flatMap({ Int($0) })
    {
      let launch = try await Launch(of: count, isEmpty: arguments.first == "--empty")
      try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(launch))
      return
    }
    if arguments.first == "--inspected", arguments.count == 3, let count = Int(arguments[1]) {
      return try await Launch.inspected(of: count, in: arguments[2])
    }
    let isSmoke = arguments.first == "--smoke"
    if isSmoke { arguments.removeFirst() }
    var output: String?
    if arguments.first == "--output", arguments.count > 1 {
      output = arguments[1]
      arguments.removeFirst(2)
    }
    let counts = arguments.compactMap { Int($0) }
    let sizes = isSmoke ? [20, 40] : counts.isEmpty ? [1_000, 10_000] : counts
    var figures: [Figures.Entry] = []
    var first: (count: Int, launch: Launch)?
    for count in sizes {
      let launch = try median(of: (0..<(isSmoke ? 1 : runs)).map { _ in try measure(count) })
      figures += report(count, launch)
      if let first { figures += compare(count, launch, with: first.count, first.launch) }
      first = first ?? (count, launch)
    }
    if isSmoke || counts.isEmpty {
      figures += try reportEmpty(isSmoke ? [20, 40] : [1_000, 10_000], runs: isSmoke ? 1 : runs)
    }
    if let output { for figure in figures { try Figures.add(figure, to: output) } }
  }

  /// The stop of few modules that do nothing, and the memory of many.
  private static func reportEmpty(_ counts: [Int], runs: Int) throws -> [Figures.Entry] {
    let launches = try counts.map { count in
      try median(of: (0..<runs).map { _ in try measure(count, isEmpty: true) })
    }
    let time = launches[0].stopTime * 1_000
    let memory = launches[1].memory / Double(counts[1]) / 1_024
    print(
      """
      the stop of \(counts[0]) modules that do nothing: \(text(time)) ms (aim 20 ms)
      \(counts[1]) modules that do nothing: \(text(memory, 2)) KiB a module (aim 5 KiB)
      """)
    return [
      Figures.Entry(name: "shutdown.\(counts[0])", value: time, unit: "ms", peers: [:]),
      Figures.Entry(name: "module.memory", value: memory, unit: "KiB", peers: [:]),
    ]
  }

  private static func measure(_ count: Int, isEmpty: Bool = false) throws -> Launch {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = Bundle.main.executableURL
    process.arguments = [isEmpty ? "--empty" : "--once", "\(count)"]
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(Launch.self, from: data)
  }

  /// The one in the middle by time to ready.
  private static func median(of launches: [Launch]) throws -> Launch {
    let sorted = launches.sorted { $0.toReady < $1.toReady }
    guard !sorted.isEmpty else { throw ScaleError() }
    return sorted[sorted.count / 2]
  }

  private static func report(_ count: Int, _ launch: Launch) -> [Figures.Entry] {
    let size = Double(count)
    print(
      "\(count) modules: init \(text(launch.initializing)) s, launch \(text(launch.launching)) s, "
        + "init to ready \(text(launch.toReady)) s, stop \(text(launch.stopping)) s of processor "
        + "time; \(text(launch.memory / size / 1024, 1)) KiB a module")
    return [
      entry("\(count).time", launch.toReady, "s"),
      entry("\(count).init", launch.initializing, "s"),
      entry("\(count).launch", launch.launching, "s"),
      entry("\(count).stop", launch.stopping, "s"),
      entry("\(count).memory", launch.memory / size / 1024, "KiB"),
    ]
  }

  /// How much longer a module takes among many than among few; 1 is linear.
  private static func compare(
    _ many: Int, _ slow: Launch, with few: Int, _ fast: Launch
  ) -> [Figures.Entry] {
    let times: [(String, (Launch) -> Double)] = [
      ("time", \.toReady), ("init", \.initializing), ("launch", \.launching), ("stop", \.stopping),
    ]
    return times.map { name, time in
      let ratio = time(slow) / time(fast) / (Double(many) / Double(few))
      print("\(name) of a module among \(many): \(text(ratio, 2)) x that among \(few)")
      return entry("\(many).linear.\(name)", ratio, "x")
    }
  }

  private static func entry(_ name: String, _ value: Double, _ unit: String) -> Figures.Entry {
    Figures.Entry(name: "scale.\(name)", value: value, unit: unit, peers: [:])
  }

  private static func text(_ value: Double, _ digits: Int = 3) -> String {
    String(format: "%.\(digits)f", value)
  }
}
