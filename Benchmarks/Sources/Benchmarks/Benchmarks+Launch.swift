// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Gantry

extension Benchmarks {
  /// Running tasks that nothing orders, beside bare children of a task group.
  static var launch: Benchmark {
    let tasks = 1000
    return Benchmark(
      "launch.task.async", operationsPerRepetition: tasks,
      subject: .init("LaunchPlan.run") {
        let names = (0..<tasks).map { "Module\($0)" }
        let plan = try LaunchGraph(nodes: names.map { LaunchNode($0) }).plan()
        let body = LaunchBody.background { await step() }
        let bodies = Dictionary(uniqueKeysWithValues: names.map { ($0, body) })
        return { count in
          for _ in 0..<count {
            let report = await plan.run(bodies: bodies)
            Sink.shared.sum &+= report.tasks.count
          }
        }
      },
      peers: [
        .init("TaskGroup child") {
          { count in
            for _ in 0..<count {
              await withTaskGroup(of: Void.self) { group in
                for _ in 0..<tasks { group.addTask { await step() } }
              }
            }
          }
        }
      ])
  }

  /// What a task does: it gives way once, as one that waits for something does.
  @concurrent nonisolated private static func step() async { await Task.yield() }
}
