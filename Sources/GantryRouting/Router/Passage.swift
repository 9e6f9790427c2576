// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The passage of one call through the interceptors.
struct Passage {
  var call: RouteCall
  /// The interceptors to ask: the list as it was when the call came, or was redirected.
  var interceptors: [RouteInterceptor]?
  var asked = 0
  var request: RouteRequest?
  /// Where it was sent and no route is.
  var missed: RouteURL?
  private var chain: [RouteURL] = []

  init(call: RouteCall) { self.call = call }

  /// The call as the interceptors see it; made once.
  ///
  /// - Throws: The error of ``TypedRoute/url(limits:)``.
  mutating func askedFor() throws(RouteError) -> RouteRequest {
    if let request { return request }
    let made = try call.request()
    request = made
    return made
  }

  /// Begins anew for another URL.
  ///
  /// - Throws: `RouteError.redirectLoop` when the call was there already, or went too far.
  mutating func leave(
    for url: RouteURL, most: Int, report: (RouteNotice) -> Void
  ) throws(RouteError) {
    let plain = RouteURL(path: url.path, query: url.query)
    if let request { chain.append(RouteURL(path: request.path, query: request.query)) }
    guard !chain.contains(plain), chain.count <= most else {
      let texts = (chain + [plain]).map { RouteError.excerpt($0.text()) }
      report(.redirectLoop(chain: texts, route: call.name))
      throw .redirectLoop(chain: texts)
    }
    asked = 0
    interceptors = nil
    request = nil
  }
}
