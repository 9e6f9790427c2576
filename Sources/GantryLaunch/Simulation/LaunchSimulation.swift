// SPDX-License-Identifier: Apache-2.0

/// Carries a plan out on paper: the machine of a real launch on a virtual clock.
///
/// Every task takes exactly its duration and succeeds; no milestone is reached, and no on-demand
/// task is asked for. Nothing depends on the machine that simulates.
///
/// ```swift
/// let plan = try graph.plan(durations: durations, workers: 3)
/// print(LaunchSimulation(plan).timeToReady)
/// ```
public struct LaunchSimulation: Sendable, Hashable {
  /// The plan that was carried out.
  public let plan: LaunchPlan
  /// How many synchronous background tasks ran at a time.
  public let workers: Int
  /// When the app was ready.
  public let timeToReady: Duration
  /// When everything had ended.
  public let total: Duration
  /// A time to *ready* that no order of the tasks can beat.
  public let readyLowerBound: Duration
  /// A total that no order of the tasks can beat.
  public let totalLowerBound: Duration
  /// When each task ran, in launch order.
  public let tasks: [Task]

  /// Carries a plan out on paper.
  ///
  /// The lower bound is the largest of: the longest chain of tasks; the work of the main lane; the
  /// work of the background lane over the workers; for each lane and each release time, that time,
  /// plus the work of the lane that cannot start before, taken by decreasing length of the tasks
  /// that have to follow, over the lane's places, plus that length; and the best way to share a few
  /// of the longest background tasks out among the workers, between the time before all of them and
  /// the time after. For *ready* it is taken over the tasks that *ready* depends on.
  ///
  /// - Parameters:
  ///   - plan: The plan to carry out.
  ///   - durations: How long each task takes, by name, zero for names that are missing; nil for
  ///     those that the plan was made with.
  ///   - workers: How many synchronous background tasks run at a time, at least one; nil for as
  ///     many as the plan was made for.
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

  /// The figures of the simulation as one row of a table.
  ///
  /// - Parameter name: The name of the graph.
  package func row(named name: String) -> Row { Row(name: name, self) }
}

extension LaunchSimulation {
  /// When one task ran; times count from the start of the launch.
  public struct Task: Sendable, Hashable {
    /// The name.
    public let name: String
    /// When it began; nil when it did not run.
    public let started: Duration?
    /// When it had ended; nil when it did not run.
    public let finished: Duration?

    init(name: String, started: Int?, finished: Int?) {
      self.name = name
      self.started = started.map { .nanoseconds($0) }
      self.finished = finished.map { .nanoseconds($0) }
    }
  }
}

/// Drives a machine on a virtual clock in which every task takes exactly its time.
struct VirtualLaunch {
  /// The time now, in nanoseconds from the start; at the end, the total.
  private(set) var time = 0
  /// When the app was ready.
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
      // Tasks that end at the same time are all taken in before places are given to others.
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
      // A join runs without being told to.
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
