// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantrySupport
import GantryTesting
import Testing

@testable import GantryCore

/// The state of a module is one fact, whoever asks for it.
@Suite(.timeLimit(.minutes(1))) struct ModuleStateTests {
  private let shutdowns = [Gate(), Gate()]
  private let journal = Journal()

  private func module(
    _ name: String, _ options: ModuleOptions = ModuleOptions(), shutdown: Gate? = nil
  ) -> ModuleManifest {
    .fake(name, options) { [journal] module in
      module.launch("go", body: .background { _, _ in })
      module.shutdown("close") { _, _ in
        journal.write("\(name) stops")
        await shutdown?.wait()
      }
    }
  }

  private func host() -> TestApplication {
    TestApplication(
      module("First", shutdown: shutdowns[1]),
      module("Last", ModuleOptions(requires: "First"), shutdown: shutdowns[0]),
      .fake("Failing") { $0.launch("go", body: .background { _, _ in throw Broken() }) },
      .fake("Asked") { $0.launch("go", TaskOptions(.onDemand), body: .background { _, _ in }) },
      module("Absent", ModuleOptions(enabled: .environment("NEVER"))))
  }

  /// Checks that health and explanations agree, and returns the states of two modules.
  private func states(_ host: TestApplication) -> [ModuleState?] {
    let health = host.application.health
    for module in health.modules {
      #expect(host.explain(module.name).state == module.state, "\(module.name)")
    }
    return [health["First"], health["Last"]]
  }

  @Test func `while the application stops, a module is stopped once it was shut down`() async throws
  {
    let host = host()
    try await host.start()
    await host.waitUntilIdle()
    #expect(states(host) == [.launched(.good), .launched(.good)])
    let stopping = Task { await host.stop() }
    while journal.lines.isEmpty { await Task.yield() }
    #expect(states(host) == [.launched(.good), .launched(.good)])
    #expect(host.explain("Asked").state == .stopped)
    shutdowns[0].open()
    while journal.lines.count < 2 { await Task.yield() }
    #expect(states(host) == [.launched(.good), .stopped])
    #expect(host.explain("Last.go").state == .stopped)
    #expect(host.explain("First.go").state == .launched(.good))
    shutdowns[1].open()
    _ = await stopping.value
    #expect(states(host) == [.stopped, .stopped])
  }
}
