// SPDX-License-Identifier: Apache-2.0

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
  /// The part that the waiting side keeps: the object itself must be droppable.
  let promise = Promise<RouteDecision>()
  private let interceptor: String
  private let report: @Sendable (RouteWarning) -> Void

  init(_ interceptor: String, _ report: @escaping @Sendable (RouteWarning) -> Void) {
    self.interceptor = interceptor
    self.report = report
  }

  /// Lets the call go on; only the first answer counts, others are reported.
  public func resume(_ decision: RouteDecision) {
    if !promise.resolve(decision) { report(.resumedTwice(interceptor: interceptor)) }
  }

  deinit { promise.resolve(.veto("its resumption was dropped without an answer")) }
}
