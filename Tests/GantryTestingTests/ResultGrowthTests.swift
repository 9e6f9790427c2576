// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import TestRounds
import Testing

/// Results live as long as the run that produced them.
@Suite struct ResultGrowthTests {
  /// Counts its living instances.
  private final class Ticket: Sendable {
    private let counter: Counter
    init(_ counter: Counter) {
      self.counter = counter
      counter.add(1)
    }
    deinit { counter.add(-1) }
  }

  private static func host(_ living: Counter, taken: Counter) -> TestApplication {
    TestApplication(
      modules: [],
      adding: {
        $0.add(
          ModuleManifest(function: "print") { function in
            function.launch(
              TaskOptions().returning(Ticket.self),
              body: .background {
                try $0.setResult(Ticket(living), as: Ticket.self)
              })
          })
        $0.add(
          ModuleManifest(function: "check") { function in
            function.launch(
              TaskOptions().taking(Ticket.self),
              body: .background {
                _ = try $0.result(Ticket.self)
                taken.add(1)
              })
          })
      })
  }

  @Test func `many starts leave no result behind`() async throws {
    let living = Counter()
    let taken = Counter()
    let host = Self.host(living, taken: taken)
    for _ in 0..<rounds(1_000) {
      try await host.start()
      #expect(living.value == 1)
      await host.stop()
      #expect(living.value == 0)
    }
    #expect(taken.value == rounds(1_000))
  }

  @Test func `the result of a task that fails after returning it is released`() async throws {
    let living = Counter()
    let host = TestApplication(
      modules: [],
      adding: {
        $0.add(
          ModuleManifest(function: "print") { function in
            function.launch(
              TaskOptions(retry: .immediately(4)).returning(Ticket.self),
              body: .background {
                try $0.setResult(Ticket(living), as: Ticket.self)
                throw Broken()
              })
          })
      })
    try await host.start()
    #expect(living.value == 0)
    await host.stop()
  }

  @Test func `two hosts have their own results`() async throws {
    let living = Counter()
    let taken = Counter()
    let one = Self.host(living, taken: taken)
    let other = Self.host(living, taken: taken)
    try await one.start()
    try await other.start()
    #expect(living.value == 2)
    await one.stop()
    #expect(living.value == 1)
    await other.stop()
    #expect(living.value == 0)
  }
}
