// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import Testing

/// The code of Documentation/Testing.md about time, failures and routes.
@Suite struct TestingGuideTimeTests {
  struct Offline: Error {}

  // region: retry
  @Module
  actor StorageModule {
    private(set) var attempts = 0

    @Launch(retry: .every(.seconds(2), times: 3))
    func open() throws {
      attempts += 1
      if attempts < 2 { throw Offline() }
    }
  }

  @Test func `the storage opens at the second attempt`() async throws {
    let clock = TestClock()
    async let host = TestApplication.start(StorageModule.self, clock: clock)
    await clock.waitUntilSleeping()  // the first attempt has failed, and the retry waits
    clock.advance(by: .seconds(2))
    let storage = try #require(try await host.module(StorageModule.self))
    #expect(await storage.attempts == 2)
  }
  // endregion

  // region: loop
  @Module
  actor NewsModule {
    @Inject let clock: any Clock<Duration>
    private(set) var fetched = 0

    @Run func poll() async throws {
      while true {
        try await clock.sleep(for: .seconds(60))
        fetched += 1
      }
    }
  }

  @Test func `the news is fetched each minute`() async throws {
    let clock = TestClock()
    let host = try await TestApplication.start(
      NewsModule.self, providing: { $0.provide(clock, as: (any Clock<Duration>).self) },
      clock: clock)
    for _ in 1...3 {
      await clock.waitUntilSleeping()
      clock.advance(by: .seconds(60))
    }
    await clock.waitUntilSleeping()
    #expect(await host.module(NewsModule.self)?.fetched == 3)
  }
  // endregion

  // region: failing
  @Module
  actor DiskModule {
    @Launch func open() {}
  }

  @Module(requires: "Disk")
  actor AccountModule {}

  @Test func `without a disk there is no account, and no crash`() async throws {
    let host = try await TestApplication.start(
      DiskModule.self, AccountModule.self, failing: ["Disk.open": Offline()])
    #expect(host.module(AccountModule.self) == nil)
    #expect("\(host.explain("Account"))".contains("Disk.open failed"))
    #expect(host.report?.timeToReady != nil)
  }
  // endregion
}
