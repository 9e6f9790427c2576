// SPDX-License-Identifier: Apache-2.0

import LaunchFixture
import TestRounds
import Testing

@testable import GantryLaunch

/// Random launches whose tasks are taken back at random times.
@Suite struct TakingBackPropertyTests {
  private struct Drive {
    var machine: LaunchMachine
    var random: SeededGenerator
    var open: [LaunchMachine.Input] = [.start]
    /// The task and the attempt of each running body.
    var bodies: [(task: Int, attempt: Int)] = []
    var settled: [Int]
    var back: [Int]
    var attempts: [Int]
    /// By task: dependencies that were taken back after it had stopped waiting for them.
    var passed: [Int: Set<Int>] = [:]
    var problem: String?

    init(_ plan: LaunchPlan, _ random: SeededGenerator) {
      machine = LaunchMachine(plan)
      self.random = random
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
          if settled[task] > back[task] + 1 { problem = "\(task) settles \(settled[task]) times" }
          open.append(.acknowledged(task: task))
        case .queued, .hurry, .replaced, .ready, .stop, .cancel, .quiet, .finished: break
        }
      }
    }

    private mutating func begin(_ task: Int, _ attempt: Int) {
      if attempt <= attempts[task] { problem = "\(task) runs attempt \(attempt) twice" }
      attempts[task] = attempt
      for dependency in plan.tasks[task].dependencies
      where passed[task]?.contains(dependency.position) != true {
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
        default:
          take(.takenBack(plan.tasks.indices.filter { _ in random.chance(30) }))
        }
        if let problem { return problem }
      }
      open.append(.closed)
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
    var (planned, back) = (0, 0)
    for seed in UInt64(0)..<UInt64(rounds(1_500)) {
      var random = SeededGenerator(seed: seed)
      guard let plan = try? LaunchPropertyTests.graph(&random).plan() else { continue }
      planned += 1
      var drive = Drive(plan, random)
      let problem = drive.run()
      #expect(problem == nil, "seed \(seed)")
      back += drive.back.reduce(0, +)
    }
    #expect(planned > rounds(400) && back > rounds(1_000))
  }
}
