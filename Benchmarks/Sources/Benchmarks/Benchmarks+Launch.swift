// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryLaunch
import GantrySupport
import Logging
import ServiceLifecycle

extension Benchmarks {
  /// Ten thousand empty tasks that wait for three others each. Beside them: as many children of a
  /// task group, which wait for nobody; a thousand services of a service group, which do not wait
  /// either; and a thousand operations with the same three dependencies. Of the last two, ten
  /// thousand take seconds.
  static var launch: Benchmark {
    let tasks = 10_000
    let operations = 1000
    return Benchmark(
      "launch.task.async", operationsPerRepetition: tasks,
      subject: .init("Driver") { try launches(of: tasks, needing: needs) },
      peers: [
        .init("TaskGroup child", aim: 0.75) {
          { count in
            for _ in 0..<count {
              await withTaskGroup(of: Void.self) { group in
                for _ in 0..<tasks { group.addTask {} }
              }
            }
          }
        },
        .init("ServiceGroup", operations: operations) {
          { count in for _ in 0..<count { await runServices(operations) } }
        },
        .init("OperationQueue", operations: operations) {
          { count in for _ in 0..<count { await runOperations(operations) } }
        },
      ])
  }

  /// The places of what each of the tasks waits for.
  private static func needs(_ index: Int) -> [Int] {
    [1, 10, 100].filter { $0 <= index }.map { index - $0 }
  }

  /// As many empty tasks that all wait for one, so that none follows another in its child. Beside
  /// the five allocations of any task there is none.
  static var wideLaunch: Benchmark {
    let tasks = 10_000
    return Benchmark(
      "launch.task.wide", operationsPerRepetition: tasks, allocations: 5.5,
      subject: .init("Driver") {
        try launches(of: tasks) { $0 == 0 ? [] : [0] }
      },
      peers: [
        .init("TaskGroup child", aim: 2) {
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

  /// The machine alone: tasks without dependencies begin and end, and no body runs.
  static var machine: Benchmark {
    let tasks = 2_000
    return Benchmark(
      "launch.machine", operationsPerRepetition: tasks, aim: 400,
      subject: .init("Machine") {
        let waiting = Machine(Wiring(try launch(of: tasks) { _ in [] }.0))
        return { count in
          var (running, later): ([Machine.Action], [Machine.Action]) = ([], [])
          for _ in 0..<count {
            var machine = waiting
            running.removeAll(keepingCapacity: true)
            machine.handle(.start, at: .zero, into: &running)
            for case .run(let ticket) in running {
              later.removeAll(keepingCapacity: true)
              machine.handle(.began(ticket), at: .zero, into: &later)
              machine.handle(.ended(ticket, .succeeded), at: .zero, into: &later)
            }
            if !machine.isReady { Sink.shared.failures += 1 }
          }
        }
      })
  }

  /// The report of a launch, which an app has made once, after *ready*.
  static var launchReport: Benchmark {
    let tasks = 10_000
    return Benchmark(
      "launch.report", operationsPerRepetition: tasks, aim: 1_500,
      subject: .init("Driver.report()") {
        let (plan, bodies) = try launch(of: tasks, needing: needs)
        let driver = Driver(plan, bodies: bodies)
        guard await driver.run().failed.isEmpty else { throw ContenderError(failures: tasks) }
        return { count in
          for _ in 0..<count { Sink.shared.sum &+= driver.report().tasks.count }
        }
      })
  }

  private static func launches(
    of tasks: Int, needing needs: (Int) -> [Int]
  ) throws -> Benchmark.Contender.Body {
    let (plan, bodies) = try launch(of: tasks, needing: needs)
    return { count in
      for _ in 0..<count {
        let driver = Driver(plan, bodies: bodies)
        driver.take(.start)
        if case .done = await driver.wait(for: .quiet) {} else { Sink.shared.failures += 1 }
        _ = await driver.wait(for: .bodies)
        driver.take(.close)
      }
    }
  }

  private static func launch(
    of tasks: Int, needing needs: (Int) -> [Int]
  ) throws -> (LaunchPlan, [String: LaunchBody]) {
    let nodes = (0..<tasks).map { index in
      LaunchNode(
        "Module\(index)", owner: ModuleName("Module\(index)"), isAsynchronous: true,
        edges: needs(index).map { LaunchEdge(.requires, "Module\($0)") })
    }
    let plan = try LaunchGraph(nodes: nodes).plan()
    let bodies = Dictionary(
      uniqueKeysWithValues: nodes.map { ($0.name, LaunchBody.background {}) })
    return (plan, bodies)
  }

  /// Services that are done at once, and whose ends are ignored.
  private static func runServices(_ count: Int) async {
    let services = (0..<count).map { _ in
      ServiceGroupConfiguration.ServiceConfiguration(
        service: EmptyService(), successTerminationBehavior: .ignore)
    }
    let group = ServiceGroup(
      configuration: .init(
        services: services,
        logger: Logger(label: "bench") { _ in
          SwiftLogNoOpLogHandler()
        }))
    do { try await group.run() } catch { Sink.shared.failures += 1 }
  }

  private static func runOperations(_ count: Int) async {
    let queue = OperationQueue()
    var operations: [Operation] = []
    for index in 0..<count {
      let operation = BlockOperation {}
      for need in needs(index) { operation.addDependency(operations[need]) }
      operations.append(operation)
    }
    let all = operations
    await withCheckedContinuation { continuation in
      let end = BlockOperation { continuation.resume() }
      for operation in all { end.addDependency(operation) }
      queue.addOperations(all + [end], waitUntilFinished: false)
    }
  }
}

/// A service with nothing to do.
private struct EmptyService: Service {
  func run() async throws {}
}
