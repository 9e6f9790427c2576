// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestRounds
import Testing

@testable import GantryLaunch

@Suite struct RandomLaunchTests {
  /// How many launches run; `GANTRY_RANDOM_LAUNCHES` sets another number.
  static let count = number("GANTRY_RANDOM_LAUNCHES") ?? rounds(2_000)
  /// The first seed; `GANTRY_RANDOM_SEED` sets another one.
  static let firstSeed = number("GANTRY_RANDOM_SEED") ?? 0

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  static let blocks = 8

  @Test(arguments: 0..<blocks)
  func `no launch hangs, whatever fails, times out or is cancelled`(block: Int) {
    var outcomes: [String: Int] = [:]
    var planned = 0
    for number in stride(from: block, to: Self.count, by: Self.blocks) {
      let seed = UInt64(clamping: Self.firstSeed + number)
      var launch = RandomLaunch(seed: seed)
      guard launch != nil else { continue }
      planned += 1
      let problem = launch?.run()
      #expect(problem == nil, "seed \(seed)")
      for outcome in launch?.outcomes ?? [] { outcomes[outcome, default: 0] += 1 }
    }
    #expect(planned > Self.count / Self.blocks / 2)
    // The test means something only if every kind of outcome occurs.
    let expected = ["succeeded", "failed", "timed out", "skipped", "blocked by", "cancelled"]
    for word in expected where Self.count >= 800 {
      #expect(outcomes.contains { $0.key.hasPrefix(word) && $0.value > 0 }, "\(word)")
    }
  }
}

/// A random graph, launched on a virtual clock, whose tasks end at random.
private struct RandomLaunch {
  enum Event {
    case input(Machine.Input)
    case ended(Ticket)
  }

  /// The time after which the launch is stopped.
  static let bound = 100_000

  private var random: SeededGenerator
  private var machine: Machine
  private let plan: LaunchPlan
  private let workers: Int
  private let places: LaunchPlacesCheck
  private var events: [(time: Int, number: Int, event: Event)] = []
  private var time = 0
  private var number = 0
  private var settled: [Int]
  private var running: Set<Ticket> = []
  private var replaced: Set<Ticket> = []
  private var problem: String?

  var outcomes: [String] {
    plan.tasks.indices.compactMap { machine.outcome(of: $0)?.description }
  }

  /// Nil where the random graph has a fault.
  init?(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    workers = Int.random(in: 1...4, using: &random)
    let (graph, durations) = Self.graph(&random)
    let known = random.chance(70) ? durations : [:]
    guard let plan = try? graph.plan(durations: known, workers: workers) else { return nil }
    self.plan = plan
    machine = Machine(plan)
    places = LaunchPlacesCheck(plan: plan, workers: workers)
    settled = Array(repeating: 0, count: plan.tasks.count)
  }

  static func graph(
    _ random: inout SeededGenerator
  ) -> (graph: LaunchGraph, durations: [String: Duration]) {
    let kinds: [DependencyKind] = [.requires, .requires, .wants, .after]
    let isEssential = random.chance(20)
    var durations: [String: Duration] = [:]
    let nodes = (0..<Int.random(in: 1...25, using: &random)).map { index in
      durations["n\(index)"] = .milliseconds(Int.random(in: 0...50, using: &random))
      var edges = (0..<min(index, 3)).map { _ in
        LaunchEdge(
          kinds[Int.random(in: 0..<4, using: &random)],
          "n\(Int.random(in: 0..<index, using: &random))")
      }
      let stages: [LaunchStage] = [
        .beforeReady, .beforeReady, .afterReady, .afterReady, .idle, .onDemand,
      ]
      let stage = stages[Int.random(in: 0..<(index < 6 ? 3 : 6), using: &random)]
      if stage > .beforeReady, random.chance(8) { edges.append(LaunchEdge(.after, "m")) }
      return LaunchNode(
        "n\(index)", stage: stage, lane: random.chance(40) ? .main : .background,
        isAsynchronous: random.chance(40), edges: edges,
        isEssential: isEssential && random.chance(5),
        timeout: random.chance(40) ? .milliseconds(20) : nil, retry: retry(&random),
        isJoin: random.chance(10), skipped: random.chance(4) ? "off" : nil)
    }
    return (LaunchGraph(nodes: nodes, milestones: [Milestone("m")]), durations)
  }

