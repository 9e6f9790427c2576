// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension TaskOptions {
  /// States that the task takes the result of another task, which must succeed first.
  ///
  /// The other task may belong to any module. The body reads the value from its context.
  ///
  /// ```swift
  /// module.launch("load", TaskOptions(.afterReady).taking(Database.self)) { orders, context in
  ///   try await orders.load(context.result(Database.self))
  /// }
  /// ```
  ///
  /// - Parameter type: The type of the value, exactly as the other task returns it.
  /// - Returns: These options with one value more.
  public func taking<R: Sendable>(_ type: R.Type) -> TaskOptions {
    taking(TaskInput(type: ServiceType(type), isOptional: false))
  }

  /// States that the task takes the result of another task, if there is one and it succeeds.
  ///
  /// - Parameter type: The type of the value, as an optional.
  /// - Returns: These options with one value more.
  public func taking<R: Sendable>(_ type: R?.Type) -> TaskOptions {
    taking(TaskInput(type: ServiceType(R.self), isOptional: true))
  }

  /// States that the task returns a value, for any task that takes one of its type.
  ///
  /// The body hands it over with ``ModuleContext/setResult(_:as:)``. Two enabled tasks that return
  /// one type are a fault. `Void` and `Never` aren't values.
  ///
  /// - Parameter type: The type under which others take the value.
  /// - Returns: These options with the type.
  public func returning<R: Sendable>(_ type: R.Type) -> TaskOptions {
    var options = self
    options.returns = TaskResults.isValue(type) ? ServiceType(type) : nil
    return options
  }

  /// States that the task may return a value; with nil, tasks that require the value fail.
  ///
  /// - Parameter type: The type of the value, as an optional.
  /// - Returns: These options with the type.
  public func returning<R: Sendable>(_ type: R?.Type) -> TaskOptions { returning(R.self) }

  private func taking(_ input: TaskInput) -> TaskOptions {
    var options = self
    options.takes.append(input)
    return options
  }
}
