// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import GantrySupport

/// The value that a launch task returns, kept until the outcome of the attempt is decided.
///
/// Only the value of a successful attempt becomes a service: one that fails or comes after the
/// timeout is dropped.
final class TaskOutput: Sendable {
  /// Provides the value as a service.
  typealias Provision = @Sendable (ServiceProvision, ServiceRegistry) -> Void

  private struct State {
    /// Whether an attempt is under way, and may set a value.
    var isOpen = false
    var provision: Provision?
  }

  let task: ModuleName
  let type: ServiceType
  private let state = Mutex(State())

  /// Nil for a task that returns no value.
  init?(_ task: ModuleManifest.LaunchTask) {
    guard let type = task.options.returns else { return nil }
    (self.task, self.type) = (task.name, type)
  }

  /// Whether a type has values at all.
  static func isValue(_ type: Any.Type) -> Bool { type != Void.self && type != Never.self }

  /// Begins an attempt, whose value is the only one that counts.
  func begin() { _ = replace(isOpen: true) }

  /// Ends the attempt.
  ///
  /// - Returns: A closure that provides the value; nil if the attempt has set none.
  func end() -> Provision? { replace(isOpen: false) }

  /// A former value is released by the caller, outside the lock: its deinit may do anything.
  private func replace(isOpen: Bool) -> Provision? {
    state.withLock { state in
      return exchange(&state, with: State(isOpen: isOpen)).provision
    }
  }

  fileprivate func set<Value: Sendable>(_ value: Value) {
    let provision: Provision = { $1.provide($0, value: value) }
    let dropped = state.withLock { state -> Provision? in
      guard state.isOpen else { return nil }
      return exchange(&state.provision, with: provision)
    }
    extendLifetime(dropped)
  }
}

extension ModuleContext {
  /// Returns a service for the body of a task that takes it: the result of another task, for
  /// example.
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: The value.
  /// - Throws: `ServiceError`: nothing provides the type, its provider did not succeed, or the task
  ///   has returned no value.
  public func result<Value: Sendable>(_ type: Value.Type) throws(ServiceError) -> Value {
    try services.resolve(type)
  }

  /// Returns a service for the body of a task that also runs without it.
  ///
  /// - Parameter type: The type of the value, as an optional.
  /// - Returns: The value; nil if nothing provides one, or its provider did not succeed.
  /// - Throws: Nothing; this overload never throws.
  public func result<Value: Sendable>(_ type: Value?.Type) throws(ServiceError) -> Value? {
    services.resolveIfPresent(Value.self)
  }

  /// Sets the result of a task; it becomes a service once the task has succeeded.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: The type under which others take or inject it.
  /// - Throws: `ServiceError.undeclared` if the task's options don't declare the type.
  public func setResult<Value: Sendable>(_ value: Value, as type: Value.Type) throws(ServiceError) {
    guard TaskOutput.isValue(type) else { return }
    guard let output, output.type == ServiceType(type) else {
      throw .undeclared(type: ServiceType(type).name, task: output?.task ?? name)
    }
    output.set(value)
  }

  /// Sets the result of a task, unless it is nil.
  ///
  /// - Parameters:
  ///   - value: The value; nil sets none.
  ///   - type: The type under which others take or inject it, as an optional.
  /// - Throws: `ServiceError.undeclared` if the task's options don't declare the type.
  public func setResult<Value: Sendable>(_ value: Value?, as type: Value?.Type) throws(ServiceError)
  {
    if let value { try setResult(value, as: Value.self) }
  }
}
