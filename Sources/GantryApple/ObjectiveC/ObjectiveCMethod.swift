// SPDX-License-Identifier: Apache-2.0

internal import GantryCore

/// A method of a delegate that is called on modules in Objective-C when they hear its event.
///
/// Its arguments are made from the event, because an event may arrive long after the call of the
/// delegate: it waits while the module launches.
package struct ObjectiveCMethod: Sendable {
  /// The method.
  package let row: DelegateMethodRow
  /// Declares the handler, with its file and line.
  let declare: @Sendable (inout ModuleBuilder<ObjectiveCModule>, String, Int) -> Void

  /// Describes a method.
  ///
  /// - Parameters:
  ///   - row: The method.
  ///   - event: The event that modules hear.
  ///   - run: Calls the method, and returns the module's answer; nil if it has none.
  package init<E: LifecycleEvent>(
    _ row: DelegateMethodRow, _ event: E.Type,
    _ run: @escaping @MainActor @Sendable (E, ObjectiveCCall) -> E.Response?
  ) {
    self.row = row
    declare = { module, file, line in
      module.on(
        event, row.selector, fileID: file, line: line,
        body: E.Response.self == Void.self
          ? .main { _ = run($1, ObjectiveCCall(module: $0, row: row, name: $2.name)) }
          : .answering { run($1, ObjectiveCCall(module: $0, row: row, name: $2.name)) })
    }
  }
}

/// A call of a module's method that has no arguments yet.
package struct ObjectiveCCall: Sendable {
  let module: ObjectiveCModule
  let row: DelegateMethodRow
  /// The name of the module, with which it answers later.
  package let name: ModuleName

  /// Calls the method with the words of its arguments.
  @MainActor
  package func callAsFunction(words: [UInt]) -> MethodAnswer { module.call(row, words) }
}
