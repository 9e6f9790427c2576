// SPDX-License-Identifier: Apache-2.0

import GantrySupport

@testable import GantryLaunch

extension LaunchPlan {
  /// Carries out the plan from beginning to end, without milestones and demands.
  func run(
    clock: any Clock<Duration> = ContinuousClock(), workers: Int? = nil,
    bodies: [String: LaunchBody], effects: (any Effects)? = nil
  ) async -> LaunchReport {
    await Driver(self, clock: clock, workers: workers, bodies: bodies, effects: effects).run()
  }

  /// The position of a task; -1 if there is none of this name.
  func position(_ name: String) -> Int { tasks.firstIndex { $0.name.rawValue == name } ?? -1 }
}

extension Machine {
  init(_ plan: LaunchPlan, workers: Int? = nil) { self.init(Wiring(plan), workers: workers) }

  var plan: LaunchPlan { wiring.plan }

  func outcome(of node: Int) -> LaunchOutcome? {
    nodes.indices.contains(node) ? nodes[node].outcome : nil
  }

  func wait(for name: ModuleName, at time: Duration = .zero) -> LaunchWait? {
    wiring.positions[name].flatMap { wait(of: $0, at: time) }
  }

  /// Whether every node has settled.
  var isSettled: Bool { nodes.allSatisfy { $0.outcome != nil } }
}

extension Driver {
  /// Ends the run before its time: waits for its bodies, and closes it.
  func stop() async {
    take(.stop)
    await end()
  }

  /// Waits until the run has come to rest or was ended, and closes it.
  func end() async {
    _ = await wait(for: .quiet)
    _ = await wait(for: .bodies)
    take(.close)
  }

  func demand(_ name: String) { take(.demanded(plan.position(name))) }
}

/// Passes what a driver tells on to closures.
final class Told: Effects {
  private let onAction: @Sendable (Machine.Action) -> Void
  private let onWarning: @Sendable (LaunchWarning) -> Void
  private let onJoin: @Sendable (Int) -> (@concurrent @Sendable () async -> Void)?

  init(
    onAction: @escaping @Sendable (Machine.Action) -> Void = { _ in },
    onWarning: @escaping @Sendable (LaunchWarning) -> Void = { _ in },
    onJoin: @escaping @Sendable (Int) -> (@concurrent @Sendable () async -> Void)? = { _ in nil }
  ) {
    (self.onAction, self.onWarning, self.onJoin) = (onAction, onWarning, onJoin)
  }

  /// Calls a closure with the name and the outcome of each task that settles.
  convenience init(
    of plan: LaunchPlan, onSettled: @escaping @Sendable (String, LaunchOutcome) -> Void
  ) {
    self.init(onAction: { action in
      guard case .settled(let ticket, let outcome) = action else { return }
      onSettled(plan.tasks[ticket.node].name.rawValue, outcome)
    })
  }

  func perform(_ action: Machine.Action) { onAction(action) }
  func join(_ node: Int) -> (@concurrent @Sendable () async -> Void)? { onJoin(node) }
  func log(_ node: Int, _ outcome: LaunchOutcome) {}
  func warn(_ warning: LaunchWarning) { onWarning(warning) }
}

extension Machine {
  /// Handles an input, and returns the actions.
  mutating func handle(_ input: Input, at time: Duration = .zero) -> [Action] {
    var actions: [Action] = []
    handle(input, at: time, into: &actions)
    return actions
  }
}
