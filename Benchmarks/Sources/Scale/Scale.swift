// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Figures
import Foundation
import Gantry
import Logging

/// What a launch of very many modules costs: `Scale [--smoke] [--output FILE] [COUNT]...`
///
/// Each module hears three events, provides a service, handles two routes and requires up to three
/// modules before it. Measured are processor time and memory from `Application.init` to ready.
@main
struct Scale {
  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isSmoke = arguments.first == "--smoke"
    if isSmoke { arguments.removeFirst() }
    var output: String?
    if arguments.first == "--output", arguments.count > 1 {
      output = arguments[1]
      arguments.removeFirst(2)
    }
    // What the first launch of a process costs anyway is not the modules'.
    _ = try await launch(10)
    let counts = arguments.compactMap { Int($0) }
    let sizes = isSmoke ? [20] : counts.isEmpty ? [1_000, 10_000] : counts
    for count in sizes {
      let cost = try await launch(count)
      let seconds = String(format: "%.3f", cost.seconds)
      let memory = String(format: "%.1f", cost.bytes / Double(count) / 1024)
      print("\(count) modules: \(seconds) s of processor time, \(memory) KiB a module")
      guard let output else { continue }
      try Figures.add(
        Figures.Entry(
          name: "scale.\(count).time", value: cost.seconds, unit: "s", peers: [:]), to: output)
      try Figures.add(
        Figures.Entry(
          name: "scale.\(count).memory", value: cost.bytes / Double(count), unit: "B", peers: [:]),
        to: output)
    }
  }

  private static func launch(_ count: Int) async throws -> (seconds: Double, bytes: Double) {
    let plan = ModulePlan.random(count)
    let (time, memory) = (processorTime(), residentMemory())
    let application = Application(
      modules: [], launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:]),
      limits: Application.Limits(handler: nil, mainLane: nil),
      logger: Logger(label: "scale") { _ in SwiftLogNoOpLogHandler() }
    ) { builder in
      for module in plan { builder.add(module.manifest) }
    }
    let report = try await application.start()
    let cost = (processorTime() - time, residentMemory() - memory)
    guard report.failed.isEmpty, report.skipped.isEmpty else { throw ScaleError() }
    // It ends with the process, or with the next launch: what a stop costs is not measured.
    return cost
  }

  #if canImport(Glibc)
    private static let ownProcess = __rusage_who_t(RUSAGE_SELF.rawValue)
  #else
    private static let ownProcess = RUSAGE_SELF
  #endif

  private static func processorTime() -> Double {
    var usage = rusage()
    getrusage(ownProcess, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// In bytes; the largest so far where the system does not tell the present size.
  private static func residentMemory() -> Double {
    if let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    {
      return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
    var usage = rusage()
    getrusage(ownProcess, &usage)
    return Double(usage.ru_maxrss)
  }
}

/// Something did not launch.
struct ScaleError: Error {}
