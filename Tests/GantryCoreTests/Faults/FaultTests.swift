// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

@testable import GantryCore

@Suite struct FaultTests {
  @Test func `all faults are found at once, and nothing runs`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Account", ModuleOptions(requires: "Storge")),
      .fake("Left", ModuleOptions(after: "Right")), .fake("Right", ModuleOptions(after: "Left")),
      .fake("Storage", fileID: "A/Storage.swift", line: 1) {
        $0.launch("open", body: .background { _, _ in journal.write("ran") })
      },
      .fake("Storage", fileID: "B/Storage.swift", line: 2),
      .fake("Orders") { $0.inject(Int.self, fileID: "Orders/Orders.swift", line: 7) },
      .fake("One") { $0.provide(String.self, "name") { _ in "one" } },
      .fake("Two") { $0.provide(String.self, "name") { _ in "two" } },
      .fake("User") { $0.inject(String.self) })
    let error = await #expect(throws: TestApplicationError.self) { try await host.start() }
    guard case .notGiven(let faults) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(faults.count == 5)
    #expect(Set(faults.prefix(2).map(\.kind)) == ["missingProvider", "unknownTarget"])
    #expect(
      faults.contains(
        .sharedName("Storage", declaredAt: ["A/Storage.swift:1", "B/Storage.swift:2"])))
    #expect(journal.lines.isEmpty)
    let texts = host.application.check().map(\.description)
    #expect(texts.contains { $0.contains("Did you mean Storage?") })
    #expect(
      texts.contains { $0.contains("No module provides Int") && $0.contains("Orders.swift:7") })
    #expect(texts.contains { $0.contains("One") && $0.contains("Two") && $0.contains("String") })
  }

  @Test func `a cycle names all its modules and where each dependency is declared`() async throws {
    let host = TestApplication(
      .fake("Alpha", ModuleOptions(requires: "Beta")), .fake("Beta", ModuleOptions(after: "Gamma")),
      .fake("Gamma") { $0.inject(String.self, fileID: "Gamma/Gamma.swift", line: 5) },
      .fake("Delta", ModuleOptions(requires: "Alpha")) {
        $0.provide(String.self, "name") { _ in "delta" }
      })
    let faults = host.application.check()
    let fault = try #require(faults.first)
    #expect(faults.count == 1 && fault.kind == "cycle")
    #expect(fault.modules == ["Alpha", "Beta", "Delta", "Gamma"])
    #expect(
      Set(fault.locations) == [
        "Alpha/AlphaModule.swift:1", "Beta/BetaModule.swift:1", "Gamma/Gamma.swift:5",
        "Delta/DeltaModule.swift:1",
      ])
  }

  @Test func `a before-ready task may not wait for a milestone`() {
    let consent = Milestone("consent")
    let host = TestApplication(
      modules: [], milestones: [consent],
      adding: {
        $0.add(
          .fake("Ads") {
            $0.launch(
              "load", TaskOptions(.beforeReady, after: consent), body: .background { _, _ in })
          })
      })
    let fault = host.application.check().first
    #expect(fault?.kind == "blockingNeedsMilestone")
    #expect(fault?.message.hasPrefix("Ads.load → milestone consent: ") == true)
  }

  @Test func `a cycle elsewhere does not hide faults of before-ready tasks`() {
    let consent = Milestone("consent")
    let host = TestApplication(
      modules: [], milestones: [consent],
      adding: {
        $0.add(
          .fake("Ads") {
            $0.launch(
              "load", TaskOptions(.beforeReady, after: consent), body: .background { _, _ in })
          })
        $0.add(.fake("Left", ModuleOptions(after: "Right")))
        $0.add(.fake("Right", ModuleOptions(after: "Left")))
        $0.add(.fake("Page", ModuleOptions(requires: "Search")))
        $0.add(.fake("Search", ModuleOptions(stage: .onDemand)))
      })
    let faults = host.application.check()
    #expect(
      faults.map(\.kind) == ["cycle", "blockingNeedsMilestone", "blockingRequiresOnDemand"])
    #expect(faults.map(\.modules) == [["Left", "Right"], ["Ads"], ["Page", "Search"]])
  }

  @Test func `explaining a name that is not linked suggests similar names`() {
    let host = TestApplication(.fake("Orders"))
    #expect(host.explain("Orders").description == "Orders is waiting ← nothing has started it")
    #expect(
      host.explain("Ordesr").description
        == "Ordesr is not linked ← this program has no record or list entry of that name"
        + " ← did you mean Orders?")
  }
}
