// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

@testable import GantryCore

@Suite struct OnlyTests {
  static let manifests: [ModuleManifest] = [
    .fake("Account", ModuleOptions(requires: "Network.connect")),
    .fake("Glue", ModuleOptions(requiredBy: "Catalog")),
    .fake("Catalog", ModuleOptions(wants: "Push")) { module in
      module.inject(String.self)
      module.inject(Optional<Int>.self)
    },
    .fake("Counter") { $0.provide(Int.self, "count") { _ in 1 } },
    .fake("Network") { $0.launch("connect", body: .background { _, _ in }) },
    .fake("Orders") { module in
      module.launch("open", TaskOptions(requires: "Account"), body: .background { _, _ in })
    },
    .fake("Push"),
    .fake("Storage", ModuleOptions(after: "Push")) { $0.provide(String.self, "path") { _ in "" } },
  ]

  @Test(arguments: [
    ("Push", ["Push"]), ("Account", ["Account", "Network"]),
    ("Orders", ["Account", "Network", "Orders"]), ("Catalog", ["Catalog", "Glue", "Storage"]),
    ("Push,Counter", ["Counter", "Push"]), (" Push, Counter ,", ["Counter", "Push"]),
    ("Push Counter", ["Counter", "Push"]),
  ])
  func `selected modules run with what they require by edge, task and injection`(
    only: String, running: [String]
  ) throws {
    let environment = LaunchOptions(
      source: .test, arguments: [], environment: ["GANTRY_ONLY": only])
    let host = TestApplication(
      modules: [], launchOptions: environment,
      adding: { for manifest in Self.manifests { $0.add(manifest) } })
    let names = Self.manifests.map(\.name.rawValue)
    #expect(try host.plan.launchOrder.filter(names.contains).sorted() == running)
    let others = Set(names).subtracting(running)
    for name in others {
      #expect(
        host.explain(ModuleName(name)).texts == ["not among the modules that were asked for"])
    }
  }

  @Test func `requiring a task selects its module even if the module's name has a dot`() throws {
    let host = TestApplication(
      modules: ModuleSelection([], only: ["Till"]),
      adding: {
        $0.add(.fake("Shop"))
        $0.add(.fake("Shop.Orders") { $0.launch("load", body: .background { _, _ in }) })
        $0.add(.fake("Till", ModuleOptions(requires: "Shop.Orders.load")))
      })
    #expect(host.explain("Shop.Orders").state == .waiting)
    #expect(host.explain("Shop").isLeftOut)
  }

  @Test func `a selection in code overrides the environment`() throws {
    let host = TestApplication(
      modules: ModuleSelection([], only: ["Push"]),
      launchOptions: LaunchOptions(
        source: .test, arguments: [], environment: ["GANTRY_ONLY": "Orders"]),
      adding: { for manifest in Self.manifests { $0.add(manifest) } })
    #expect(try host.plan.launchOrder == ["Push"])
  }

  @Test func `unknown selected names are faults with similar names and restrict nothing`() {
    let host = TestApplication(
      modules: ModuleSelection([], only: ["Ordres", "Push", "Zebra"]),
      adding: { for manifest in Self.manifests { $0.add(manifest) } })
    #expect(
      host.application.check() == [
        .unknownOnly(name: "Ordres", near: ["Orders"]), .unknownOnly(name: "Zebra", near: []),
      ])
    #expect(host.explain("Account").state == .waiting)
  }
}
