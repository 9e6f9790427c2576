// SPDX-License-Identifier: Apache-2.0

#if DEBUG
  internal import AnalyticsAPI
  internal import BazaarKit
  internal import DebugAPI
  internal import Foundation
  public import Gantry
  internal import MonitorAPI
  internal import PageKit
  internal import WebAPI

  /// Shows developers the times of pages, the modules and the launch, in debug builds only.
  ///
  /// At the terminal, it answers `bazaar://debug/usage`.
  @Module(after: .analytics, enabled: .debug)
  @MainActor
  public final class DebugKitModule {
    @Inject let usage: (any UsageCounter)?
    @Inject let times: (any PageTimes)?

    private let templates: Templates

    /// Reads the templates.
    ///
    /// - Parameter context: The module's access to its application.
    /// - Throws: `TemplateError`, and `ServiceError` for injected services.
    public init(context: ModuleContext) throws {
      usage = try context.inject((any UsageCounter)?.self)
      times = try context.inject((any PageTimes)?.self)
      templates = try Templates(context)
    }

    @Provides var menu: MenuEntry { MenuEntry("Debug", path: DebugLink.pages.path, place: 900) }

    @Route("debug/pages", access: .external)
    func pages(context: ModuleContext) throws -> Page {
      // The pages of this module aren't pages of the shop.
      let pages = (times?.pages ?? []).filter { $0.module != context.name.rawValue }
      let table = PagesTable(pages: pages, held: times?.held ?? [], isTimed: times != nil)
      return try templates.page(
        "pages", title: "Pages", lines: table.lines, table.values.merging(DebugLink.pages.links))
    }

    @Route("debug/modules", access: .external)
    func modules(context: ModuleContext) throws -> Page {
      let table = try ModulesTable(inspection(context))
      return try templates.page(
        "modules", title: "Modules", lines: table.lines,
        table.values.merging(DebugLink.modules.links))
    }

    @Route("debug/launch", access: .external)
    func launch(context: ModuleContext) throws -> Page {
      guard let report = try inspection(context).report else { throw PageError.noSuch("launch") }
      let links = try templates.render("links", DebugLink.launch.links)
      if Visit.current == nil { context.events.send(Notice(from: context.name, report.summary)) }
      // Gantry's page has its own look; it only needs the links back.
      let html = report.html(title: "The launch of Bazaar")
        .replacing("<body>", with: "<body>\n\(links)", maxReplacements: 1)
      return Page(whole: html, type: "text/html; charset=utf-8", title: "Launch")
    }

    @Route("debug/trace.json", access: .external)
    func trace(context: ModuleContext) throws -> Page {
      guard let report = try inspection(context).report else { throw PageError.noSuch("launch") }
      return Page(whole: report.chromeTrace(), type: "application/json", title: "Trace")
    }

    @Route("debug/style.css", access: .external)
    func style(context: ModuleContext) throws -> Page {
      let sheet = try context.resources.text("debug.css")
      return Page(whole: sheet, type: "text/css; charset=utf-8", title: "Style")
    }

    @On func open(_ event: OpenURL, context: ModuleContext) -> Bool {
      guard event.url.scheme == "bazaar", event.url.host() == "debug", event.url.path == "/usage"
      else { return false }
      context.events.send(UsageAsked())
      return true
    }

    @On func show(_ event: UsageAsked, context: ModuleContext) async {
      let counts = await usage?.counts ?? [:]
      let lines = counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      let text = lines.isEmpty ? "nothing counted yet" : lines.joined(separator: ", ")
      context.events.send(Notice(from: context.name, text))
    }

    private func inspection(_ context: ModuleContext) throws -> Inspection {
      guard let inspection = context.services.resolve(Inspector.self)?.inspection else {
        throw PageError.noSuch("inspection: the app does not let itself be looked at")
      }
      return inspection
    }
  }

  /// A request for the counts, which only this module hears.
  struct UsageAsked: Event {}

  extension [String: any Sendable] {
    fileprivate func merging(_ other: Self) -> Self { merging(other) { $1 } }
  }
#endif
