// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

/// Probable mistakes, which are not faults.
@Suite struct CheckWarningTests {
  private static func checked(
    _ options: ModuleOptions, json: Bool = false
  ) async throws -> ToolFolder.End {
    let module = ModuleManifest.sample("SDK", options) { module in
      module.task("setUp", TaskOptions(.afterReady))
      module.on(
        DidBecomeActive.self, "active", fileID: "SDK/SDK.swift", line: 20,
        body: .background { _, _, _ in })
    }
    return try await AppFolder([], manifest: .of([module])).run(
      "check --manifest manifest.json" + (json ? " --format json" : ""))
  }

  private static let warning = """
    SDK (SDK/SDK.swift:1) hears DidBecomeActive before its after-ready tasks have run: SDK.setUp. \
    Write `@Module(events: .afterReadyTasks)` if they prepare the module, or `.afterLaunch` if \
    not.
    """

  @Test func `a module that after-ready tasks may prepare causes a warning and no fault`()
    async throws
  {
    let end = try await Self.checked(ModuleOptions())
    #expect(
      end.output == """
        manifest.json: 1 module, 0 functions, 1 target; no faults

        Warnings:
          \(Self.warning)

        """)
    #expect(end.status == 0)
    let data = Data(try await Self.checked(ModuleOptions(), json: true).output.utf8)
    let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(report["warnings"] as? [String] == [Self.warning])
  }

  @Test(arguments: [EventStart.afterLaunch, .afterReadyTasks])
  func `a module that states when it hears events has no warning`(events: EventStart) async throws {
    let end = try await Self.checked(ModuleOptions(events: events))
    #expect(end.output == "manifest.json: 1 module, 0 functions, 1 target; no faults\n")
  }

  @Test(arguments: [true, false])
  func `a module with a condition on the launch source has a warning if it answers routes`(
    hasRoute: Bool
  ) async throws {
    let options = ModuleOptions(enabled: .launchSource(.user))
    let module = ModuleManifest.sample("Home", options) { module in
      if hasRoute { module.route("home", "show", [], body: .background { _, _, _ in "home" }) }
    }
    let end = try await AppFolder([], manifest: .of([module])).run("check --manifest manifest.json")
    let warning = """
      Home (Home/Home.swift:1) answers routes, but runs only with launch source user, which is \
      decided once: it stays out if a push launches the app and a person opens it later. Let its \
      tasks wait for the milestone `.firstSceneConnected` instead.
      """
    #expect(end.output.contains(warning) == hasRoute, "\(end)")
    #expect(end.status == 0)
  }

  @Test func `the type of a route that no module handles causes a warning`() async throws {
    let module = ModuleManifest.sample("Pages") { module in
      module.route(
        "pages/:id", "show", [RouteParameter("id", Int.self)], fileID: "Pages/Pages.swift", line: 4,
        body: .main { _, _, _ in "" })
    }
    let routes = """
      import Gantry

      /// The page.
      @RoutePattern("pages/:id", access: .external)
      public struct Page { var id: Int }
      @RoutePattern("lonely/:id")
      public struct Lonely { var id: Int }
      #if DEBUG
      @RoutePattern("debug") struct Debug {}
      #endif
      """
    let end = try await AppFolder(
      [.init(name: "PagesAPI", files: ["Pages.swift": routes])], manifest: .of([module])
    ).run("check --no-build")
    #expect(
      end.output.hasSuffix(
        """

        Warnings:
          No module handles Lonely (lonely/:id, Sources/PagesAPI/Pages.swift:6). Link the module that \
        does, declare a handler, or remove the route.

        """), "\(end)")
    #expect(end.status == 0)
  }
}