  static func retry(_ random: inout SeededGenerator) -> RetryPolicy {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .immediately(2)
    case 1: RetryPolicy(count: 2, delay: .milliseconds(5))
    default: .never
    }
  }

  private mutating func post(_ event: Event, after delay: Int) {
    number += 1
    events.append((time + delay, number, event))
  }

  /// Runs to the end, and returns what went wrong, or nil.
  mutating func run() -> String? {
    perform(.start)
    if random.chance(30) { post(.input(.stop), after: Int.random(in: 0...80, using: &random)) }
    if random.chance(50) { post(.input(.reached(Milestone("m"))), after: 30) }
    if random.chance(50), let task = plan.tasks.indices.randomElement(using: &random) {
      post(.input(.demanded(task)), after: Int.random(in: 0...80, using: &random))
    }
    post(.input(.stop), after: Self.bound)
    while problem == nil, let next = events.indices.min(by: { key($0) < key($1) }) {
      let event = events.remove(at: next)
      time = event.time
      switch event.event {
      case .input(let input): perform(input)
      case .ended(let ticket): end(ticket)
      }
    }
    if let problem { return problem }
    perform(.close)
    if !machine.isClosed { return "does not close" }
    return settled.allSatisfy { $0 == 1 } ? nil : "settled \(settled)"
  }

  private func key(_ index: Int) -> (Int, Int) { (events[index].time, events[index].number) }

  private mutating func perform(_ input: Machine.Input) {
    for action in machine.handle(input) {
      switch action {
      case .run(let ticket): begin(ticket)
      case .retry(let ticket, let wait):
        running.remove(ticket)
        if wait > .zero { post(.input(.rested(ticket)), after: Int(wait / .milliseconds(1))) }
      case .replaced(let ticket): replaced.insert(ticket)
      case .settled(let ticket, _): settled[ticket.node] += 1
      default: break
      }
    }
  }

  private mutating func begin(_ ticket: Ticket) {
    let task = ticket.node
    let early = plan.tasks[task].dependencies.filter { settled[$0.position] == 0 }
    if !early.isEmpty { problem = "\(plan.tasks[task].name) overtakes \(early.map(\.name))" }
    running.insert(ticket)
    let placed = running.subtracting(replaced).map(\.node)
    if let crowd = places.crowd(placed) { problem = crowd }
    let takes = Int.random(in: 0...40, using: &random)
    if let timeout = plan.tasks[task].timeout {
      // Some tasks never return; their place is lost.
      if random.chance(5) {
        post(.input(.timedOut(ticket)), after: 20)
        return
      }
      if takes > Int(timeout / .milliseconds(1)) { post(.input(.timedOut(ticket)), after: 20) }
    }
    post(.ended(ticket), after: takes)
  }

  private mutating func end(_ ticket: Ticket) {
    running.remove(ticket)
    replaced.remove(ticket)
    let outcome: LaunchOutcome =
      !machine.isOpen && random.chance(50)
      ? .cancelled : random.chance(20) ? .failed(message: "x") : .succeeded
    perform(.ended(ticket, outcome))
  }
}

/// Whether a lane holds more synchronous tasks than it has places.
private struct LaunchPlacesCheck {
  let plan: LaunchPlan
  let workers: Int

  func crowd(_ running: [Int]) -> String? {
    for lane in LaunchLane.allCases {
      let names = running.sorted().map { plan.tasks[$0] }
        .filter { $0.lane == lane && !$0.isAsynchronous }.map(\.name)
      if names.count > (lane == .main ? 1 : workers) { return "\(lane): \(names)" }
    }
    return nil
  }
}
