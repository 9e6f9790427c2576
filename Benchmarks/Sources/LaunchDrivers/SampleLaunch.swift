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
        let duration = durations[task.name] ?? .zero
        return (
          task.name,
          task.lane == .main ? .main { Self.sleep(duration) } : .worker { Self.sleep(duration) }
        )
      })
  }

  /// Launches in a task; gives the time to ready as a multiple of the simulated one.
  @MainActor
  func run() async -> Double {
    let run = LaunchRun(plan, bodies: bodies)
    let launch = Task.detached { await run.execute() }
    try? await run.ready()
    return await ratio(of: run, launch)
  }

  /// The same on the main thread, which waits and serves.
  @MainActor
  func runBlocking() throws -> Double {
    let run = LaunchRun(plan, bodies: bodies)
    let launch = Task.detached { await run.execute() }
    try run.blockUntilReady(within: .seconds(60))
    let report = run.report()
    run.cancel()
    // Its last tasks end before the next launch begins.
    while !isOver(run) {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
    launch.cancel()
    return (report.timeToReady ?? .zero) / simulated
  }

  private func isOver(_ run: LaunchRun) -> Bool {
    run.report().tasks.allSatisfy { $0.outcome != nil }
  }

  private func ratio(of run: LaunchRun, _ launch: Task<Void, Never>) async -> Double {
    let report = run.report()
    run.cancel()
    await launch.value
    return (report.timeToReady ?? .zero) / simulated
  }

  /// Blocks the thread, to a deadline: what is late once is not late again.
  private static func sleep(_ duration: Duration) {
    guard duration > .zero else { return }
    Thread.sleep(until: Date(timeIntervalSinceNow: duration / .seconds(1)))
  }
}
