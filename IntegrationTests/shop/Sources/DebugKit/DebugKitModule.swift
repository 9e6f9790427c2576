// SPDX-License-Identifier: Apache-2.0

#if DEBUG
  internal import BazaarKit
  internal import Foundation
  public import Gantry
  internal import MonitorAPI
  internal import PageKit
  internal import WebAPI

  /// Shows developers the times of pages, in debug builds only.
  @Module(enabled: .debug)
  @MainActor
  public final class DebugKitModule {
    private static let path = "/debug/pages"

    @Inject let times: (any PageTimes)?

    private let templates: Templates

    /// Reads the templates.
    ///
    /// - Parameter context: The module's access to its application.
    /// - Throws: `TemplateError`, and `ServiceError` for injected services.
    public init(context: ModuleContext) throws {
      times = try context.inject((any PageTimes)?.self)
      templates = try Templates(context)
    }

    @Provides var menu: MenuEntry { MenuEntry("Debug", path: Self.path, place: 900) }

    @Route("debug/pages", access: .external)
    func pages(context: ModuleContext) throws -> Page {
      // The page of this module isn't a page of the shop.
      let pages = (times?.pages ?? []).filter { $0.module != context.name.rawValue }
      let table = PagesTable(pages: pages, held: times?.held ?? [], isTimed: times != nil)
      return try templates.page("pages", title: "Pages", lines: table.lines, table.values)
    }

    @Route("debug/style.css", access: .external)
    func style(context: ModuleContext) throws -> Page {
      let sheet = try context.resources.text("debug.css")
      return Page(whole: sheet, type: "text/css; charset=utf-8", title: "Style")
    }
  }
#endif
