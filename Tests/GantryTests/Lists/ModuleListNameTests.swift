// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

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
    #expect(host.explain("Ads").state == .launched)
    #expect(
      host.explain("Ads.track").description
        == "Ads.track is skipped ← disabled in the list (modules.json:modules[1].enabled)")
    await host.stop()
  }

  @Test func `modules can be listed by type name, with or without the Swift module`() async throws {
    let host = try host(#"["HomeModule", "GantryTests.AccountModule", "Ads"]"#)
    try await host.start()
    #expect(host.explain("Home").state == .launched)
    #expect(host.explain("Account").state == .launched)
    await host.stop()
  }

  @Test func `a plain array of type names is a list, also as a property list`() async throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["HomeModule"], format: .xml, options: 0)
    let list = try ModuleList(plist: data, file: "Modules.plist")
    let host = TestApplication(
      modules: ModuleSelection([HomeModule.self, AccountModule.self], list: list))
    try await host.start()
    #expect(host.explain("Home").state == .launched)
    #expect(
      host.explain("Account").description == "Account is skipped ← not in the list Modules.plist")
    await host.stop()
  }

  @Test func `a type name that two modules share is unknown unless it is qualified`() async throws {
    func host(_ json: String) throws -> TestApplication {
      let list = try ModuleList(json: json)
      return TestApplication(
        modules: ModuleSelection([Food.StockModule.self, Wine.StockModule.self], list: list))
    }
    let faults = try host(#"["StockModule"]"#).application.check()
    guard case .unknownListed("StockModule", _, _)? = faults.first else {
      Issue.record("\(faults)")
      return
    }
    let wine = try host(#"["GantryTests.Wine.StockModule"]"#)
    try await wine.start()
    #expect(wine.explain("Wine").state == .launched)
    #expect(wine.explain("Food").state == .skipped)
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
    let faults = host.application.check().map { fault -> [ModuleName] in
      guard case .unknownListed(_, _, let near) = fault else { return [] }
      return near
    }
    #expect(faults == [["HomeModule"], ["Ads.track"], ["Account"], ["AccountModule"]])
  }

  @Test func `the suggestion for an edge to a type name is the module`() throws {
    let host = TestApplication(
      modules: [HomeModule.self],
      adding: { $0.add(.fake("Page", ModuleOptions(requires: "HomeModule"))) })
    guard case .launch(.unknownTarget(_, _, let near)) = host.application.check().first else {
      Issue.record("\(host.application.check())")
      return
    }
    #expect(near == ["Home"])
    #expect(
      host.explain("HomeModule").description
        == "HomeModule is not linked ← this program has no record or list entry of that name "
        + "← did you mean Home?")
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
