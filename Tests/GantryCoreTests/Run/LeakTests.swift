// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import LogFixture
import Logging
import GantrySupport
import Testing

@testable import GantryCore

/// Objects that outlive the module that they belong to.
@Suite(.timeLimit(.minutes(5))) struct LeakTests {
  private final class Storage: Sendable {}
  private struct Prices: Sendable {}

  private struct Page: TypedRoute {
    typealias Output = String
    static let routePattern = "page"
    static var routeParameters: [RouteParameter] { [] }
    init() {}
    init(routeArguments arguments: RouteArguments) throws(RouteError) {}
    var routeArguments: RouteArguments { RouteArguments(route: Self.routePattern) }
  }

  private let clock = TestClock()
  private let log = LogRecorder()
  /// Retains the objects that a test leaks, as a global would.
  private let holder = Holder()

  private final class Holder: Sendable {
    private let held = Mutex<[any Sendable]>([])
    func hold(_ value: some Sendable) { held.withLock { $0.append(value) } }
    func letGo() { held.withLock { $0 = [] } }
  }

  private func application(
    leaks: Duration? = .seconds(5), _ manifests: ModuleManifest...
  ) -> Application {
    Application(
      modules: [], launchOptions: .test,
      limits: Application.Limits(mainActor: nil, leaks: leaks), logger: log.logger,
      clock: clock
    ) { for manifest in manifests { $0.add(manifest) } }
  }

  /// A module that leaks its instance when it launches.
  private func leaking(_ name: String) -> ModuleManifest {
    .fake(name) { [holder] in $0.launch("open", body: .background { fake, _ in holder.hold(fake) })
    }
  }

  /// Advances the clock, and returns once this many warnings have been logged.
  private func warnings(_ count: Int) async -> [String] {
    await clock.waitUntilSleeping()
    clock.advance(by: .seconds(5))
    while log.lines(.warning).count < count { await Task.yield() }
    return log.lines(.warning)
  }

  private let advice = """
    Something still retains it: a task that has not ended, a closure without `[weak self]`, a \
    global, or a running module that received it.
    """

  @Test func `only a module that is still retained is reported as a leak`() async throws {
    let app = application(leaking("Alpha"), .fake("Beta"))
    try await app.start()
    await app.stop()
    #expect(log.lines(.warning) == [])
    #expect(
      await warnings(1) == [
        "the module Alpha (Fake) is still alive 5.0 s after its stop. \(advice)"
          + " gantry.module=Alpha"
      ])
  }

  @Test func `a module released in time is not reported`() async throws {
    let app = application(leaking("Alpha"), leaking("Beta"))
    try await app.start()
    await app.stop()
    await clock.waitUntilSleeping()
    holder.letGo()
    clock.advance(by: .seconds(5))
    try await app.start()
    await app.stop()
    #expect(Set(await warnings(2).map { $0.prefix(15) }) == ["the module Alph", "the module Beta"])
  }

  @Test func `a retained service object is reported, and a value is not`() async throws {
    let app = application(
      .fake("Alpha") { module in
        module.provide(Storage.self, "storage") { _ in Storage() }
        module.provide(Prices.self, "prices") { _ in Prices() }
        module.provide(Fake.self, "itself") { $0 }
      })
    try await app.start()
    holder.hold(app.services.resolveIfPresent(Storage.self))
    holder.hold(app.services.resolveIfPresent(Prices.self))
    await app.stop()
    #expect(
      await warnings(1) == [
        "the service Storage (Storage) of Alpha is still alive 5.0 s after its stop. \(advice)"
          + " gantry.module=Alpha"
      ])
  }

  @Test func `a route that is still being called is reported with its module`() async throws {
    let gate = Gate()
    let (calls, called) = AsyncStream.makeStream(of: Void.self)
    let app = application(
      .fake("Alpha") { module in
        module.route(
          Page.self, "page",
          body: .background { _, _, _ in
            called.yield()
            await gate.wait()
            return "page"
          })
      })
    try await app.start()
    async let page = app.router.call(Page())
    for await _ in calls { break }
    await app.stop()
    let lines = await warnings(2)
    #expect(lines.first?.hasPrefix("the module Alpha (Fake) is still alive") == true)
    #expect(
      lines.last == """
        the handler of the route Alpha/page of Alpha is still alive 5.0 s after its stop. A call to \
        the route has not ended. gantry.module=Alpha
        """)
    gate.open()
    #expect(try await page == "page")
  }

  @Test func `while the main actor is held, the code that holds it is named instead`() async throws
  {
    let watch = LeakWatch(after: .seconds(5), clock: clock, logger: log.logger) {
      "the handler 'hear' of Beta"
    }
    let storage = Storage()
    holder.hold(storage)
    let object = try #require(WeakReference(storage))
    watch.add([LeakCandidate(module: "Alpha", part: .module, object: object)])
    #expect(
      await warnings(1) == [
        """
        the module Alpha (Storage) is still alive 5.0 s after its stop. The main actor is held by \
        the handler 'hear' of Beta, which may be in its way. gantry.module=Alpha
        """
      ])
    withExtendedLifetime(watch) {}
  }

  @Test func `without a limit nothing is checked for leaks`() async throws {
    let app = application(leaks: nil, leaking("Alpha"))
    try await app.start()
    await app.stop()
    clock.advance(by: .seconds(100))
    #expect(app.leaking.isEmpty)
    #expect(log.lines(.warning) == [])
  }

  @Test func `a service that a test gives its host is not a leak`() async throws {
    final class Given: Sendable {}
    let host = TestApplication(
      modules: ModuleSelection([]), providing: { $0.provide(Given(), as: Given.self) })
    try await host.start()
    await host.stop()
    #expect(await host.leaks() == [])
  }

  @Test func `a test can read what its host has leaked`() async throws {
    let host = TestApplication(leaking("Alpha"), .fake("Beta"))
    try await host.start()
    #expect(await host.leaks() == [])
    await host.stop()
    #expect(await host.leaks() == ["the module Alpha (Fake)"])
    holder.letGo()
    #expect(await host.leaks() == [])
  }
}
