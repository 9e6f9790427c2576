// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

/// Modules that share a name, which an app that owns neither tells apart in its list.
@Suite struct SharedModuleNameTests {
  private static let manifests: [ModuleManifest] = [
    analytics("KitA", Int.self, 1), analytics("KitB", String.self, "b"),
    .fake("Shop", ModuleOptions(requires: "Analytics")),
    .fake("KitB", ModuleOptions(requires: "Analytics")) { $0.inject(String.self) },
  ]

  private static func analytics<S: Sendable>(
    _ target: String, _ type: S.Type, _ service: S
  ) -> ModuleManifest {
    .fake("Analytics", at: "\(target)/Analytics.swift:1") {
      $0.provides(type, "service") { _ in service }
      $0.launch("open", body: .background { _, context in _ = context.name })
      $0.route("\(target)/open", "open", body: .background { _, _, _ in target })
    }
  }

  private func host(_ modules: String) throws -> TestApplication {
    let list = try ModuleList(json: "{\"version\": 1, \"modules\": [\(modules)]}")
    return TestApplication(
      modules: ModuleSelection([], list: list),
      adding: { for manifest in Self.manifests { $0.add(manifest) } })
  }

  private static let fault = ApplicationFault.duplicateModule(
    name: "Analytics", declaredAt: ["KitA/Analytics.swift:1", "KitB/Analytics.swift:1"],
    qualified: ["KitA/Analytics", "KitB/Analytics"])

  @Test func `modules that share a name are a fault, even if a list contains that name`() throws {
    let host = TestApplication(
      modules: [], adding: { for manifest in Self.manifests.prefix(2) { $0.add(manifest) } })
    #expect(host.application.check() == [Self.fault])
    #expect(try self.host(#""Analytics""#).application.check().first == Self.fault)
  }

  @Test func `disabling one of them makes the shared name mean the other`() async throws {
    let host = try host(
      #""Shop", "KitA/Analytics", {"name": "KitB/Analytics", "enabled": false}"#)
    let report = try await host.start()
    #expect(report.failed.isEmpty)
    #expect(host.explain("KitB/Analytics").state == .skipped)
    let plan = try host.plan
    #expect(plan.task(named: "Shop")?.dependencies.map(\.name) == ["KitA/Analytics"])
    #expect(try host.application.services.resolveOrThrow(Int.self) == 1)
    await host.stop()
  }

  @Test func `modules that share a name both run, with their own services, tasks and routes`()
    async throws
  {
    let host = try host(
      #"{"name": "Shop", "enabled": false}, "KitB", "KitA/Analytics", "KitB/Analytics""#)
    let report = try await host.start()
    #expect(report.failed.isEmpty)
    #expect(report.task(named: "KitA/Analytics.open")?.outcome == .succeeded)
    #expect(report.task(named: "KitB/Analytics.open")?.outcome == .succeeded)
    #expect(try host.application.services.resolveOrThrow(String.self) == "b")
    let router = host.application.router
    #expect(try await router.call(named: "KitA/Analytics/open", as: String.self) == "KitA")
    #expect(try await router.call(named: "KitB/Analytics/open", as: String.self) == "KitB")
    await host.stop()
  }

  @Test func `with both modules on, the shared name is ambiguous in a third target`() throws {
    let host = try host(#""Shop", "KitA/Analytics", "KitB/Analytics""#)
    #expect(
      host.application.check() == [
        .ambiguousName(
          "Analytics", usedAt: "Shop/ShopModule.swift:1",
          meanings: ["KitA/Analytics", "KitB/Analytics"])
      ])
  }

  @Test func `listing a module under two of its names is a fault`() throws {
    let host = try host(#""Shop/Shop", "Shop""#)
    #expect(
      host.application.check().contains(
        .listedTwice(
          name: "Shop", declaredAt: ["modules.json:modules[0]", "modules.json:modules[1]"])))
  }
}
