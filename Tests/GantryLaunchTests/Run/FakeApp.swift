// SPDX-License-Identifier: Apache-2.0

import GantrySupport

@testable import GantryLaunch

/// A driver of modules that exist only by name, and what it told them to do.
final class FakeApp: Effects {
  private struct State {
    weak var driver: Driver?
    var actions: [Machine.Action] = []
  }

  private let state = Mutex(State())
  /// Called with each action, on the thread that performs it.
  private let onAction: @Sendable (Machine.Action) -> Void
  private let stopsModules: Bool
  private let createsInJoins: Bool

  /// Creates an application.
  ///
  /// - Parameters:
  ///   - stopsModules: Whether a module that is shut down is gone soon after.
  ///   - createsInJoins: Whether joins create their module.
  ///   - onAction: A closure to call with each action.
  private init(
    stopsModules: Bool, createsInJoins: Bool,
    onAction: @escaping @Sendable (Machine.Action) -> Void
  ) {
    (self.stopsModules, self.createsInJoins) = (stopsModules, createsInJoins)
    self.onAction = onAction
  }

  var actions: [Machine.Action] { state.withLock(\.actions) }

  func perform(_ action: Machine.Action) {
    state.withLock { $0.actions.append(action) }
    onAction(action)
    guard stopsModules, case .shutDown(let module) = action else { return }
    let driver = state.withLock(\.driver)
    Task.detached { driver?.gone(module, []) }
  }

  func join(_ node: Int) -> (@concurrent @Sendable () async -> Void)? {
    if createsInJoins { created(by: node) }
    return nil
  }

  func log(_ node: Int, _ outcome: LaunchOutcome) {}
  func warn(_ warning: LaunchWarning) {}

  private func created(by node: Int) { _ = state.withLock(\.driver)?.created(by: node, []) }

  /// Creates a driver of modules, with one function as the body of all nodes.
  static func driver(
    _ wiring: Wiring, clock: any Clock<Duration> = ContinuousClock(), stopsModules: Bool = true,
    createsInJoins: Bool = false,
    body: @escaping @concurrent @Sendable (String) async throws -> Void = { _ in },
    onAction: @escaping @Sendable (Machine.Action) -> Void = { _ in }
  ) -> (driver: Driver, app: FakeApp) {
    let app = FakeApp(
      stopsModules: stopsModules, createsInJoins: createsInJoins, onAction: onAction)
    let bodies = wiring.plan.tasks.indices.map { node -> LaunchBody? in
      let (name, part) = (wiring.name(of: node).rawValue, wiring.traits[node].part)
      guard !wiring.traits[node].isJoin else { return nil }
      return .background {
        if part == .creation || part == .wholeLaunch { app.created(by: node) }
        try await body(name)
      }
    }
    let driver = Driver(
      wiring, timer: LaunchTimer(clock), bodies: bodies, effects: app,
      startThread: LaunchThread.start)
    app.state.withLock { $0.driver = driver }
    return (driver, app)
  }
}
