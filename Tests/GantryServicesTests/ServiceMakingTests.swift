// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@testable import GantryServices

/// Contains a wheel.
private final class Cart: Sendable {}

/// Contains a cart, in the cases that fail.
private final class Wheel: Sendable {}

@Suite struct ServiceMakingTests {
  let registry = ServiceRegistry()

  private struct Flat: Error {}

  @Test func `a service that is made of itself is an error and not a crash`() throws {
    try registry.provide(as: Cart.self, scope: .unique, by: "Carts") { [registry] in
      try registry.resolve(Cart.self)
    }
    let error = ServiceError.madeOfItself(type: "Cart", path: ["Cart", "Cart"])
    #expect(throws: error) { try registry.resolve(Cart.self) }
    #expect(registry.resolveIfPresent(Cart.self) == nil)
    #expect(throws: error) { try registry.resolveAll(Cart.self) }
  }

  @Test func `a later service in the same task does not keep an ended one alive`() throws {
    let (type, maker) = (ServiceType(Cart.self), ObjectIdentifier(registry))
    weak var ended: ServiceMaking?
    let later = try { () throws -> ServiceMaking in
      let first = try ServiceMaking(type, by: maker)
      first.end()
      ended = first
      return try ServiceMaking.$current.withValue(first) { try ServiceMaking(type, by: maker) }
    }()
    withExtendedLifetime(later) { #expect(ended == nil) }
  }

  @Test func `a service made of itself reports the path back to itself`() throws {
    try registry.provide(as: Cart.self, scope: .unique, by: "Carts") { [registry] in
      _ = try registry.resolve(Wheel.self, "left")
      return Cart()
    }
    try registry.provide(as: Wheel.self, "left", scope: .unique, by: "Wheels") { [registry] in
      _ = try registry.resolve(Cart.self)
      return Wheel()
    }
    #expect(throws: ServiceError.madeOfItself(type: "Cart", path: ["Cart", "Wheel[left]", "Cart"]))
    {
      try registry.resolve(Cart.self)
    }
    #expect(
      throws: ServiceError.madeOfItself(
        type: "Wheel[left]", path: ["Wheel[left]", "Cart", "Wheel[left]"])
    ) {
      try registry.resolve(Wheel.self, "left")
    }
  }

  @Test func `a longer path back to a service is reported in order`() throws {
    try registry.provide(as: Cart.self, scope: .unique, by: "Carts") { [registry] in
      _ = try registry.resolve(Wheel.self)
      return Cart()
    }
    try registry.provide(as: Wheel.self, scope: .unique, by: "Wheels") { [registry] in
      _ = try registry.resolve(Int.self)
      return Wheel()
    }
    try registry.provide(as: Int.self, scope: .unique, by: "Spokes") { [registry] in
      _ = try registry.resolve(Cart.self)
      return 36
    }
    #expect(
      throws: ServiceError.madeOfItself(type: "Cart", path: ["Cart", "Wheel", "Int", "Cart"])
    ) { try registry.resolve(Cart.self) }
  }

  @Test func `an asynchronous service that is made of itself throws the same error`() async throws {
    try await provideSlowly { [registry] in
      _ = try await registry.resolveWhenLaunched(Cart.self)
      return Cart()
    }
    let error = ServiceError.madeOfItself(type: "Cart", path: ["Cart", "Cart"])
    await #expect(throws: error) { try await registry.resolveWhenLaunched(Cart.self) }
  }

  @Test(arguments: [false, true], [false, true])
  func `a task that outlives its provider's call may resolve the same type`(
    isSlow: Bool, fails: Bool
  ) async throws {
    let late = Mutex<Task<Cart, any Error>?>(nil)
    let (gate, opened) = AsyncStream.makeStream(of: Void.self)
    let isFirst = Atomic(true)
    let make: @Sendable () throws -> Cart = { [registry] in
      guard isFirst.exchange(false, ordering: .relaxed) else { return Cart() }
      let task = Task {
        for await _ in gate { break }
        return try await registry.resolveWhenLaunched(Cart.self)
      }
      late.withLock { $0 = task }
      if fails { throw Flat() }
      return Cart()
    }
    if isSlow {
      try await provideSlowly { try make() }
    } else {
      try registry.provide(as: Cart.self, scope: .unique, by: "Carts", make: make)
    }
    let first = try? await registry.resolveWhenLaunched(Cart.self)
    #expect((first == nil) == fails)
    opened.yield()
    let second = try await late.withLock(\.self)?.value
    #expect(second != nil && second !== first)
  }

  @Test func `a provider that threw is called again`() throws {
    let attempts = Atomic(0)
    try registry.provide(as: Cart.self, scope: .unique, by: "Carts") {
      guard attempts.wrappingAdd(1, ordering: .relaxed).newValue > 1 else { throw Flat() }
      return Cart()
    }
    let failed = ServiceError.failed(type: "Cart", provider: "Carts", message: "Flat()")
    #expect(throws: failed) { try registry.resolve(Cart.self) }
    _ = try registry.resolve(Cart.self)
  }

  @Test func `a cancelled provider reports the cancellation and is called again`() async throws {
    let attempts = Atomic(0)
    let (never, open) = AsyncStream.makeStream(of: Void.self)
    defer { open.finish() }
    try await provideSlowly {
      if attempts.wrappingAdd(1, ordering: .relaxed).newValue == 1 {
        for await _ in never {}
        try Task.checkCancellation()
      }
      return Cart()
    }
    let waiting = Task { [registry] in try await registry.resolveWhenLaunched(Cart.self) }
    while attempts.load(ordering: .relaxed) == 0 { await Task.yield() }
    waiting.cancel()
    let result = await waiting.result
    #expect(throws: ServiceError.cancelled(type: "Cart")) { try result.get() }
    _ = try await registry.resolveWhenLaunched(Cart.self)
  }

  private func provideSlowly(
    _ make: @escaping @concurrent @Sendable () async throws -> Cart
  ) async throws {
    let declaration = ServiceDeclaration(
      ServiceType(Cart.self), by: "Carts", scope: .unique, declaredAt: "")
    try await registry.provide(registry.provision(declaration), make)
  }
}
