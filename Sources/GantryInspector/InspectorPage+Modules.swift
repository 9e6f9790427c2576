// SPDX-License-Identifier: Apache-2.0

internal import Gantry

extension InspectorPage {
  /// The application: its state, its modules, and why each of them is where it is.
  static func modules(_ application: Application) -> InspectorPage {
    let status = application.status
    let packages = Dictionary(
      application.manifest.modules.map { ($0.name, $0.package ?? "") },
      uniquingKeysWith: { first, _ in first })
    var page = InspectorPage("The application is \(status.state)", at: "/")
    page.notes = status.waits
    page.facts = [
      Fact("Liveness probe", status.health.isLive ? "yes" : "no"),
      Fact("Readiness probe", status.health.isReady ? "yes" : "no"),
      Fact("Ready after", application.report?.timeToReady.map(time) ?? "–"),
      Fact("Modules", "\(status.modules.count)"),
    ]
    if let safeMode = application.safeModeStatus {
      page.facts.append(Fact("Safe mode", "\(safeMode)"))
    }
    page.tables = [
      Table(
        "Modules", ["Module", "State", "Why", "Package"], ifEmpty: "No module is running.",
        status.modules.map { module in
          let health = status.health[module.name]
          return [
            Cell(module.name.rawValue, path: path(of: module.name)),
            Cell(health.map { state($0) } ?? "\(module.state)", tone: tone(health)),
            Cell(why(module, health)),
            Cell(packages[module.name] ?? ""),
          ]
        })
    ]
    return page
  }

  /// One module: what it needs, offers and hears, and how its tasks went.
  ///
  /// - Returns: Nil where there is no such module.
  static func module(
    _ name: ModuleName, of application: Application, canSwitch: Bool, failure: String? = nil
  ) -> InspectorPage? {
    guard let module = application.manifest.modules.first(where: { $0.name == name }) else {
      return nil
    }
    let health = application.health[name]
    var page = InspectorPage(name.rawValue, at: "/")
    page.failure = failure
    page.notes = ["\(application.explain(name))."]
    page.facts = [
      Fact("Health", health.map { "\($0)" } ?? "–"),
      Fact("Type", module.type ?? "–"), Fact("Target", module.target),
      Fact("Package", [module.package, module.version].compactMap(\.self).joined(separator: " ")),
      Fact("Declared at", module.declaredAt), Fact("Stage", "\(module.stage)"),
      Fact("Essential", module.isEssential ? "yes" : "no"),
    ].filter { !$0.text.isEmpty }
    page.switchable = canSwitch && module.kind == .module ? path(of: name) : nil
    page.tables = [needs(module), tasks(module, application)] + offers(module)
    page.tables.removeAll { !$0.hasRows }
    return page
  }

  private static func needs(_ module: AppManifest.Entry) -> Table {
    Table(
      "Needs", ["Kind", "Name", "Declared at"],
      module.conditions.map { ["condition", "\($0)", ""] }
        + module.dependencies.map { ["\($0.kind)", "\($0.target)", "\($0.declaredAt ?? "")"] }
        + module.injects.map { ["service", "\($0.type)", "\($0.declaredAt)"] })
  }

  private static func tasks(_ module: AppManifest.Entry, _ application: Application) -> Table {
    let report = application.report
    return Table(
      "Tasks", ["Task", "Stage", "Lane", "Outcome", "Took", "Declared at"],
      module.tasks.map { task in
        let run = report?.tasks.first { $0.name == task.name.rawValue }
        let isBad = run?.outcome?.isFailure ?? false
        return [
          "\(task.name)", "\(task.stage)", "\(task.lane)",
          Cell(run?.outcomeText ?? "–", tone: isBad ? "bad" : ""),
          Cell(run?.duration.map(time) ?? "–"), "\(task.declaredAt)",
        ]
      })
  }

  private static func offers(_ module: AppManifest.Entry) -> [Table] {
    [
      Table(
        "Long-running work", ["Function", "Restart", "Declared at"],
        (module.runs ?? []).map { ["\($0.name)", "\($0.restart)", "\($0.declaredAt)"] }),
      Table(
        "Events", ["Event", "Function", "Hears", "Declared at"],
        module.handlers.map {
          ["\($0.event)", "\($0.function)", "\($0.repetition)", "\($0.declaredAt)"]
        }),
      Table(
        "Routes", ["Pattern", "From", "Declared at"],
        module.routes.map { ["\($0.pattern)", "\($0.access)", "\($0.declaredAt)"] }),
      Table(
        "Offers", ["Kind", "Type", "Declared at"],
        module.provides.map { ["service", "\($0.type)", "\($0.declaredAt)"] }),
    ]
  }

  /// The path of a module's page.
  static func path(of name: ModuleName) -> String {
    InspectorSite.path(["modules", name.rawValue])
  }

  private static func why(_ module: Explanation, _ health: ModuleHealth?) -> String {
    module.chain.isEmpty ? health?.reason ?? "" : module.chain.joined(separator: " ← ")
  }

  private static func state(_ health: ModuleHealth) -> String {
    switch health {
    case .starting: "starting"
    case .ready: "ready"
    case .degraded: "degraded"
    case .failed: "failed"
    case .stopped: "stopped"
    }
  }

  private static func tone(_ health: ModuleHealth?) -> String {
    switch health {
    case .degraded, .failed: "bad"
    case .stopped, nil: "off"
    case .starting, .ready: ""
    }
  }
}
