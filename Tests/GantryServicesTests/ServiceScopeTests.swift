// SPDX-License-Identifier: Apache-2.0

import GantryServices
import GantrySupport
import Testing

/// An object with its own number.
final class Ticket: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

@Suite struct ServiceScopeTests {
  let registry = ServiceRegistry()
  let counter = Counter()

  private func provide(_ scope: ServiceScope) throws {
    try registry.provide(as: Ticket.self, scope: scope, by: "Tickets") { [counter] in
      Ticket(counter.next())
    }
  }

  private func provideSlowly(_ scope: ServiceScope) async throws {
    let declaration = ServiceDeclaration(
      ServiceType(Ticket.self), by: "Tickets", scope: scope, declaredAt: "")
    try await registry.provide(registry.provision(declaration)) { [counter] in
      await Task.yield()
      return Ticket(counter.next())
    }
  }

  @Test func `a shared service is made once`() throws {
    try provide(.shared)
    #expect(registry.resolveIfPresent(Ticket.self)?.number == 1)
    #expect(try registry.resolve(Ticket.self).number == 1)
    #expect(registry.provided.map(\.scope) == [.shared])
  }

  @Test func `a unique service is created for each consumer`() async throws {
    try provide(.unique)
    #expect(registry.resolveIfPresent(Ticket.self)?.number == 1)
    #expect(try registry.resolve(Ticket.self).number == 2)
    #expect(try await registry.resolveWhenLaunched(Ticket.self).number == 3)
    #expect(try registry.resolveAll(Ticket.self).map(\.number) == [4])
    #expect(registry.provided.map(\.scope) == [.unique])
  }

  @Test func `an asynchronous service must be awaited`() async throws {
    try await provideSlowly(.unique)
    #expect(registry.resolveIfPresent(Ticket.self) == nil)
    #expect(throws: ServiceError.asynchronous(type: "Ticket", provider: "Tickets")) {
      try registry.resolve(Ticket.self)
    }
    #expect(try await registry.resolveWhenLaunched(Ticket.self).number == 1)
    #expect(try await registry.obtainAll(Ticket.self).map(\.number) == [2])
  }

  @Test func `an asynchronous shared service is available once provided`() async throws {
    try await provideSlowly(.shared)
    #expect(registry.resolveIfPresent(Ticket.self)?.number == 1)
  }

  @Test func `an error while making a service names the provider`() async throws {
    struct Sold: Error, CustomStringConvertible { let description = "sold out" }
    try registry.provide(as: Ticket.self, scope: .unique, by: "Tickets") { throw Sold() }
    let error = ServiceError.failed(type: "Ticket", provider: "Tickets", message: "sold out")
    #expect(throws: error) { try registry.resolve(Ticket.self) }
    await #expect(throws: error) { try await registry.resolveWhenLaunched(Ticket.self) }
    #expect(throws: error) { try registry.resolveAll(Ticket.self) }
    #expect(registry.resolveIfPresent(Ticket.self) == nil)
  }

  @Test func `an error about another service is passed on unchanged`() throws {
    try registry.provide(as: Ticket.self, scope: .unique, by: "Tickets") { [registry] in
      Ticket(try registry.resolve(Int.self))
    }
    #expect(throws: ServiceError.missing(type: "Int", near: [], declaredBy: [])) {
      try registry.resolve(Ticket.self)
    }
  }

  @Test func `a made service may resolve others and is withdrawn with its provider`() throws {
    registry.provide(7, as: Int.self, by: "Numbers")
    try registry.provide(as: Ticket.self, scope: .unique, by: "Tickets") { [registry] in
      Ticket(registry.resolveIfPresent(Int.self) ?? 0)
    }
    #expect(registry.resolveIfPresent(Ticket.self)?.number == 7)
    registry.withdraw(by: "Tickets")
    #expect(registry.resolveIfPresent(Ticket.self) == nil)
  }
}
