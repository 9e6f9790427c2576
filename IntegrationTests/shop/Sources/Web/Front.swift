// SPDX-License-Identifier: Apache-2.0

internal import BazaarKit
internal import FlyingFox
internal import Foundation
internal import Gantry
internal import Logging
internal import Synchronization
internal import WebAPI

/// Turns requests into calls of routes, and their results into answers.
///
/// GET asks for a `Page`, POST for a `Deed`: the router itself makes sure that a link never does
/// the work of a form.
final class Front: Sendable {
  /// The longest body of a form, in bytes.
  static let longestForm = 16 * 1024
  /// The most that is read of a body that is refused.
  static let longestBody = 8 * 1024 * 1024

  private struct Changing {
    var redirects = RouteRedirects.none
    var hosts: Set<String> = []
  }

  private let router: Router
  private let frame: Frame
  private let assets: Assets
  private let logger: Logger
  private let sessions: Sessions
  // Guards the state that changes while running.
  private let changing = Mutex(Changing())

  init(router: Router, frame: Frame, assets: Assets, formsPerMinute: Int, logger: Logger) {
    sessions = Sessions(formsPerMinute: formsPerMinute)
    self.router = router
    self.frame = frame
    self.assets = assets
    self.logger = logger
  }

  /// Sets the redirects of old paths.
  func replace(_ redirects: RouteRedirects) { changing.withLock { $0.redirects = redirects } }

  /// Sets the port for which requests are accepted. A request for another host name belongs to
  /// another site, even if it reaches this server.
  func replaceHosts(port: Int) {
    let names = ["127.0.0.1", "localhost"]
    // Browsers leave out the default port.
    changing.withLock { $0.hosts = Set(names.map { "\($0):\(port)" } + (port == 80 ? names : [])) }
  }

  func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
    let target = request.target.rawValue
    let browser = Browser(
      cookie: Cookies.session(in: request.headers[.cookie]), sessions: sessions)
    do throws(Failure) {
      return try await answer(request, to: target, browser)
    } catch {
      return failed(error, target, browser, for: request.method)
    }
  }

  /// The answer to a browser whose request cannot be read.
  func refuse(_ failure: Failure) -> HTTPResponse {
    failed(failure, "", Browser(cookie: nil, sessions: sessions), for: .GET)
  }

  private func answer(
    _ request: HTTPRequest, to target: String, _ browser: Browser
  ) async throws(Failure) -> HTTPResponse {
    if let host = request.headers[.host] {
      // The names of hosts are not case-sensitive (RFC 9110, 4.2.3).
      guard changing.withLock({ $0.hosts }).contains(host.lowercased()) else { throw .otherHost }
    }
    guard target.utf8.first == UInt8(ascii: "/") else { throw .malformed }
    switch request.method {
    case .GET, .HEAD:
      if let asset = assets[target] { return Answers.asset(asset, for: request.method) }
      if let path = try moved(target) { return Answers.redirect(.movedPermanently, to: path) }
      let page = try await open(target, as: Page.self, form: nil, browser)
      if let type = page.type {
        return Answers.document(
          page.content, type: type, cookie: browser.cookie, for: request.method)
      }
      let html = try frame(page, target, browser)
      return Answers.html(html, .ok, cookie: browser.cookie, for: request.method)
    case .POST:
      return try await take(form(of: request), sentTo: target, browser)
    default: throw .wrongMethod(allowed: "GET, HEAD, POST")
    }
  }

  /// Calls a route on behalf of a browser.
  private func open<Output: Sendable>(
    _ target: String, as output: Output.Type, form: Parameters?, _ browser: Browser
  ) async throws(Failure) -> Output {
    let visit = Visit(customer: browser.customer, path: target, form: form) { browser.ticket() }
    do {
      return try await Visit.$current.withValue(visit) {
        try await router.open(RouteRequest(target), as: output)
      }
    } catch {
      let failure = (error as? RouteError).map { Failure($0, path: target) } ?? .broken
      if failure == .broken { logger.error("a page is broken", metadata: ["error": "\(error)"]) }
      throw failure
    }
  }

  /// The new place of a page that has moved; nil for any other.
  private func moved(_ target: String) throws(Failure) -> String? {
    do throws(RouteError) {
      return try changing.withLock { $0.redirects }.destination(of: target)
    } catch {
      throw Failure(error, path: target)
    }
  }

  /// Reads a form that one of this browser's pages sent.
  private func form(of request: HTTPRequest) async throws(Failure) -> Parameters {
    let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased()
    guard type == "application/x-www-form-urlencoded" else { throw .noForm }
    // Browsers say which site a form comes from; a client that does not still needs the ticket.
    if let origin = request.headers[HTTPHeader("Origin")],
      origin.lowercased() != "http://\(request.headers[.host]?.lowercased() ?? "")"
    {
      throw .strangeForm
    }
    guard let body = try? await request.bodyData, let form = Parameters(form: body) else {
      throw .noForm
    }
    return form
  }

  /// Does the work of a form once. A client that sends the form again, during the work or later,
  /// gets the answer to the first.
  private func take(
    _ form: Parameters, sentTo target: String, _ browser: Browser
  ) async throws(Failure) -> HTTPResponse {
    guard let ticket = try? form.text("ticket") else { throw .strangeForm }
    switch browser.claim(ticket) {
    case .unknown: throw .strangeForm
    case .tooMany(let wait): throw .tooManyForms(wait: wait)
    case .again(let sent): return try await sent.answer.get()
    case .first(let sent):
      do throws(Failure) {
        let deed = try await open(target, as: Deed.self, form: form, browser)
        browser.follow(deed)
        let answer = Answers.redirect(.seeOther, to: deed.path, cookie: browser.cookie)
        sent.settle(.success(answer))
        return answer
      } catch {
        // Work that broke may be half done; after any other error, nothing was done.
        if error != .broken { browser.release(ticket) }
        sent.settle(.failure(error))
        throw error
      }
    }
  }

  private func frame(
    _ page: Page, _ target: String, _ browser: Browser
  ) throws(Failure) -> String {
    do {
      return try frame.html(
        title: page.title, content: page.content, path: target, customer: browser.customer,
        remark: browser.takeRemark())
    } catch {
      logger.error("a page has no frame", metadata: ["error": "\(error)"])
      throw .broken
    }
  }

  private func failed(
    _ failure: Failure, _ target: String, _ browser: Browser, for method: HTTPMethod
  ) -> HTTPResponse {
    let html = try? frame.html(failure, path: target, customer: browser.customer)
    var response = Answers.html(
      html ?? failure.heading, HTTPStatusCode(failure.status, phrase: failure.phrase),
      cookie: browser.cookie, for: method)
    for (name, value) in failure.headers { response.headers[HTTPHeader(name)] = value }
    return response
  }
}
