// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

private let doorJournal = Journal()

private struct DoorWillOpen: LifecycleEvent {}

private struct DoorWillClose: LifecycleEvent {}

@On @MainActor private func doorMoves(_ event: DoorWillOpen) { doorJournal.write("opens") }

@On(.every, name: "doorCloses", priority: .high) @MainActor
private func doorMoves(_ event: DoorWillClose) { doorJournal.write("closes") }

@Route("doors/:id", name: "doorPage") private func door(id: Int) -> Int { id }

/// Overloads of one function have names of their own.
@Suite struct SharedNameLinkedTests {
  @Test func `overloads with distinct names are found and called`() async throws {
    let application = Application(
      modules: .linked(only: ["doorMoves", "doorCloses", "doorPage"]))
    try await application.start()
    await MainActor.run {
      application.events.send(DoorWillOpen())
      application.events.send(DoorWillClose())
    }
    #expect(doorJournal.lines == ["opens", "closes"])
    #expect(
      try await application.router.call(RouteRequest(named: "doorPage", ["id": 3]), as: Int.self)
        == 3)
    await application.stop()
  }
}
