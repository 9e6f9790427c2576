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
    /// Tasks that can no longer set a value.
    var settled: Set<String> = []
    /// By task: the scope that may set its value. A late value of an earlier attempt is dropped.
    var scopes: [String: ObjectIdentifier] = [:]
    var isClosed = false
  }

  /// Invariant: a value in `values` has the type of its key.
  private let state = Mutex(State())

  /// Whether a type has values at all.
  static func isValue(_ type: Any.Type) -> Bool { type != Void.self && type != Never.self }

  /// Accepts values of a task from a new scope, and no longer from an earlier one.
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

  /// Keeps or drops the value of a task.
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

  /// Accepts a value again from a task that did not run but is going to.
  func reopen(_ task: String) { state.withLock { _ = $0.settled.remove(task) } }

  func value<R: Sendable>(_ type: R.Type) -> R? {
    state.withLock { $0.values[ObjectIdentifier(type)]?.value } as? R
  }

  /// Drops every value, and accepts no more.
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

extension ModuleContext {
  /// Returns the result of another task, for the body of a task that takes it.
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: The value.
  /// - Throws: ``TaskResultError``: the task does not declare that it takes this type, or there is
  ///   no value.
  public func result<R: Sendable>(_ type: R.Type) throws(TaskResultError) -> R {
    guard let value = try stored(type) else {
      throw .missing(type: ServiceType(type).name, task: taskName)
    }
    return value
  }

  /// Returns the result of another task, for the body of a task that also runs without it.
  ///
  /// - Parameter type: The type of the value, as an optional.
  /// - Returns: The value; nil if no task returns one, or the task did not succeed.
  /// - Throws: ``TaskResultError/notTaken(type:task:)``.
  public func result<R: Sendable>(_ type: R?.Type) throws(TaskResultError) -> R? {
    try stored(R.self)
  }

  /// Sets the result of a task; it counts once the task has succeeded.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: The type under which others take it.
  /// - Throws: ``TaskResultError/notReturned(type:task:)``.
  public func setResult<R: Sendable>(_ value: R, as type: R.Type) throws(TaskResultError) {
    guard TaskResults.isValue(type) else { return }
    guard let task, task.returns?.id == ObjectIdentifier(type) else {
      throw .notReturned(type: ServiceType(type).name, task: taskName)
    }
    results.put(value, as: type, by: task)
  }

  /// Sets the result of a task, unless it is nil.
  ///
  /// - Parameters:
  ///   - value: The value; nil sets none.
  ///   - type: The type under which others take it, as an optional.
  /// - Throws: ``TaskResultError/notReturned(type:task:)``.
  public func setResult<R: Sendable>(_ value: R?, as type: R?.Type) throws(TaskResultError) {
    if let value { try setResult(value, as: R.self) }
  }

  private var taskName: ModuleName { task?.name ?? name }

  private func stored<R: Sendable>(_ type: R.Type) throws(TaskResultError) -> R? {
    let id = ObjectIdentifier(type)
    guard let task, task.takes.contains(where: { $0.type.id == id }) else {
      throw .notTaken(type: ServiceType(type).name, task: taskName)
    }
    return results.value(type)
  }
}

extension ModuleContext {
  /// The results that one task may read and set.
  final class TaskScope: Sendable {
    let name: ModuleName
    let takes: [TaskInput]
    let returns: ServiceType?

    init(_ task: ModuleManifest.Task) {
      name = task.name
      takes = task.options.takes
      returns = task.options.returns
    }
  }

  /// The same context for the body of one task.
  func performing(_ task: ModuleManifest.Task) -> ModuleContext {
    guard !task.options.takes.isEmpty || task.options.returns != nil else { return self }
    let scope = TaskScope(task.owned(by: name))
    results.begin(scope)
    return with(scope)
  }
}

/// The reason why the body of a launch task could not read or set a result.
///
/// Only bodies that you register by hand can cause one: `@Launch` writes matching ones.
@nonexhaustive
public enum TaskResultError: Error, Sendable, Hashable {
  /// The options of the task do not declare that it takes the type.
  case notTaken(type: String, task: ModuleName)
  /// The options of the task do not declare that it returns the type.
  case notReturned(type: String, task: ModuleName)
  /// The task that returns the type has set no value.
  case missing(type: String, task: ModuleName)
}

extension TaskResultError: CustomStringConvertible {
  /// The problem, its source location, and how to fix it.
  public var description: String {
    switch self {
    case .notTaken(let type, let task):
      "\(task) reads \(type) without declaring it. Add `.taking(\(type).self)` to the task's options."
    case .notReturned(let type, let task):
      "\(task) returns \(type) without declaring it. Add `.returning(\(type).self)` to the task's "
        + "options."
    case .missing(let type, let task):
      "\(type), which \(task) takes, has no value. Set it with `setResult` in the task that "
        + "returns it, or take it as an optional."
    }
  }
}
