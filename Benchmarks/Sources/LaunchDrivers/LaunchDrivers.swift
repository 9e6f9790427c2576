// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Figures
import Foundation
import GantryLaunch

/// Launches graphs for real, beside the same launches on paper:
/// `LaunchDrivers [--smoke] [--output FILE]`.
///
/// Twelve of the recorded graphs, or of generated ones where those are not there, are scaled until
/// nothing could be ready sooner than in 300 ms, and each task sleeps for its duration. The entry is
/// synchronous, as the driver that blocks the main thread needs it.
@main
@MainActor
enum LaunchDrivers {
  static let bound = Duration.milliseconds(300)
  static let isSmoke = CommandLine.arguments.contains("--smoke")
  static let rounds = isSmoke ? 1 : 3

  static func main() {
    do {
      let graphs = try SampleGraph.all().prefix(isSmoke ? 1 : .max)
      let launches = try graphs.map { try SampleLaunch($0, bound: bound, workers: 3) }
      let blocking = try launches.map { launch in try best { try launch.runBlocking() } }
      Task {
        var asynchronous: [Double] = []
        for launch in launches {
          var ratios: [Double] = []
          for _ in 0..<rounds { ratios.append(await launch.run()) }
          asynchronous.append(ratios.min() ?? .nan)
        }
        finish(launches, blocking: blocking, asynchronous: asynchronous)
      }
      RunLoop.main.run()
    } catch {
      print("launch.ready.driver: \(error)")
      exit(1)
    }
  }

  /// The best of several rounds: what else the machine does only makes a launch longer.
  private static func best(_ round: () throws -> Double) rethrows -> Double {
    var ratios: [Double] = []
    for _ in 0..<rounds { ratios.append(try round()) }
    return ratios.min() ?? .nan
  }

  private static func finish(
    _ launches: [SampleLaunch], blocking: [Double], asynchronous: [Double]
  ) -> Never {
    print("launch.ready.driver: time to ready / simulated (async, blocking), best of \(rounds)")
    for (index, launch) in launches.enumerated() {
      print("  \(text(asynchronous[index]))  \(text(blocking[index]))  \(launch.name)")
    }
    let (first, second) = (mean(asynchronous), mean(blocking))
    let verdict = max(first, second) <= 1.05 ? "met" : "MISSED"
    print("  \(text(first))  \(text(second))  mean (aim 1.05: \(verdict))")
    do {
      if let index = CommandLine.arguments.firstIndex(of: "--output"),
        let path = CommandLine.arguments.dropFirst(index + 1).first
      {
        let entry = Figures.Entry(
          name: "launch.ready.driver", value: first, unit: "ratio", peers: ["blocking": second])
        try Figures.add(entry, to: path)
      }
      exit(0)
    } catch {
      print("launch.ready.driver: \(error)")
      exit(1)
    }
  }

  private static func text(_ ratio: Double) -> String { String(format: "%.3f", ratio) }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }
}
