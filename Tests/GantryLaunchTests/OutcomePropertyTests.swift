// SPDX-License-Identifier: Apache-2.0

import TestRounds
import Testing

@testable import GantryLaunch

/// The outcome table on random graphs: a task's outcome follows from its dependencies.
@Suite struct OutcomePropertyTests {
  /// Nodes that depend on earlier ones by every kind of edge, written at either end.
  static func graph(_ random: inout SeededGenerator) -> LaunchGraph {
    var nodes = (0..<Int.random(in: 2...14, using: &random)).map { LaunchNode("n\($0)") }
    for later in nodes.indices.dropFirst() {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let first = Int.random(in: 0..<later, using: &random)
        let kind = DependencyKind.allCases.randomElement(using: &random) ?? .after
        let isReversed = [.before, .requiredBy, .wantedBy].contains(kind)
        let (owner, target) = isReversed ? (first, later) : (later, first)
        nodes[owner].edges.append(LaunchEdge(kind, "n\(target)"))
      }
    }
    return LaunchGraph(nodes: nodes)
  }

  /// A launch that was driven to its end, and when things happened in it.
  struct Course {
    var outcomes: [LaunchOutcome?] = []
    /// By task: the step at which it was told to run.
    var ran: [Int: Int] = [:]
    var settled: [Int: Int] = [:]
  }

  /// Lets tasks end in random order with random outcomes.
  static func drive(_ plan: LaunchPlan, _ random: inout SeededGenerator) -> Course {
    var machine = Machine(plan)
    var course = Course()
    var open: [Machine.Input] = [.start]
    var time = 0
    while !open.isEmpty {
      time += 1
      let input = open.remove(at: Int.random(in: 0..<open.count, using: &random))
      for action in machine.handle(input) {
        switch action {
        case .run(let ticket):
          course.ran[ticket.node] = time
          let outcome = OutcomeTableTests.outcomes.randomElement(using: &random) ?? .succeeded
          open.append(.ended(ticket, random.chance(50) ? .succeeded : outcome))
        case .settled(let ticket, _): course.settled[ticket.node] = time
        default: break
        }
      }
    }
    course.outcomes = plan.tasks.indices.map { machine.outcome(of: $0) }
    return course
  }

  @Test
  func `a task runs only if all its dependencies allow it, and otherwise ends as one of them says`()
    throws
  {
    var kept = 0
    for seed in UInt64(0)..<2_000 {
      var random = SeededGenerator(seed: seed)
      let plan = try Self.graph(&random).plan()
      let course = Self.drive(plan, &random)
      for (task, planned) in plan.tasks.enumerated() {
        let reactions = try planned.dependencies.map { dependency in
          let outcome = try #require(course.outcomes[dependency.position], "seed \(seed)")
          return LaunchReaction(to: outcome, of: dependency.kind)
        }
        let refusals = Set(reactions).subtracting([.proceed])
        #expect((course.ran[task] != nil) == refusals.isEmpty, "seed \(seed): \(planned.name)")
        guard let start = course.ran[task] else {
          kept += 1
          let ending = Self.reaction(behind: course.outcomes[task])
          #expect(ending.map(refusals.contains) == true, "seed \(seed): \(planned.name)")
          continue
        }
        for dependency in planned.dependencies {
          let end = course.settled[dependency.position] ?? .max
          #expect(end <= start, "seed \(seed): \(planned.name) before \(dependency.name)")
        }
      }
    }
    #expect(kept > 1_000)
  }

  private static func reaction(behind outcome: LaunchOutcome?) -> LaunchReaction? {
    switch outcome {
    case .blocked: .block
    case .skipped: .skip
    case .cancelled: .cancel
    default: nil
    }
  }
}
