// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantrySupport
import TestRounds
import Testing

@Suite struct LaunchRunPropertyTests {
  @Test(.timeLimit(.minutes(5)), arguments: UInt64(0)..<UInt64(rounds(12)))
  func `every task of a random launch settles in order, and the launch never hangs`(
    block: UInt64
  ) async throws {
    for seed in block * 25..<(block + 1) * 25 {
      var random = SeededGenerator(seed: seed)
      let launch = try RandomLaunch(&random)
      let report = await launch.run(&random)
      #expect(launch.unsettled(report) == [], "seed \(seed)")
      #expect(launch.overtaken(report) == [], "seed \(seed)")
      #expect(launch.misplacedOnMain(report) == [], "seed \(seed)")
      if !launch.isCut { #expect(launch.unexpected(report) == [], "seed \(seed)") }
    }
  }
}

/// A random graph whose tasks behave at random, and the events of its launch.
private struct RandomLaunch {
  struct Broken: Error {}

  /// What a task does.
  enum Behavior {
    /// Throws this many times, then succeeds.
    case fail(times: Int)
    /// The same, on a worker thread.
    case block(times: Int)
    /// The same, through a token.
    case call(times: Int)
    /// Releases its token.
    case drop
    /// Takes its time, then succeeds.
    case work(Duration)
    /// Never ends by itself; its task has a timeout.
    case hang
    /// Cancels the launch, then succeeds.
    case cancel

    /// How many attempts throw.
    var failures: Int? {
      switch self {
      case .fail(let times), .block(let times), .call(let times): times
      case .drop, .work, .hang, .cancel: nil
      }
    }
  }

  enum Event: Equatable {
    case began(String)
    case ended(String)
    case settled(String)
  }

  final class Log: Sendable {
    let events = Mutex<[Event]>([])
    let run = Mutex<Driver?>(nil)
    func note(_ event: Event) { events.withLock { $0.append(event) } }
  }

  let plan: LaunchPlan
  let behaviors: [String: Behavior]
  /// Whether the launch may end early, so that outcomes depend on timing.
  let isCut: Bool
  let isHooked: Bool
  let log = Log()
  let clock = ManualClock()
  /// A clock that never advances.
  let never = ManualClock()

  init(_ random: inout SeededGenerator) throws {
    isCut = random.chance(30)
    isHooked = random.chance(50)
    var behaviors: [String: Behavior] = [:]
    var nodes: [LaunchNode] = []
    for index in 0..<Int.random(in: 1...16, using: &random) {
      let lane: LaunchLane = random.chance(40) ? .main : .background
      let behavior = Self.behavior(on: lane, isCut, &random)
      var node = Self.node(index, &random)
      node.lane = lane
      node.isEssential = isCut && random.chance(10)
      if case .hang = behavior { node.timeout = .seconds(5) }
      behaviors[node.name] = behavior
      nodes.append(node)
    }
    plan = try LaunchGraph(nodes: nodes, milestones: [Milestone("m")]).plan()
    self.behaviors = behaviors
  }

  private static func behavior(
    on lane: LaunchLane, _ isCut: Bool, _ random: inout SeededGenerator
  ) -> Behavior {
    if isCut, random.chance(5) { return .cancel }
    if lane == .background, random.chance(10) { return .hang }
    if lane == .background, random.chance(30) {
      return .work(.milliseconds(Int.random(in: 0...20, using: &random)))
    }
    let times = random.chance(70) ? 0 : Int.random(in: 1...2, using: &random)
    guard lane == .background else { return .fail(times: times) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0...5: return .block(times: times)
    case 6...7: return .call(times: times)
    case 8: return .drop
    default: return .fail(times: times)
    }
  }

  private static func node(_ index: Int, _ random: inout SeededGenerator) -> LaunchNode {
    let kinds: [DependencyKind] = [.requires, .wants, .after]
    // Edges lead back and later tasks have later stages, so that every graph has a plan.
    let stage: LaunchStage = index < 10 ? .beforeReady : random.chance(50) ? .afterReady : .idle
    var edges = (0..<min(index, 2)).map { _ in
      LaunchEdge(
        kinds[Int.random(in: 0..<3, using: &random)],
        "n\(Int.random(in: 0..<index, using: &random))")
    }
    if index == 15 { edges.append(LaunchEdge(.after, "m")) }
    let wait: Duration = random.chance(50) ? .zero : .milliseconds(10)
    return LaunchNode(
      "n\(index)", stage: index == 14 ? .onDemand : stage,
      priority: Priority(rawValue: Int.random(in: 0...1000, using: &random)), edges: edges,
      retry: random.chance(30) ? RetryPolicy(count: 1, delay: wait) : .never,
      isJoin: random.chance(10), skipped: random.chance(5) ? "off" : nil)
  }

