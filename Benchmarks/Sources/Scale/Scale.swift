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
    var figures: [Figure] = []
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
    if let output { try Figures.add(figures.map(\.entry), to: output) }
    // The figures of a few modules mean nothing, and the aims are those of the usual numbers.
    guard !isSmoke, counts.isEmpty else { return }
    Figures.finish(broken: figures.filter(\.isBroken).map(\.entry.name))
  }

  /// A figure, and what it should be.
  private struct Figure {
    let entry: Figures.Entry
    let aim: Aim?

    var isBroken: Bool { aim?.isBroken(by: entry.value) ?? false }
    /// The verdict, to follow the figure.
    var verdict: String { aim.map { " (\($0.verdict(on: entry.value, entry.unit)))" } ?? "" }

    init(_ name: String, _ value: Double, _ unit: String, aim: Double? = nil) {
      entry = Figures.Entry(name: name, value: value, unit: unit, peers: [:])
      self.aim = aim.map { Aim(atMost: $0) }
    }
  }

  /// The stop of modules that do nothing, and their memory.
  private static func reportEmpty(_ counts: [Int], runs: Int) throws -> [Figure] {
    let launches = try counts.map { count in
      try median(of: (0..<runs).map { _ in try measure(count, isEmpty: true) })
    }
    let (few, many) = (launches[0], launches[1])
    let time = Figure("shutdown.\(counts[0])", few.stopTime * 1_000, "ms", aim: 20)
    let stop = Figure("shutdown.\(counts[1])", many.stopping, "s", aim: 0.1)
    let memory = Figure("module.memory", many.memory / Double(counts[1]) / 1_024, "KiB", aim: 3.2)
    print(
      """
      the stop of \(counts[0]) modules that do nothing: \(text(time.entry.value)) ms\(time.verdict)
      the stop of \(counts[1]): \(text(stop.entry.value)) s of processor time\(stop.verdict)
      \(counts[1]) of them: \(text(memory.entry.value, 2)) KiB a module\(memory.verdict)
      """)
    return [time, stop, memory]
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

  private static func report(_ count: Int, _ launch: Launch) -> [Figure] {
    let memory = launch.memory / Double(count) / 1_024
    let isMany = count == 10_000
    let figures = [
      figure("\(count).time", launch.toReady, "s", aim: isMany ? 0.8 : nil),
      figure("\(count).init", launch.initializing, "s"),
      figure("\(count).launch", launch.launching, "s"),
      figure("\(count).stop", launch.stopping, "s"),
      figure("\(count).memory", memory, "KiB", aim: isMany ? 9 : nil),
    ]
    print(
      "\(count) modules: init \(text(launch.initializing)) s, launch \(text(launch.launching)) s, "
        + "init to ready \(text(launch.toReady)) s\(figures[0].verdict), stop "
        + "\(text(launch.stopping)) s of processor time; \(text(memory, 1)) KiB a module"
        + figures[4].verdict)
    return figures
  }

  /// How much longer a module takes among many than among few; 1 is linear.
  private static func compare(
    _ many: Int, _ slow: Launch, with few: Int, _ fast: Launch
  ) -> [Figure] {
    let times: [(String, (Launch) -> Double)] = [
      ("time", \.toReady), ("init", \.initializing), ("launch", \.launching), ("stop", \.stopping),
    ]
    return times.map { name, time in
      let ratio = time(slow) / time(fast) / (Double(many) / Double(few))
      print("\(name) of a module among \(many): \(text(ratio, 2)) x that among \(few)")
      return figure("\(many).linear.\(name)", ratio, "x")
    }
  }

  private static func figure(
    _ name: String, _ value: Double, _ unit: String, aim: Double? = nil
  ) -> Figure {
    Figure("scale.\(name)", value, unit, aim: aim)
  }

  private static func text(_ value: Double, _ digits: Int = 3) -> String {
    String(format: "%.\(digits)f", value)
  }
}
