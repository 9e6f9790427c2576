// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Which node of the launch a task runs, so that it is not let wait for itself.
final class RunningNode: Sendable {
  @TaskLocal private static var innermost: RunningNode?

  private let name: String
  /// Whose body it is: a task that the body starts inherits the value, and the launch does not wait
  /// for that one.
  private let task: Int?
  private let isOver = Atomic<Bool>(false)

  private init(_ name: String) {
    self.name = name
    task = Self.currentTask
  }

  /// The node whose body this task is in; nil elsewhere, also in tasks that a body has started.
  static var current: String? {
    guard let innermost, innermost.task == currentTask else { return nil }
    return innermost.name
  }

  /// Whether this task is part of a node whose body goes on: the body itself, or a task that it has
  /// started, which it may be waiting for.
  static var isInside: Bool {
    innermost.map { !$0.isOver.load(ordering: .acquiring) } ?? false
  }

  /// Makes what a body awaits know its node.
  static func marking(_ body: LaunchBody, as name: String) -> LaunchBody {
    switch body {
    // Nothing can be awaited there.
    case .main: body
    case .worker(let run): .worker { try await mark(name, run) }
    case .background(let run): .background { try await mark(name, run) }
    case .callback(let run): .callback { token in try await mark(name) { try await run(token) } }
    }
  }

  private static func mark(_ name: String, _ run: () async throws -> Void) async rethrows {
    let node = RunningNode(name)
    defer { node.isOver.store(true, ordering: .releasing) }
    try await $innermost.withValue(node, operation: run)
  }

  /// The task, told from all others that live now.
  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
