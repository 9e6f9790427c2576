// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryEvents
import GantryTesting
import Testing

/// The name of the code that runs on the main actor.
struct MainLaneTests {
  static let journal = Journal()

  @Module final class HallModule {
    @Launch @MainActor func open(context: ModuleContext) {
      MainLaneTests.note(context)
      context.events.send(Opened())
      MainLaneTests.note(context)
    }

    @Launch func sweep(context: ModuleContext) { MainLaneTests.note(context) }
  }

  struct Opened: LifecycleEvent {}

  @Test func `a launch task is named only while it runs on the main actor`() async throws {
    let host = try await TestApplication.start(HallModule.self)
    #expect(
      Self.journal.lines == [
        "task Hall Hall.open", "task Hall Hall.open", "nothing",
      ])
    await host.stop()
  }

  static func note(_ context: ModuleContext) {
    guard let code = context.events.watch.chain.last else { return journal.write("nothing") }
    journal.write("\(code.kind) \(code.module?.rawValue ?? "-") \(code.name)")
  }
}
