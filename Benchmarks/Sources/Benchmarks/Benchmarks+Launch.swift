// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Gantry

extension Benchmarks {
  /// Ten thousand empty tasks that wait for three others each, beside bare children of a task group
  /// that wait for nobody.
  static var launch: Benchmark {
    let tasks = 10_000
    return Benchmark(
      "launch.task.async", operationsPerRepetition: tasks,
      subject: .init("LaunchRun") {
        let nodes = (0..<tasks).map { index in
          LaunchNode(
            "Module\(index)", isAsynchronous: true,
            edges: [1, 10, 100].filter { $0 <= index }
              .map { LaunchEdge(.requires, "Module\(index - $0)") })
        }
        let plan = try LaunchGraph(nodes: nodes).plan(searchBudget: 0)
        let bodies = Dictionary(
          uniqueKeysWithValues: nodes.map { ($0.name, LaunchBody.background {}) })
        return { count in
          for _ in 0..<count {
            let run = LaunchRun(plan, bodies: bodies)
            await run.execute()
            Sink.shared.sum &+= run.plan.tasks.count
          }
        }
      },
      peers: [
        .init("TaskGroup child", aim: 1.5) {
          { count in
            for _ in 0..<count {
              await withTaskGroup(of: Void.self) { group in
                for _ in 0..<tasks { group.addTask {} }
              }
            }
          }
        }
      ])
  }
}
