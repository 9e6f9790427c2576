// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText
internal import Synchronization

/// Changes how a test's launch tasks behave: lets some fail, and delays others.
final class TaskBehaviour: Sendable {
  private let failures: [ModuleName: any Error]
  private let delays: [ModuleName: Duration]
  private let clock: TestClock
  /// The names of the plan that is carried out; set before its bodies are asked for.
  private let planned = Mutex<Set<String>>([])

  init(failures: [ModuleName: any Error], delays: [ModuleName: Duration], clock: TestClock) {
    self.failures = failures
    self.delays = delays
    self.clock = clock
  }

  /// Takes the names of a plan, and says which names of this behaviour it does not have.
  func unknownNames(in plan: LaunchPlan) -> [(name: ModuleName, near: [ModuleName])] {
    let names = Set(plan.tasks.map(\.name))
    planned.withLock { $0 = names }
    let known = names.union(names.map { "\($0).init" })
    return Set(failures.keys).union(delays.keys).sorted()
      .filter { !known.contains($0.rawValue) }
      .map { ($0, NearNames.of($0.rawValue, among: names).map { ModuleName($0) }) }
  }

  /// The body of a task under this behaviour.
  func body(of task: String, _ body: LaunchBody) -> LaunchBody {
    let failure = value(for: task, in: failures)
    guard let delay = value(for: task, in: delays) else {
      guard let failure else { return body }
      return switch body {
      case .main: .main { throw failure }
      case .worker: .worker { throw failure }
      case .background, .callback: .background { throw failure }
      }
    }
    let wait: @Sendable () async throws -> Void = { [clock] in
      try await clock.sleep(for: delay)
      if let failure { throw failure }
    }
    return switch body {
    case .main(let work):
      .background {
        try await wait()
        try await MainActor.run { try work() }
      }
    case .worker(let work):
      .worker {
        try await wait()
        try await work()
      }
    case .background(let work):
      .background {
        try await wait()
        try await work()
      }
    case .callback(let work):
      .callback { token in
        try await wait()
        try await work(token)
      }
    }
  }

  /// A module without before-ready tasks is created by the node with its name: `Orders.init` means it.
  private func value<V>(for task: String, in table: [ModuleName: V]) -> V? {
    let creation = "\(task).init"
    if let value = table[ModuleName(task)] { return value }
    return planned.withLock { $0.contains(creation) } ? nil : table[ModuleName(creation)]
  }
}