  /// Runs the launch to its end, on a clock that advances by itself.
  func run(_ random: inout SeededGenerator) async -> LaunchReport {
    let told = Told(of: plan) { [log] name, _ in log.note(.settled(name)) }
    let bodies = Dictionary(
      uniqueKeysWithValues: plan.tasks.map { ($0.name.rawValue, body(of: $0)) })
    let run = Driver(plan, clock: clock, bodies: bodies, effects: isHooked ? told : nil)
    log.run.withLock { $0 = run }
    async let time: Void = clock.run()
    run.take(.start)
    _ = await run.wait(for: .quiet)
    if random.chance(50) { run.take(.reached(Milestone("m"))) }
    if random.chance(50) { run.demand("n14") }
    _ = await run.wait(for: .quiet)
    let report = run.report()
    await run.stop()
    clock.stop()
    await time
    log.run.withLock { $0 = nil }
    return report
  }

  private func body(of task: LaunchPlan.Task) -> LaunchBody {
    let (name, log, clock, never) = (task.name.rawValue, log, clock, never)
    let behavior = behaviors[name] ?? .fail(times: 0)
    let tries = Tries()
    let work: @Sendable () throws -> Void = {
      log.note(.began(name))
      defer { log.note(.ended(name)) }
      if case .cancel = behavior { log.run.withLock { _ = $0?.take(.stop) } }
      if let times = behavior.failures, tries.next() <= times { throw Broken() }
    }
    guard task.lane == .background else { return .main { try work() } }
    switch behavior {
    case .block: return .worker { try work() }
    case .call:
      return .callback { token in
        do {
          try work()
          token.complete()
        } catch {
          token.fail(error)
        }
      }
    case .drop: return .callback { _ in try work() }
    default: break
    }
    return .background {
      switch behavior {
      case .fail, .cancel, .block, .call, .drop: return try work()
      case .work(let time):
        log.note(.began(name))
        defer { log.note(.ended(name)) }
        try await clock.sleep(for: time)
      case .hang:
        log.note(.began(name))
        defer { log.note(.ended(name)) }
        try await never.sleep(for: .seconds(1))
      }
    }
  }
}

private final class Tries: Sendable {
  private let count = Atomic(0)
  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}

extension RandomLaunch {
  /// Tasks that have no outcome, or did not settle exactly once.
  func unsettled(_ report: LaunchReport) -> [ModuleName] {
    let events = log.events.withLock { $0 }
    return report.tasks.filter { task in
      let told = events.count { $0 == .settled(task.name.rawValue) }
      return task.outcome == nil || (isHooked && told != 1)
    }.map(\.name)
  }

  /// Tasks that began before one of their dependencies ended.
  func overtaken(_ report: LaunchReport) -> [ModuleName] {
    let events = log.events.withLock { $0 }
    return plan.tasks.filter { task in
      guard let begin = events.firstIndex(of: .began(task.name.rawValue)) else { return false }
      return task.dependencies.contains { dependency in
        let before = events[..<begin]
        let isTold = !isHooked || before.contains(.settled(dependency.name))
        let timedOut = report.tasks[dependency.position].outcome == .timedOut
        return !isTold || !timedOut && events[begin...].contains(.ended(dependency.name))
      }
    }.map(\.name)
  }

  /// Main-lane tasks that began before a better-ranked one that was released at the same time;
  /// idle tasks are released one by one.
  func misplacedOnMain(_ report: LaunchReport) -> [ModuleName] {
    let events = log.events.withLock { $0 }
    var last: [LaunchReport.Release: Int] = [:]
    let ranked = zip(plan.tasks, report.tasks).sorted { $0.0.rank < $1.0.rank }.map(\.1)
    return ranked.filter { task in
      guard task.lane == .main, let release = task.releasedBy, release != .idle,
        let begin = events.firstIndex(of: .began(task.name.rawValue))
      else { return false }
      defer { last[release] = max(begin, last[release] ?? begin) }
      return last[release].map { $0 > begin } ?? false
    }.map(\.name)
  }

  /// Tasks whose outcome does not follow from their behavior and their requirements.
  func unexpected(_ report: LaunchReport) -> [ModuleName] {
    zip(plan.tasks, report.tasks).filter { task, told in
      let required = task.dependencies.filter { $0.kind == .requires }
        .compactMap { report.tasks[$0.position].outcome }
      switch told.outcome {
      case .blocked, .skipped:
        let isDormant =
          told.releasedBy == nil && (task.stage == .onDemand || !task.milestones.isEmpty)
        return task.skipped.isEmpty && !isDormant && required.allSatisfy { $0 == .succeeded }
      case let outcome?:
        return !required.allSatisfy { $0 == .succeeded } || outcome != expected(task)
      case nil: return true
      }
    }.map(\.0.name)
  }

  private func expected(_ task: LaunchPlan.Task) -> LaunchOutcome {
    guard !task.isJoin else { return .succeeded }
    let dropped = """
      \(task.name) released its token without completing it. Call complete() or fail(_:) on every \
      path, even where the callback is not called.
      """
    switch behaviors[task.name.rawValue] {
    case .fail(let times), .block(let times), .call(let times):
      return times > task.retry.count ? .failed(message: "Broken()") : .succeeded
    case .drop: return .failed(message: dropped)
    case .hang: return .timedOut
    default: return .succeeded
    }
  }
}
