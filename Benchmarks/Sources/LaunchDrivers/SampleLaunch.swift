// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import LaunchGraphs

/// A plan whose tasks sleep, and how long it takes on paper until it is ready.
struct SampleLaunch {
  let name: String
  private let plan: LaunchPlan
  private let bodies: [String: LaunchBody]
  private let simulated: Duration

  /// Plans a graph, and scales its durations until it is ready after a certain time on paper.
  init(_ sample: SampleGraph, ready: Duration, workers: Int) throws {
    name = sample.name
    plan = try sample.graph.plan(durations: sample.durations, workers: workers)
    let scale = ready / plan.times().ready
    let durations = sample.durations.mapValues { $0 * scale }
    simulated = ready
    bodies = Dictionary(
      uniqueKeysWithValues: plan.tasks.map { task in
        let name = task.name.rawValue
        let duration = durations[name] ?? .zero
        return (
          name,
          task.lane == .main ? .main { Self.sleep(duration) } : .worker { Self.sleep(duration) }
        )
      })
  }

  /// Launches in a task; gives the time to ready as a multiple of the simulated one.
  @MainActor
  func run() async -> Double {
    let report = await Driver(plan, bodies: bodies).run()
    return (report.timeToReady ?? .zero) / simulated
  }

  /// The same on the main thread, which waits and serves.
  @MainActor
  func runBlocking() -> Double {
    let report = MainThread.block { [plan, bodies] in await Driver(plan, bodies: bodies).run() }
    return (report.timeToReady ?? .zero) / simulated
  }

  /// Blocks the thread, to a deadline: what is late once is not late again.
  private static func sleep(_ duration: Duration) {
    guard duration > .zero else { return }
    Thread.sleep(until: Date(timeIntervalSinceNow: duration / .seconds(1)))
  }
}
