// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A simulation of a plan: the machine of a real launch on a virtual clock.
///
/// Every task takes exactly its duration and succeeds. No milestone is reached, and no on-demand
/// task is demanded. The result is the same on every computer.
///
/// ```swift
/// let plan = try graph.plan(durations: durations, workers: 3)
/// print(LaunchSimulation(plan).timeToReady)
/// ```
public struct LaunchSimulation: Sendable, Hashable {
  /// The simulated plan.
  public let plan: LaunchPlan
  /// The number of synchronous background tasks that could run at a time.
  public let workers: Int
  /// The time at which the app was ready.
  public let timeToReady: Duration
  /// The time at which everything had ended.
  public let total: Duration
  /// A time to *ready* that no order of the tasks can beat.
  public let readyLowerBound: Duration
  /// A total that no order of the tasks can beat.
  public let totalLowerBound: Duration
  /// The times at which each task ran, in launch order.
  public let tasks: [Task]

  /// Creates the simulation of a plan.
  ///
  /// The lower bound is the largest of these times:
  ///
  /// - The longest chain of tasks.
  /// - The work of the main lane.
  /// - The work of the background lane divided by the workers.
  /// - For each lane and each release time: that time, plus the work of the lane that can't start
  ///   before it, taken by decreasing length of the tasks that must follow, divided by the lane's
  ///   places, plus that length.
  /// - The best way to share out a few of the longest background tasks among the workers, between
  ///   the time before all of them and the time after.
  ///
  /// For *ready*, only the tasks that *ready* depends on count.
  ///
  /// - Parameters:
  ///   - plan: The plan to simulate.
  ///   - durations: The duration of each task, by name, and zero for missing names; nil takes the
  ///     plan's durations.
  ///   - workers: The number of synchronous background tasks that can run at a time, at least one;
  ///     nil takes the plan's number.
  /// - Complexity: O((V + E) log V).
  public init(_ plan: LaunchPlan, durations: [String: Duration]? = nil, workers: Int? = nil) {
    let workers = max(1, workers ?? plan.workers)
    let limit = PlanModel.limit(plan.tasks.count)
    let times = plan.tasks.map { task in
      if task.isJoin || !task.skipped.isEmpty { return 0 }
      let duration = durations.map { $0[task.name] } ?? task.recordedDuration
      return duration?.nanoseconds(limit: limit) ?? 0
    }
    var launch = VirtualLaunch(plan, durations: times, workers: workers)
    launch.run()
    self.plan = plan
    self.workers = workers
    timeToReady = .nanoseconds(launch.ready ?? 0)
    total = .nanoseconds(launch.time)
    tasks = plan.tasks.indices.map { position in
      Task(
        name: plan.tasks[position].name, started: launch.started[position],
        finished: launch.finished[position])
    }
    let model = PlanModel(plan.tasks, workers: workers, durations: times) { _ in true }
    readyLowerBound = .nanoseconds(model.lowerBound(of: model.isBlocking))
    totalLowerBound = .nanoseconds(model.lowerBound(of: launch.started.map { $0 != nil }))
  }

  /// Returns the figures of the simulation as a row of a table.
  ///
  /// - Parameter name: The name of the graph.
  package func row(named name: String) -> Row { Row(name: name, self) }
}

extension LaunchSimulation {
  /// The times at which one task ran, from the start of the launch.
  public struct Task: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The time at which it began; nil if it did not run.
    public let started: Duration?
    /// The time at which it ended; nil if it did not run.
    public let finished: Duration?

    init(name: String, started: Int?, finished: Int?) {
      self.name = name
      self.started = started.map { .nanoseconds($0) }
      self.finished = finished.map { .nanoseconds($0) }
    }
  }
}

/// Drives a machine on a virtual clock on which every task takes exactly its duration.
struct VirtualLaunch {
  /// The current time in nanoseconds from the start; at the end, the total.
  private(set) var time = 0
  /// The time at which the app was ready.
  private(set) var ready: Int?
  private(set) var started: [Int?]
  private(set) var finished: [Int?]

  private var machine: LaunchMachine
  private let durations: [Int]
  private var events = MinHeap()
  private var actions: [LaunchMachine.Action] = []

  init(_ plan: LaunchPlan, durations: [Int], workers: Int) {
    machine = LaunchMachine(plan, workers: workers)
    self.durations = durations
    started = Array(repeating: nil, count: durations.count)
    finished = started
  }

  mutating func run() {
    machine.take(.start, into: &actions)
    machine.take(.closed, into: &actions)
    perform()
    while let next = events.first {
      time = next.key
      // Tasks that end at the same time are all handled before places are given to others.
      while let event = events.first, event.key == time {
        events.pop()
        finished[event.value] = time
        machine.take(.finished(task: event.value, .succeeded), into: &actions)
      }
      perform()
    }
  }

  private mutating func perform() {
    var next = 0
    repeat {
      while next < actions.count {
        perform(actions[next])
        next += 1
      }
      machine.dispatch(into: &actions)
    } while next < actions.count
    actions.removeAll(keepingCapacity: true)
  }

  private mutating func perform(_ action: LaunchMachine.Action) {
    switch action {
    case .run(let task, _):
      started[task] = time
      events.push(task, key: time + durations[task])
    case .settled(let task, let outcome):
      // The machine doesn't ask for a join to run.
      if started[task] == nil, outcome == .succeeded {
        started[task] = time
        finished[task] = time
      }
      machine.take(.acknowledged(task: task), into: &actions)
    case .ready: ready = time
    case .queued, .rest, .hurry, .replaced, .stop, .cancel, .quiet, .finished: break
    }
  }
}

