// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import TestRounds
import Testing

@Suite(.serialized) struct GrowthTests {
  @Test func `many restarts keep one module alive, and none once the host is released`()
    async throws
  {
    let counted = Counter()
    var host: TestApplication? = try await Counted.start(counted)
    weak let first = host?.module(Counted.self)
    for _ in 0..<rounds(1_000) {
      await host?.send(DidBecomeActive())
      try await host?.restart()
    }
    #expect(first == nil)
    #expect(await counted.settled(at: 1) == 1)
    await host?.send(DidBecomeActive())
    await host?.stop()
    #expect(await counted.settled(at: 0) == 0)
    weak let application = host?.application
    host = nil
    #expect(application == nil)
  }

  @Test func `many stopped hosts are released`() async throws {
    let counted = Counter()
    weak var last: Application?
    for _ in 0..<rounds(1_000) {
      let host = try await Counted.start(counted)
      last = host.application
      await host.send(SignedIn(userName: "Ada"))
      await host.send(DidBecomeActive())
      await host.waitUntilIdle()
      await host.stop()
      #expect(await counted.settled(at: 0) == 0)
    }
    #expect(last == nil)
  }

  @Test func `two hosts at the same time do not affect each other`() async throws {
    async let first = TestApplication.orders()
    async let second = TestApplication.orders()
    let (one, other) = try await (first, second)
    async let ada: Void = one.send(SignedIn(userName: "Ada"))
    async let bob: Void = other.send(SignedIn(userName: "Bob"))
    _ = await (ada, bob)
    #expect(one.module(OrdersModule.self)?.user == "Ada")
    #expect(other.module(OrdersModule.self)?.user == "Bob")
    #expect(one.trace.events(SignedIn.self).map(\.userName) == ["Ada"])
    await one.stop()
    #expect(one.module(OrdersModule.self) == nil)
    #expect(other.module(OrdersModule.self)?.isOpen == true)
  }
}
