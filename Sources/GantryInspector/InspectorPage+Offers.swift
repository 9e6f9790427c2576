// SPDX-License-Identifier: Apache-2.0

internal import Gantry
internal import GantryMonitor

extension InspectorPage {
  /// The events that modules hear; rows of those that are sent follow it.
  static func events() -> InspectorPage {
    var page = InspectorPage("Events, as they are sent", at: "/events")
    page.notes = [
      """
      A row for each event and for each handler that has returned, from now on. Names and times only: \
      the values of events may be secret.
      """
    ]
    return page
  }

  /// The routes, and the answer to the URL of the form.
  static func routes(
    _ application: Application, _ trial: RouteTrial? = nil, canOpen: Bool
  ) -> InspectorPage {
    var page = InspectorPage("Routes", at: "/routes")
    page.notes = trial.map(\.findings) ?? []
    page.form = URLForm(url: trial?.url ?? "", canOpen: canOpen)
    page.tables = [
      Table(
        "All routes", ["Pattern", "Parameters", "Returns", "From", "Module", "Declared at"],
        ifEmpty: "No module handles a route.",
        application.router.routes.map { route in
          let parameters = route.parameters.map {
            "\($0.label): \($0.type)"
              + ($0.isRequired || $0.type.hasSuffix("?") ? "" : " (optional)")
          }
          return [
            "\(route.pattern)", Cell(parameters.joined(separator: ", ")), "\(route.output)",
            "\(route.access)", Cell(route.owner.rawValue, path: path(of: route.owner)),
            "\(route.declaredAt)",
          ]
        })
    ]
    return page
  }

  /// The services: who provides each, and who uses it.
  static func services(_ application: Application) -> InspectorPage {
    let modules = application.manifest.modules
    let users = Dictionary(
      grouping: modules.flatMap { module in module.injects.map { ($0.type, module.name) } },
      by: \.0)
    var page = InspectorPage("Services", at: "/services")
    page.tables = [
      Table(
        "All services", ["Service", "Provided by", "Scope", "Used by", "Declared at"],
        ifEmpty: "No module provides a service.",
        modules.flatMap { module in module.provides.map { (module.name, $0) } }
          .sorted { ($0.1.type, $0.0) < ($1.1.type, $1.0) }
          .map { module, service in
            let scope = service.scope.map { "\($0)" } ?? ""
            let names = Set((users[service.type] ?? []).map(\.1)).sorted()
            return [
              "\(service.type)", Cell(module.rawValue, path: path(of: module)),
              Cell(scope + (service.isFallback == true ? ", gives way to others" : "")),
              Cell(names.map(\.rawValue).joined(separator: ", ")), "\(service.declaredAt)",
            ]
          })
    ]
    return page
  }

  /// The values of keyed services at this moment; sensitive ones are hidden.
  static func values(_ application: Application) -> InspectorPage {
    var page = InspectorPage("Values", at: "/values")
    page.tables = [
      Table(
        "Keyed services", ["Key", "Value now", "Provider"],
        ifEmpty: "No module provides a keyed service.",
        application.services.values.map { value in
          [
            "\(value.type.qualifiedName)",
            Cell(value.text.map(brief) ?? "hidden", tone: value.text == nil ? "off" : ""),
            "\(value.provider)",
          ]
        })
    ]
    return page
  }

  /// A text with at most 300 characters; a longer one says how many it has.
  static func brief(_ text: String) -> String {
    let count = text.count
    return count <= 300 ? text : "\(text.prefix(300))… (\(count) characters)"
  }

  /// The times of handlers, routes and pages.
  static func timings(
    _ application: Application, _ handlers: HandlerStatistics, _ routes: RouteStatistics,
    _ pages: PageStatistics?
  ) -> InspectorPage {
    var page = InspectorPage("Timings", at: "/timings")
    page.notes = ["Handlers and routes have been measured since the inspector began to serve."]
    let columns = ["Calls", "Median", "95 %", "Longest"]
    page.tables = [
      Table(
        "Event handlers", ["Handler", "Event", "Calls", "Mean", "Longest"],
        ifEmpty: "No handler was called.",
        handlers.all.map {
          [
            "\($0.module).\($0.handler)", "\($0.event)", "\($0.count)",
            Cell(time($0.sum / $0.count)), Cell(time($0.longest)),
          ]
        }),
      Table(
        "Routes", ["Pattern", "Module"] + columns, ifEmpty: "No route was called.",
        routes.summaries.map { ["\($0.pattern)", "\($0.module)"] + cells($0.times) }),
      Table(
        "Pages", ["Page", "Phase"] + columns,
        ifEmpty: "Provide your PageMonitor as a service to see the pages that it times.",
        (pages?.report.pages ?? []).map {
          ["\($0.pageName)", "\($0.phase)"] + cells($0.times)
        }),
    ]
    return page
  }

  private static func cells(_ times: TimeSummary) -> [Cell] {
    [
      "\(times.count)", Cell(time(times.median)),
      Cell(time(times.percentile95)), Cell(time(times.longest)),
    ]
  }
}

/// The answer to a URL: the route that would handle it, or what came of opening it.
struct RouteTrial {
  let url: String
  let findings: [String]

  /// Looks for the routes of a URL; nothing is called.
  init(_ url: String, _ router: Router) {
    self.url = url
    findings = [(RouteOrigin.external, "From outside"), (.internal, "Inside the app")].map {
      origin, place in
      do throws(RouteError) {
        let route = try router.route(of: url, from: origin)
        return "\(place), \(route.name) of \(route.owner) answers it."
      } catch {
        return "\(place), nothing answers it: \(error)"
      }
    }
  }

  /// Opens a URL as one that came from outside.
  init(opening url: String, _ router: Router) async {
    self.url = url
    do throws(RouteError) {
      try await router.open(url, as: Void.self)
      findings = ["It was opened."]
    } catch {
      findings = ["It was not opened: \(error)"]
    }
  }
}
