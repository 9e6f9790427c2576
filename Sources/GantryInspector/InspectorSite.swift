// SPDX-License-Identifier: Apache-2.0

internal import FlyingFox
internal import Foundation
internal import Gantry
internal import GantryMonitor
internal import GantryReports

/// Answers the requests of the inspector's pages.
struct InspectorSite: HTTPHandler {
  /// The longest form that is read, in bytes.
  private static let longestForm = 16_384

  private let reference: ApplicationReference
  /// The inspector's own module.
  private let own: ModuleName
  private let access: InspectorAccess
  private let templates: InspectorTemplates
  private let handlers: HandlerStatistics
  private let routes: RouteStatistics
  private let pages: PageStatistics?

  /// Creates the site, which measures handlers, routes and pages from now on.
  ///
  /// - Parameters:
  ///   - context: The context of the inspector, whose application is shown and isn't kept alive.
  ///   - application: The same application.
  ///   - access: Decides which requests are answered.
  init(
    _ context: ModuleContext, _ application: Application, _ access: InspectorAccess
  ) throws {
    reference = context.application
    own = context.name
    self.access = access
    templates = try InspectorTemplates()
    let monitor = application.services.resolve(PageMonitor.self)
    handlers = HandlerStatistics(of: application.events)
    routes = RouteStatistics(
      of: monitor ?? PageMonitor(clock: ContinuousClock()), application.router)
    pages = monitor.map { PageStatistics(of: $0) }
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch access.verdict(on: request) {
    case .granted: break
    case .refused(let status, let reason): return text(reason, status)
    case .remembered(let location, let cookie):
      var response = Self.redirect(to: location)
      response.headers[.setCookie] = cookie
      return response
    }
    guard let application = reference.whole else {
      return text("The application has stopped.", .serviceUnavailable)
    }
    let steps = request.path.split(separator: "/").map(String.init)
    guard request.method == .POST else {
      return try answer(application, steps, request.query["url"])
    }
    return try await change(application, steps, request)
  }

  private func answer(
    _ application: Application, _ steps: [String], _ url: String?
  ) throws -> HTTPResponse {
    switch steps {
    case []: return html(.modules(application))
    case ["events"]: return events(application)
    case ["routes"]:
      let trial = url.map { RouteTrial($0, application.router) }
      return html(.routes(application, trial, canOpen: access.allowsChanges))
    case ["services"]: return html(.services(application))
    case ["values"]: return html(.values(application))
    case ["timings"]: return html(.timings(application, handlers, routes, pages))
    case ["manifest.json"]: return response(try application.manifest.json(), "application/json")
    case ["launch"], ["report.json"]:
      guard let report = application.report else {
        return text("There is no launch to show.", .notFound)
      }
      guard steps == ["launch"] else {
        return response(try report.text(as: .json), "application/json")
      }
      return launch(report)
    default:
      guard steps.count == 2, steps[0] == "modules", let page = module(steps[1], application)
      else { return text("There is no such page. Start at /.", .notFound) }
      return html(page)
    }
  }

  private func module(
    _ name: String, _ application: Application, failure: String? = nil
  ) -> InspectorPage? {
    .module(
      ModuleName(name), of: application,
      canSwitch: access.allowsChanges && ModuleName(name) != own, failure: failure)
  }

  private func change(
    _ application: Application, _ steps: [String], _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    if steps == ["routes"] {
      guard let url = try await form(of: request)["url"] else {
        return text("The form has no field 'url', or is too long.", .badRequest)
      }
      let trial = await RouteTrial(opening: url, application.router)
      return html(.routes(application, trial, canOpen: true))
    }
    guard steps.count == 3, steps[0] == "modules", ["enable", "disable"].contains(steps[2]) else {
      return text("There is nothing to change at this address.", .notFound)
    }
    let name = ModuleName(steps[1])
    guard name != own else {
      return text("The inspector can't switch itself: it would wait for this answer.", .conflict)
    }
    do throws(ModuleSwitchError) {
      _ =
        steps[2] == "enable"
        ? try await application.enable(name) : try await application.disable(name)
      return Self.redirect(to: Self.path(Array(steps.dropLast())))
    } catch {
      guard let page = module(steps[1], application, failure: "\(error)") else {
        return text("\(error)", .notFound)
      }
      return html(page, .conflict)
    }
  }

  /// The fields of a form; empty for one that is too long.
  private func form(of request: HTTPRequest) async throws -> [String: String] {
    let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    guard length <= Self.longestForm, request.headers[.transferEncoding] == nil else { return [:] }
    var components = URLComponents()
    components.percentEncodedQuery = String(decoding: try await request.bodyData, as: UTF8.self)
      .replacingOccurrences(of: "+", with: "%20")
    let fields = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    return Dictionary(fields, uniquingKeysWith: { first, _ in first })
  }
}

extension InspectorSite {
  private func launch(_ report: LaunchReport) -> HTTPResponse {
    let page = InspectorPage("Launch", at: "/launch")
    let text = report.page(
      page.program, style: InspectorTemplates.style, menu: templates.menu(of: page))
    // Its table has a filter, which is a script.
    return response(text, "text/html", scripts: true)
  }

  private func events(_ application: Application) -> HTTPResponse {
    let rows = EventRows(
      templates.head(of: .events()) + EventRows.head, of: application.events,
      clock: application.clock)
    return HTTPResponse(
      statusCode: .ok, headers: Self.headers(of: "text/html"), body: HTTPBodySequence(from: rows))
  }

  private func html(_ page: InspectorPage, _ status: HTTPStatusCode = .ok) -> HTTPResponse {
    response(templates.html(of: page), "text/html", status)
  }

  private func text(_ text: String, _ status: HTTPStatusCode) -> HTTPResponse {
    response(text + "\n", "text/plain", status)
  }

  private func response(
    _ text: String, _ type: String, _ status: HTTPStatusCode = .ok, scripts: Bool = false
  ) -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: Self.headers(of: type, scripts: scripts), body: Data(text.utf8))
  }

  private static func redirect(to location: String) -> HTTPResponse {
    var response = HTTPResponse(statusCode: .seeOther, headers: headers)
    response.headers[.location] = location
    return response
  }

  private static func headers(of type: String, scripts: Bool = false) -> HTTPHeaders {
    var headers = headers
    headers[.contentType] = "\(type); charset=utf-8"
    let script = scripts ? "script-src 'unsafe-inline'; " : ""
    headers[HTTPHeader("Content-Security-Policy")] =
      """
      default-src 'none'; style-src 'unsafe-inline'; \(script)form-action 'self'; \
      frame-ancestors 'none'; base-uri 'none'
      """
    return headers
  }

  private static let headers: HTTPHeaders = [
    .cacheControl: "no-store",
    HTTPHeader("Referrer-Policy"): "same-origin",
    HTTPHeader("X-Content-Type-Options"): "nosniff",
  ]

  /// A path of these steps.
  static func path(_ steps: [String]) -> String { "/" + steps.map(encoded).joined(separator: "/") }

  /// A text as one step of a path, or one part of a query.
  static func encoded(_ text: String) -> String {
    let plain = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
      .intersection(CharacterSet(charactersIn: "\u{21}"..."\u{7E}"))
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
