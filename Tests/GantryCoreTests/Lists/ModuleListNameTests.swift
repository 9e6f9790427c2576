// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

@testable import GantryCore

/// What a list can name: modules, their types, and single tasks.
@Suite struct ModuleListNameTests {
  private let journal = Journal()

  private func host(_ json: String) throws -> TestApplication {
    let list = try ModuleList(json: json)
    return TestApplication(
      modules: ModuleSelection([HomeModule.self, AccountModule.self], list: list),
      adding: { [journal] builder in
        builder.add(
          .fake("Ads") { module in
            module.launch("load", body: .background { _, _ in journal.write("load") })
            module.launch("track", body: .background { _, _ in journal.write("track") })
          })
      })
  }

  @Test func `a list can disable a single task`() async throws {
    let host = try host(
      #"{"modules": ["Ads", {"name": "Ads.track", "enabled": false}]}"#)
    try await host.start()
    #expect(journal.lines == ["load"])
    #expect(host.explain("Ads").state == .launched(.good))
    #expect(
      host.explain("Ads.track").description
        == "Ads.track is left out ← disabled in the list (modules.json:modules[1].enabled)")
    await host.stop()
  }

  @Test func `modules can be listed by type name, with or without the Swift module`() async throws {
    let host = try host(#"["HomeModule", "GantryCoreTests.AccountModule", "Ads"]"#)
    try await host.start()
    #expect(host.explain("Home").state == .launched(.good))
    #expect(host.explain("Account").state == .launched(.good))
    await host.stop()
  }

  @Test func `a plain array of type names is a list, also as a property list`() async throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["HomeModule"], format: .xml, options: 0)
    let list = try ModuleList(plist: data, file: "Modules.plist")
    let host = TestApplication(
      modules: ModuleSelection([HomeModule.self, AccountModule.self], list: list))
    try await host.start()
    #expect(host.explain("Home").state == .launched(.good))
    #expect(
      host.explain("Account").description == "Account is left out ← not in the list Modules.plist")
    await host.stop()
  }

  @Test func `a type name that two modules share is unknown unless it is qualified`() async throws {
    func host(_ json: String) throws -> TestApplication {
      let list = try ModuleList(json: json)
      return TestApplication(
        modules: ModuleSelection([Food.StockModule.self, Wine.StockModule.self], list: list))
    }
    let faults = try host(#"["StockModule"]"#).application.check()
    #expect(faults.first?.kind == "unknownListed")
    #expect(faults.first?.message.hasPrefix("StockModule is named in the module list") == true)
    let wine = try host(#"["GantryCoreTests.Wine.StockModule"]"#)
    try await wine.start()
    #expect(wine.explain("Wine").state == .launched(.good))
    #expect(wine.explain("Food").isLeftOut)
    await wine.stop()
  }

  @Test func `listing a module by both its name and its type is a fault`() throws {
    let host = try host(#"["Home", "HomeModule"]"#)
    #expect(
      host.application.check()
        == [.listedTwice(name: "Home", declaredAt: ["modules.json:[0]", "modules.json:[1]"])])
  }

  @Test func `suggestions for a misspelled name include types and tasks`() throws {
    let host = try host(#"["HomeModul", "Ads.trak", "Acount", "AcountModul"]"#)
    let faults = host.application.check()
    let near = ["HomeModule", "Ads.track", "Account", "AccountModule"]
    #expect(faults.count == near.count)
    for (fault, near) in zip(faults, near) {
      #expect(fault.message.contains("not linked. Did you mean \(near)? "))
    }
  }

  @Test func `the suggestion for an edge to a type name is the module`() throws {
    let host = TestApplication(
      modules: [HomeModule.self],
      adding: { $0.add(.fake("Page", ModuleOptions(requires: "HomeModule"))) })
    let fault = host.application.check().first
    #expect(fault?.kind == "unknownTarget")
    #expect(fault?.message.contains("Did you mean Home? ") == true)
    #expect(
      host.explain("HomeModule").description
        == "HomeModule is not linked ← this program has no record or list entry of that name "
        + "← did you mean Home?")
    #expect(host.explain("HomeModul").texts.last == "did you mean Home?")
  }
}

private final class HomeModule: Module {
  static var manifest: ModuleManifest { ModuleManifest(of: HomeModule.self) { _ in } }
  init(context: ModuleContext) {}
}

private final class AccountModule: Module {
  static var manifest: ModuleManifest { ModuleManifest(of: AccountModule.self) { _ in } }
  init(context: ModuleContext) {}
}

private enum Food {
  final class StockModule: Module {
    static var manifest: ModuleManifest {
      ModuleManifest(of: StockModule.self, ModuleOptions(name: "Food")) { _ in }
    }
    init(context: ModuleContext) {}
  }
}

private enum Wine {
  final class StockModule: Module {
    static var manifest: ModuleManifest {
      ModuleManifest(of: StockModule.self, ModuleOptions(name: "Wine")) { _ in }
    }
    init(context: ModuleContext) {}
  }
}
