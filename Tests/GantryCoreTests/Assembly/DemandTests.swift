// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

/// Modules and tasks that are demanded and waited for.
@Suite(.timeLimit(.minutes(1))) struct DemandTests {
  private let journal = Journal()
  private let gate = Gate()

  private func onDemand(
    _ name: String, _ options: ModuleOptions = ModuleOptions()
  ) -> ModuleManifest {
    .fake(name, options) { [journal, gate] module in
      module.launch(
        "open", TaskOptions(.onDemand),
        body: .background { _, _ in
          await gate.wait()
          journal.write("\(name).open")
        })
    }
  }

  @Test(arguments: ["Search", "Search.open"] as [ModuleName])
  func `a demand can be waited for`(name: ModuleName) async throws {
    let host = TestApplication(onDemand("Search"))
    try await host.start()
    #expect(journal.lines == [])
    let demanded = host.application.demand(name)
    #expect(demanded.tasks == [name])
    gate.open()
    await demanded.waitUntilSettled()
    #expect(journal.lines == ["Search.open"])
    await host.stop()
  }

  @Test func `a demand from a task that the module requires returns at once`() async throws {
    let shelf = ModuleManifest.fake("Shelf") { [journal] module in
      module.launch(
        "fill",
        body: .background { _, context in
          await context.application.whole?.demand("Search").waitUntilSettled()
          journal.write("Shelf.fill")
        })
    }
    gate.open()
    let host = TestApplication(shelf, onDemand("Search", ModuleOptions(requires: "Shelf")))
    try await host.start()
    _ = await host.waitUntilIdle()
    #expect(journal.lines == ["Shelf.fill", "Search.open"])
    await host.stop()
  }

  @Test func `nothing is released before the launch, after the stop, or by an unknown name`()
    async throws
  {
    let host = TestApplication(onDemand("Search"))
    #expect(host.application.demand("Serach").tasks == [])
    try await host.start()
    await host.stop()
    let late = host.application.demand("Search")
    #expect(late.tasks == [])
    await late.waitUntilSettled()
    #expect(journal.lines == [])
  }
}
