// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryInspector
import Logging

/// What one life of an app of many modules cost this process.
struct Launch: Codable {
  /// Processor time, user and system, in seconds.
  let initializing: Double
  let launching: Double
  let stopping: Double
  /// How long the stop took, in seconds.
  let stopTime: Double
  /// How much resident memory grew from before `Application.init` to ready, in bytes.
  let memory: Double

  var toReady: Double { initializing + launching }

  /// Launches and stops an app in this process.
  init(of count: Int, isEmpty: Bool) async throws {
    let plan = isEmpty ? ModulePlan.empty(count) : ModulePlan.random(count)
    // What the first launch of a process costs anyway is not the modules'.
    _ = try await Self.run(ModulePlan.random(10))
    let before = Self.residentMemory()
    self = try await Self.run(plan, growingFrom: before)
  }

  /// Launches an app that can be inspected, and says so. For each line of the input, it prints the
  /// processor time so far; at the end of the input, the app stops.
  ///
  /// - Parameters:
  ///   - count: The number of modules.
  ///   - folder: The folder of the inspector's socket.
  static func inspected(of count: Int, in folder: String) async throws {
    let application = application(
      ModulePlan.random(count), [InspectorModule.self],
      ["Inspector.enabled": true, "Inspector.folder": .string(folder)])
    let report = try await application.start()
    guard report.failed.isEmpty, report.skipped.isEmpty else { throw ScaleError() }
    _ = await application.waitUntilIdle()
    repeat {
      try FileHandle.standardOutput.write(contentsOf: Data("\(processorTime())\n".utf8))
    } while readLine() != nil
    guard await application.stop().failures.isEmpty else { throw ScaleError() }
  }

  private static func application(
    _ plan: [ModulePlan], _ others: [any Module.Type] = [],
    _ values: [String: ConfigurationValue] = [:]
  ) -> Application {
    Application(
      modules: ModuleSelection(others),
      sources: [MemoryConfiguration(values)],
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:]),
      limits: Application.Limits(mainActor: nil),
      logger: Logger(label: "scale") { _ in SwiftLogNoOpLogHandler() }
    ) { builder in
      for module in plan { builder.add(module.manifest) }
    }
  }

  private init(_ times: [Double], stopTime: Duration, memory: Double) {
    initializing = times[1] - times[0]
    launching = times[2] - times[1]
    stopping = times[4] - times[3]
    self.stopTime = stopTime / .seconds(1)
    self.memory = memory
  }

  private static func run(
    _ plan: [ModulePlan], growingFrom before: Double = 0
  ) async throws -> Launch {
    var times = [processorTime()]
    let application = application(plan)
    times.append(processorTime())
    let report = try await application.start()
    times.append(processorTime())
    let memory = residentMemory() - before
    guard report.failed.isEmpty, report.skipped.isEmpty else { throw ScaleError() }
    // What follows ready, such as the record of the launch, is no part of the stop.
    _ = await application.waitUntilIdle()
    times.append(processorTime())
    let begin = ContinuousClock.now
    guard await application.stop().failures.isEmpty else { throw ScaleError() }
    let stopTime = begin.duration(to: .now)
    times.append(processorTime())
    return Launch(times, stopTime: stopTime, memory: memory)
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

/// Something did not launch, or did not stop.
struct ScaleError: Error {}
