// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

@On @MainActor private func doorMoves(_ event: DoorWillOpen) { sharedJournal.write("another file") }

@Module final class DoormanModule {
  @On @MainActor func closes(_ event: DoorWillClose) { sharedJournal.write("module") }
}

@Suite struct SharedNameLinkedTests {
  @Test func `linked functions and a module that share a name are all found`() {
    let names = Set(Application().manifest.modules.map(\.name))
    #expect(
      names.isSuperset(of: [
        "GantryTests/SharedNameFunctions/doorMoves", "GantryTests/SharedNameLinkedTests/doorMoves",
        "GantryTests/SharedNameFunctions/lifecycle(_:DoorWillOpen)",
        "GantryTests/SharedNameFunctions/lifecycle(_:DoorWillClose)",
        "Doorman", "GantryTests/SharedNameFunctions/Doorman",
      ]))
  }

  @Test func `linked functions that share a name are all called`() async throws {
    let names: [ModuleName] = [
      "GantryTests/SharedNameFunctions/doorMoves", "GantryTests/SharedNameLinkedTests/doorMoves",
      "GantryTests/SharedNameFunctions/lifecycle(_:DoorWillOpen)",
      "GantryTests/SharedNameFunctions/lifecycle(_:DoorWillClose)",
      "Doorman", "GantryTests/SharedNameFunctions/Doorman",
    ]
    let application = Application(modules: .linked(only: names))
    try await application.start()
    let before = sharedJournal.lines.count
    await MainActor.run {
      application.events.send(DoorWillOpen())
      application.events.send(DoorWillClose())
    }
    #expect(
      sharedJournal.lines.dropFirst(before).sorted() == [
        "another file", "closes", "function", "module", "one file", "opens",
      ])
    await application.stop()
  }
}
