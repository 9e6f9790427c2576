// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import Synchronization

/// The results of the launch tasks of one run, each value under its type.
///
/// A value counts when its task has succeeded: one that comes after the task's timeout is dropped.
final class TaskResults: Sendable {
  private struct State {
    /// By task: the value of a body before the outcome of the task is decided.
    var pending: [String: (type: ObjectIdentifier, value: any Sendable)] = [:]
    var values: [ObjectIdentifier: (task: String, value: any Sendable)] = [:]
    /// Tasks of which nothing more is taken.
    var settled: Set<String> = []
    /// By task: the scope that may give its value. A late value of an earlier attempt is not taken.
    var scopes: [String: ObjectIdentifier] = [:]
    var isClosed = false
  }

  /// Invariant: a value in `values` has the type of its key.
  private let state = Mutex(State())

  /// Whether a type has values at all.
  static func isValue(_ type: Any.Type) -> Bool { type != Void.self && type != Never.self }

  /// Takes values of a task from a new scope, and from no earlier one.
  func begin(_ scope: ModuleContext.TaskScope) {
    state.withLock { $0.scopes[scope.name.rawValue] = ObjectIdentifier(scope) }
  }

  func put<R: Sendable>(_ value: R, as type: R.Type, by scope: ModuleContext.TaskScope) {
    let task = scope.name.rawValue
    let dropped = state.withLock { state -> (any Sendable)? in
      guard !state.isClosed, !state.settled.contains(task),
        state.scopes[task] == ObjectIdentifier(scope)
      else { return value }
      return state.pending.updateValue((ObjectIdentifier(type), value), forKey: task)?.value
    }
    // A dropped value is released outside the lock: its deinit may do anything.
    withExtendedLifetime(dropped) {}
  }

  /// Decides about the value of a task.
  ///
  /// - Parameters:
  ///   - task: The task that has settled.
  ///   - hasSucceeded: Whether its value counts.
  func settle(_ task: String, hasSucceeded: Bool) {
    let dropped = state.withLock { state -> (any Sendable)? in
      state.settled.insert(task)
      guard let result = state.pending.removeValue(forKey: task) else { return nil }
      if hasSucceeded, !state.isClosed { state.values[result.type] = (task, result.value) }
      return result.value
    }
    withExtendedLifetime(dropped) {}
  }

  /// Forgets the value of a task, which may run again.
  func forget(_ task: String, _ type: ServiceType) {
    let dropped = state.withLock { state in
      state.settled.remove(task)
      state.scopes[task] = nil
      // A task that did not run may share its type with one that did.
      return state.values[type.id]?.task == task ? state.values.removeValue(forKey: type.id) : nil
    }
    withExtendedLifetime(dropped) {}
  }

  /// Takes the value of a task again that did not run: it is going to.
  func reopen(_ task: String) { state.withLock { _ = $0.settled.remove(task) } }

  func value<R: Sendable>(_ type: R.Type) -> R? {
    state.withLock { $0.values[ObjectIdentifier(type)]?.value } as? R
  }

  /// Drops every value, and takes none any more.
  func close() {
    let dropped = state.withLock { state in
      let dropped = (state.pending, state.values)
      state.pending = [:]
      state.values = [:]
      state.isClosed = true
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }
}
