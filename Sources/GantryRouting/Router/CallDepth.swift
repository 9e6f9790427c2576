// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How deep the call of a route is inside the handlers of others.
///
/// Only calls in a task itself count: a task that a handler starts may outlive the handler, and its
/// calls are then inside of no other.
struct CallDepth: Sendable {
  @TaskLocal private static var innermost: CallDepth?

  private let depth: Int
  private let task: Int?

  /// The depth of a call that begins here; nil where that is more than allowed.
  private init?(most: Int) {
    let task = withUnsafeCurrentTask { $0?.hashValue }
    let outer = Self.innermost.flatMap { $0.task == task ? $0.depth : nil } ?? 0
    guard outer < most else { return nil }
    self.task = task
    depth = outer + 1
  }

  fileprivate static func nest<T>(most: Int, _ body: () throws -> T) throws -> T {
    guard let depth = CallDepth(most: most) else {
      throw RouteError.nestedTooDeep(chain: [], limit: most)
    }
    return try $innermost.withValue(depth, operation: body)
  }

  fileprivate static func nest<T>(most: Int, _ body: () async throws -> T) async throws -> T {
    guard let depth = CallDepth(most: most) else {
      throw RouteError.nestedTooDeep(chain: [], limit: most)
    }
    return try await $innermost.withValue(depth, operation: body)
  }
}

extension Router {
  /// Runs a handler or an interceptor as one level of nested calls.
  ///
  /// - Throws: `RouteError.nestedTooDeep` past the limit, and the body's error as one of the router.
  func nested<T>(_ name: String, _ body: () throws -> T) throws(RouteError) -> T {
    do {
      return try CallDepth.nest(most: limits.callDepth, body)
    } catch {
      throw Self.wrap(error, name)
    }
  }

  /// The same for a body that suspends.
  func nested<T>(_ name: String, _ body: () async throws -> T) async throws(RouteError) -> T {
    do {
      return try await CallDepth.nest(most: limits.callDepth, body)
    } catch {
      throw Self.wrap(error, name)
    }
  }
}
