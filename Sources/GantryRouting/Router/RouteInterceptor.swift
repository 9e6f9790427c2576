// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText
import Synchronization

/// One interceptor and its place in the order.
struct RouteInterceptor: Sendable {
  enum Body: Sendable {
    case now(@Sendable (RouteRequest) -> RouteDecision)
    case later(@concurrent @Sendable (RouteRequest) async -> RouteDecision)
  }

  let name: String
  let priority: Priority
  let number: Int
  /// The patterns of the paths that it is about; empty for all.
  let patterns: [PathPattern]
  /// The same to be matched; nil for all.
  let paths: RouteTrie<Bool>?
  let body: Body

  /// Whether it may be about some path of a route; cheaper than the path itself.
  func mayBeAbout(_ pattern: PathPattern) -> Bool {
    patterns.isEmpty || patterns.contains { $0.meets(pattern) }
  }

  func isAbout(_ path: RoutePath) -> Bool { paths.map { $0.match(path) != nil } ?? true }
}

/// Names an interceptor, to remove it again.
public struct InterceptorToken: Hashable, Sendable {
  let number: Int
}

/// An interceptor's decision about a call.
@nonexhaustive
public enum RouteDecision: Sendable {
  /// It may go on, to the next interceptor or to the handler.
  case allow
  /// It fails with `RouteError.vetoed`.
  case veto(String)
  /// It goes to another URL or path instead, past all interceptors again.
  case redirect(to: String)
  /// It waits until the resumption is told how to go on; the closure is called at once.
  case suspend(@Sendable (RouteResumption) -> Void)
}

/// How a call that an interceptor suspended goes on: the first answer counts.
///
/// When it is dropped without an answer the call is vetoed. When the caller is cancelled the call
/// ends at once, and an answer is too late.
public final class RouteResumption: Sendable {
  private struct State {
    var decision: RouteDecision?
    var isAnswered = false
    var isCancelled = false
    var waiter: CheckedContinuation<RouteDecision?, Never>?
  }

  /// The part that the waiting side keeps: the object itself must be droppable.
  final class Promise: Sendable {
    // Guards that the waiter is resumed once.
    private let state = Mutex(State())

    /// Keeps an answer.
    ///
    /// - Returns: Whether it is the first.
    func answer(_ decision: RouteDecision) -> Bool {
      let (isFirst, waiter) = state.withLock { state in
        guard !state.isAnswered else {
          return (false, nil as CheckedContinuation<RouteDecision?, Never>?)
        }
        state.isAnswered = true
        state.decision = decision
        let waiter = state.waiter
        state.waiter = nil
        return (true, waiter)
      }
      waiter?.resume(returning: decision)
      return isFirst
    }

    /// Waits for the answer.
    ///
    /// - Returns: Nil when the caller is cancelled first.
    func wait() async -> RouteDecision? {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiter in
          let known: RouteDecision?? = state.withLock { state in
            if state.isCancelled { return .some(nil) }
            if let decision = state.decision { return decision }
            state.waiter = waiter
            return nil
          }
          if let known { waiter.resume(returning: known) }
        }
      } onCancel: {
        let waiter = state.withLock { state in
          state.isCancelled = true
          let waiter = state.waiter
          state.waiter = nil
          return waiter
        }
        waiter?.resume(returning: nil)
      }
    }
  }

  let promise = Promise()
  private let interceptor: String
  private let report: @Sendable (RouteNotice) -> Void

  init(_ interceptor: String, _ report: @escaping @Sendable (RouteNotice) -> Void) {
    self.interceptor = interceptor
    self.report = report
  }

  /// Lets the call go on; only the first answer counts, others are reported.
  public func resume(_ decision: RouteDecision) {
    if !promise.answer(decision) { report(.resumedTwice(interceptor: interceptor)) }
  }

  deinit { _ = promise.answer(.veto("its resumption was dropped without an answer")) }
}
