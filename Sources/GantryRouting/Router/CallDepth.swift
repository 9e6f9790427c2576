// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The depth of a call inside the handlers of other routes.
///
/// Only calls in the same task count. A task that a handler starts inherits the value, but may
/// outlive the handler, and its calls are not nested.
struct CallDepth: Sendable {
  @TaskLocal fileprivate static var current = CallDepth(depth: 0, task: nil)

  private let depth: Int
  private let task: Int?

  /// The depth of a call that begins here.
  ///
  /// - Throws: `RouteError.nestedTooDeep` past the limit.
  static func next(limit: Int) throws(RouteError) -> CallDepth {
    let task = withUnsafeCurrentTask { $0?.hashValue }
    let outer = current.task == task ? current.depth : 0
    guard outer < limit else { throw .nestedTooDeep(chain: [], limit: limit) }
    return CallDepth(depth: outer + 1, task: task)
  }

  /// Runs a body at this depth in another task, which the call waits for.
  func deepening<T>(_ body: () async -> T) async -> T {
    let own = CallDepth(depth: depth, task: withUnsafeCurrentTask { $0?.hashValue })
    return await Self.$current.withValue(own, operation: body)
  }
}

extension Router {
  /// Runs a handler or an interceptor as one level of nested calls.
  ///
  /// - Throws: `RouteError.nestedTooDeep` past the limit, and the body's error as one of the
  ///   router.
  func nested<T>(_ name: String, _ body: () throws -> T) throws(RouteError) -> T {
    do {
      return try CallDepth.$current.withValue(.next(limit: limits.callDepth), operation: body)
    } catch {
      throw Self.wrap(error, name)
    }
  }

  /// The same for a body that suspends.
  func nested<T>(_ name: String, _ body: () async throws -> T) async throws(RouteError) -> T {
    do {
      return try await CallDepth.$current.withValue(
        .next(limit: limits.callDepth), operation: body)
    } catch {
      throw Self.wrap(error, name)
    }
  }
}
