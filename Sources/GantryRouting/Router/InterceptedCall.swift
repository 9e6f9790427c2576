// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// One call on its way through the interceptors.
struct InterceptedCall {
  var call: RouteCall
  var passage: RoutePassage
  /// The interceptors to ask, as they were when the call came or was last redirected.
  var interceptors: [RouteInterceptor]?
  var asked = 0
  var request: RouteRequest?
  /// The address without a route that it was sent to.
  var missed: RouteAddress?
  private var chain: [RouteURL] = []

  init(call: RouteCall, _ passage: RoutePassage = RoutePassage()) {
    self.call = call
    self.passage = passage
  }

  /// The call as the interceptors see it, made only once.
  ///
  /// - Throws: The error of ``TypedRoute/path()``.
  mutating func askedFor() throws(RouteError) -> RouteRequest {
    if let request { return request }
    let made = try call.request()
    request = made
    return made
  }

  /// Starts over with another URL.
  ///
  /// - Throws: `RouteError.redirectLoop` when the call has already been there, or was redirected
  ///   too often.
  mutating func leave(
    for url: RouteURL, most: Int, report: (RouteWarning) -> Void
  ) throws(RouteError) {
    let plain = RouteURL(path: url.path, query: url.query)
    if let request { chain.append(RouteURL(path: request.url.path, query: request.url.query)) }
    guard !chain.contains(plain), chain.count <= most else {
      let texts = (chain + [plain]).map { Wording.excerpt($0.text()) }
      report(.redirectLoop(chain: texts, route: call.name))
      throw .redirectLoop(chain: texts)
    }
    asked = 0
    interceptors = nil
    request = nil
  }
}

/// How to treat a call whose owner has not attached its handlers yet.
package enum RouteWait: Sendable {
  /// The call waits; the closure is called when the wait ends.
  case allowed(end: @Sendable () -> Void)
  /// The call would wait forever; the reason follows the owner's name in the error.
  case endless(because: String)
}