extension LaunchSimulation {
  /// A table of rows for people. With several rows, the last lines summarize the ratios.
  package struct Table {
    private let rows: [Row]

    /// Creates a table.
    ///
    /// - Parameter rows: The rows, all with the same policy and number of workers.
    package init(_ rows: [Row]) { self.rows = rows }

    /// A line about the simulation, the table, and the meaning of its ratios.
    package var text: String {
      guard let first = rows.first else { return "" }
      let workers = first.workers == 1 ? "1 worker" : "\(first.workers) workers"
      var table = TextTable(
        ["name", "tasks", "ready", "at least", "ratio", "total", "at least", "ratio"],
        numeric: [1, 2, 3, 4, 5, 6, 7])
      for row in rows {
        table.add([
          row.name, "\(row.tasks)",
          Self.time(row.readyMilliseconds), Self.time(row.readyLowerBound),
          Self.ratio(row.readyRatio),
          Self.time(row.totalMilliseconds), Self.time(row.totalLowerBound),
          Self.ratio(row.totalRatio),
        ])
      }
      if rows.count > 1 {
        add("mean", Self.mean, to: &table)
        add("95th percentile", { Self.percentile(95, of: $0) }, to: &table)
      }
      return "policy \(first.policy.rawValue), \(workers)\n\(table.text)"
    }

    private func add(_ name: String, _ sum: ([Double]) -> Double, to table: inout TextTable) {
      table.add([
        name, "", "", "", Self.ratio(sum(rows.map(\.readyRatio))),
        "", "", Self.ratio(sum(rows.map(\.totalRatio))),
      ])
    }

    /// Returns the arithmetic mean; 0 without values.
    package static func mean(of values: [Double]) -> Double {
      values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }

    /// Returns the smallest value that a percentage of values doesn't exceed (nearest rank); 0
    /// without values.
    package static func percentile(_ percent: Int, of values: [Double]) -> Double {
      let sorted = values.sorted()
      guard !sorted.isEmpty else { return 0 }
      let rank = (percent * sorted.count + 99) / 100
      return sorted[min(max(rank, 1), sorted.count) - 1]
    }

    private static func time(_ milliseconds: Double) -> String {
      Duration(milliseconds: milliseconds).text
    }

    private static func ratio(_ value: Double) -> String { value.text(decimals: 3) }
  }
}

extension LaunchSimulation {
  /// The figures of one simulated launch, named as in the encoded form.
  package struct Row: Sendable, Hashable, Codable {
    /// The name of the graph.
    package let name: String
    /// The number of tasks and joins in the graph.
    package let tasks: Int
    /// The number of synchronous background tasks that could run at a time.
    package let workers: Int
    /// The policy of the plan.
    package let policy: LaunchPolicy
    /// The time to *ready*.
    package let readyMilliseconds: Double
    /// A time to *ready* that no order can beat.
    package let readyLowerBound: Double
    /// The time to *ready* divided by its lower bound; 1 if both are zero.
    package let readyRatio: Double
    /// The time until everything ended.
    package let totalMilliseconds: Double
    /// A total that no order can beat.
    package let totalLowerBound: Double
    /// The total divided by its lower bound; 1 if both are zero.
    package let totalRatio: Double

    init(name: String, _ simulation: LaunchSimulation) {
      self.name = name
      tasks = simulation.tasks.count
      workers = simulation.workers
      policy = simulation.plan.policy
      readyMilliseconds = Self.milliseconds(simulation.timeToReady)
      readyLowerBound = Self.milliseconds(simulation.readyLowerBound)
      readyRatio = Self.ratio(readyMilliseconds, readyLowerBound)
      totalMilliseconds = Self.milliseconds(simulation.total)
      totalLowerBound = Self.milliseconds(simulation.totalLowerBound)
      totalRatio = Self.ratio(totalMilliseconds, totalLowerBound)
    }

    /// Returns milliseconds with a single division, so that whole numbers stay whole.
    private static func milliseconds(_ duration: Duration) -> Double {
      Double(duration.nanoseconds(limit: .max)) / 1_000_000
    }

    private static func ratio(_ value: Double, _ bound: Double) -> Double {
      bound > 0 ? value / bound : 1
    }
  }
}

extension LaunchSimulation.Row {
  /// The row as a JSON object on one line, with its keys in the order of the table.
  ///
  /// Times are exact to the nanosecond, ratios have six decimals.
  package var json: String {
    let values = [
      ("name", Self.text(name)), ("tasks", "\(tasks)"), ("workers", "\(workers)"),
      ("policy", Self.text(policy.rawValue)),
      ("readyMilliseconds", Self.number(readyMilliseconds)),
      ("readyLowerBound", Self.number(readyLowerBound)),
      ("readyRatio", Self.number(readyRatio)),
      ("totalMilliseconds", Self.number(totalMilliseconds)),
      ("totalLowerBound", Self.number(totalLowerBound)),
      ("totalRatio", Self.number(totalRatio)),
    ]
    return "{" + values.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  private static func text(_ value: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // Every text has an encoded form.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && rounded.magnitude < 1e15
      ? "\(Int64(rounded))" : "\(rounded)"
  }
}
