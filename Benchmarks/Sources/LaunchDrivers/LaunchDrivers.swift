// SPDX-License-Identifier: Apache-2.0

import Figures
import Foundation
import LaunchGraphs

/// Launches graphs for real, beside the same launches on paper:
/// `LaunchDrivers [--smoke] [--output FILE]`.
///
/// Every third of the recorded graphs, or of generated ones where those are not there, is scaled
/// until it would be ready after 300 ms, and each task sleeps for its duration. The entry is
/// synchronous, as the driver that blocks the main thread needs it.
@main
@MainActor
enum LaunchDrivers {
  static let ready = Duration.milliseconds(300)
  static let isSmoke = CommandLine.arguments.contains("--smoke")
  static let rounds = isSmoke ? 1 : 3

  static func main() {
    do {
      let graphs = try SampleGraph.recorded() ?? SampleGraph.generated
      let launches = try stride(from: 0, to: isSmoke ? 1 : graphs.count, by: 3).map {
        try SampleLaunch(graphs[$0], ready: ready, workers: 3)
      }
      let blocking = launches.map { launch in
        Rounds((0..<rounds).map { _ in launch.runBlocking() })
      }
      Task {
        var asynchronous: [Rounds] = []
        for launch in launches {
          var ratios: [Double] = []
          for _ in 0..<rounds { ratios.append(await launch.run()) }
          asynchronous.append(Rounds(ratios))
        }
        finish(launches, blocking: blocking, asynchronous: asynchronous)
      }
      RunLoop.main.run()
    } catch {
      print("launch.ready.driver: \(error)")
      exit(1)
    }
  }

  /// The ratios of one launch: what else the machine does only makes it longer.
  private struct Rounds {
    let best: Double
    let median: Double

    init(_ ratios: [Double]) {
      let sorted = ratios.sorted()
      best = sorted.first ?? .nan
      median = sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }

    static func mean(_ all: [Rounds], of value: (Rounds) -> Double) -> Double {
      all.map(value).reduce(0, +) / Double(max(1, all.count))
    }
  }

  private static func finish(
    _ launches: [SampleLaunch], blocking: [Rounds], asynchronous: [Rounds]
  ) -> Never {
    print("launch.ready.driver: time to ready / simulated, best of \(rounds) (median)")
    print("  async          blocking")
    for (index, launch) in launches.enumerated() {
      print("  \(text(asynchronous[index]))  \(text(blocking[index]))  \(launch.name)")
    }
    let first = Rounds.mean(asynchronous, of: \.best)
    let second = Rounds.mean(blocking, of: \.best)
    let medians = [asynchronous, blocking].map { Rounds.mean($0, of: \.median) }
    let aim = Aim(atMost: 1.05)
    print(
      "  \(text(first)) (\(text(medians[0])))  \(text(second)) (\(text(medians[1])))  "
        + "mean (\(aim.verdict(on: max(first, second))))")
    do {
      if let index = CommandLine.arguments.firstIndex(of: "--output"),
        let path = CommandLine.arguments.dropFirst(index + 1).first
      {
        let entry = Figures.Entry(
          name: "launch.ready.driver", value: first, unit: "ratio",
          peers: [
            "blocking": second, "median": medians[0], "blocking median": medians[1],
          ])
        try Figures.add(entry, to: path)
      }
      if !isSmoke, aim.isBroken(by: max(first, second)) {
        Figures.finish(broken: ["launch.ready.driver"])
      }
      exit(0)
    } catch {
      print("launch.ready.driver: \(error)")
      exit(1)
    }
  }

  private static func text(_ ratio: Double) -> String { String(format: "%.3f", ratio) }

  private static func text(_ rounds: Rounds) -> String {
    "\(text(rounds.best)) (\(text(rounds.median)))"
  }
}
