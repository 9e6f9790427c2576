// SPDX-License-Identifier: Apache-2.0

import LaunchFixture
import Testing

@testable import GantryLaunch

/// Random launches whose tasks are taken back at random times, and to which tasks are added.
@Suite struct TakingBackPropertyTests {
  private struct Drive {
    var machine: LaunchMachine
    var random: SeededGenerator
    /// The declarations so far; each addition makes a plan from them.
    var graph: LaunchGraph
    /// How many tasks the launch began with; the later ones were added.
    let firstCount: Int
    var additions = 0
    var open: [LaunchMachine.Input] = [.start]
    /// The task and the attempt of each running body.
    var bodies: [(task: Int, attempt: Int)] = []
    var settled: [Int]
    var back: [Int]
    var attempts: [Int]
    /// By task: dependencies that were taken back after it had stopped waiting for them.
    var passed: [Int: Set<Int>] = [:]
    var problem: String?

    init(_ graph: LaunchGraph, _ plan: LaunchPlan, _ random: SeededGenerator) {
      machine = LaunchMachine(plan)
      (self.graph, self.random, firstCount) = (graph, random, plan.tasks.count)
      let none = Array(repeating: 0, count: plan.tasks.count)
      (settled, back, attempts) = (none, none, none)
    }

    var plan: LaunchPlan { machine.plan }

    mutating func take(_ input: LaunchMachine.Input) {
      if case .takenBack(let tasks, _) = input, machine.isStarted {
        let taken = Set(tasks.filter(machine.canBeTakenBack))
        for task in taken where machine.phases[task] == .settled { back[task] += 1 }
        for task in plan.tasks.indices where machine.phases[task] != .waiting {
          passed[task] = taken.contains(task) ? nil : passed[task, default: []].union(taken)
        }
      }
      for action in machine.handle(input) {
        switch action {
        case .run(let task, let attempt): begin(task, attempt)
        case .rest(let task, let attempt, _): open.append(.rested(task: task, attempt: attempt))
        case .settled(let task, _):
          settled[task] += 1
          let times = back[task] + (task < firstCount ? 1 : 0)
          if settled[task] > times { problem = "\(task) settles \(settled[task]) times" }
          open.append(.acknowledged(task: task))
        case .queued, .hurry, .replaced, .ready, .stop, .cancel, .quiet, .finished: break
        }
      }
    }

    private mutating func begin(_ task: Int, _ attempt: Int) {
      if attempt <= attempts[task] { problem = "\(task) runs attempt \(attempt) twice" }
      attempts[task] = attempt
      for dependency in plan.tasks[task].dependencies
      where passed[task]?.contains(dependency.position) != true && !isOut(dependency.position) {
        let outcome = machine.outcomes[dependency.position]
        let reaction = outcome.map { LaunchReaction(to: $0, of: dependency.kind) }
        if machine.phases[dependency.position] != .settled || reaction != .proceed {
          problem = "\(task) overtakes \(dependency.position)"
        }
      }
      if isOnMain(task), bodies.map(\.task).contains(where: isOnMain) {
        problem = "\(task) shares the main lane"
      }
      bodies.append((task, attempt))
    }

    /// Whether a task was added and has not been taken back yet: no task waits for it.
    private func isOut(_ task: Int) -> Bool { task >= firstCount && back[task] == 0 }

    /// Adds tasks that depend on existing ones.
    mutating func add() {
      guard additions < 3 else { return }
      let first = graph.nodes.count
      let nodes = LaunchPropertyTests.nodes(
        first..<first + Int.random(in: 1...4, using: &random), &random)
      let grown = LaunchGraph(nodes: graph.nodes + nodes, milestones: graph.milestones)
      guard let whole = try? grown.plan() else { return }
      graph = grown
      additions += 1
      machine.extend(to: plan.adding(whole))
      let none = Array(repeating: 0, count: nodes.count)
      settled += none
      back += none
      attempts += none
    }

    private func isOnMain(_ task: Int) -> Bool {
      plan.tasks[task].lane == .main && !plan.tasks[task].isAsynchronous
    }

    /// Lets a body return or time out.
    mutating func end() {
      guard !bodies.isEmpty else { return }
      let place = Int.random(in: 0..<bodies.count, using: &random)
      let (task, attempt) = bodies[place]
      if random.chance(10) { return take(.timedOut(task: task, attempt: attempt)) }
      bodies.remove(at: place)
      guard attempt > machine.earlierAttempts[task] else { return take(.returned(task: task)) }
      take(.finished(task: task, random.chance(20) ? .failed(message: "x") : .succeeded))
    }

    mutating func run() -> String? {
      for _ in 0..<300 {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<50:
          guard !open.isEmpty else { continue }
          take(open.remove(at: Int.random(in: 0..<open.count, using: &random)))
        case ..<85: end()
        case ..<90: take(.reached(Milestone("m")))
        case ..<93:
          guard let task = plan.tasks.randomElement(using: &random) else { continue }
          take(.demanded(task.name))
        case ..<95: add()
        default:
          take(.takenBack(plan.tasks.indices.filter { _ in random.chance(30) }))
        }
        if let problem { return problem }
      }
      open += [.takenBack(plan.tasks.indices.filter(isOut)), .closed]
      var rounds = 0
      while !open.isEmpty || !bodies.isEmpty {
        rounds += 1
        if rounds > 10_000 { return "goes on for ever" }
        if open.isEmpty { end() } else { take(open.removeFirst()) }
        if let problem { return problem }
      }
      guard machine.isFinished else { return "hangs" }
      for task in plan.tasks.indices where settled[task] == 0 || machine.outcomes[task] == nil {
        return "\(task) has no outcome"
      }
      return nil
    }
  }

  @Test func `after tasks are taken back, every attempt waits for its dependencies and ends`() {
    var (planned, back, thrice) = (0, 0, 0)
    for seed in UInt64(0)..<1_500 {
      var random = SeededGenerator(seed: seed)
      let graph = LaunchPropertyTests.graph(&random)
      guard let plan = try? graph.plan() else { continue }
      planned += 1
      var drive = Drive(graph, plan, random)
      let problem = drive.run()
      #expect(problem == nil, "seed \(seed)")
      back += drive.back.reduce(0, +)
      if drive.additions == 3 { thrice += 1 }
    }
    #expect(planned > 400 && back > 1_000 && thrice > 100)
  }
}
