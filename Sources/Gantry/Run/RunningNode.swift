// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch
internal import GantryServices
internal import Synchronization

/// The node of a launch that a task runs, so that it can't wait for itself.
final class RunningNode: Sendable {
  @TaskLocal private static var innermost: RunningNode?

  private let node: NodeID
  private let run: ObjectIdentifier
  /// The task that runs the body. A task that the body starts inherits the value, but the launch
  /// does not wait for that one.
  private let task: Int?
  private let isOver = Atomic<Bool>(false)

  private init(_ node: NodeID, _ run: ObjectIdentifier) {
    self.node = node
    self.run = run
    task = Self.currentTask
  }

  /// The node of a run whose body this task is in; nil elsewhere, also in tasks that a body has
  /// started.
  static func current(in run: RunningModules) -> NodeID? {
    guard let innermost, innermost.run == ObjectIdentifier(run), innermost.task == currentTask
    else { return nil }
    return innermost.node
  }

  /// Whether this task is part of a node whose body goes on: the body itself, or a task that it has
  /// started, which it may be waiting for.
  static var isInside: Bool {
    innermost.map { !$0.isOver.load(ordering: .acquiring) } ?? false
  }

  /// Lets the functions that a body awaits know its node.
  static func marking(_ body: LaunchBody, as node: NodeID, of run: RunningModules) -> LaunchBody {
    let id = ObjectIdentifier(run)
    return switch body {
    // Nothing can be awaited there.
    case .main: body
    case .worker(let run): .worker { try await mark(node, id, run) }
    case .background(let run): .background { try await mark(node, id, run) }
    case .callback(let run):
      .callback { token in try await mark(node, id) { try await run(token) } }
    }
  }

  private static func mark(
    _ node: NodeID, _ id: ObjectIdentifier, _ run: () async throws -> Void
  ) async rethrows {
    let node = RunningNode(node, id)
    defer { node.isOver.store(true, ordering: .releasing) }
    try await $innermost.withValue(node, operation: run)
  }

  /// The task, told from all others that live now.
  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
