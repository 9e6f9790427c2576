// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantrySupport
import GantryTesting
import LogFixture
import Logging
import Testing

/// Interceptors that take long.
extension GuardedLaunchTests {
  private func asking(_ asksPerson: Bool, _ never: Promise<RouteDecision>) -> ModuleManifest {
    .fake("Guard") { [journal] module in
      module.intercept(
        "check", ["secret/:id"], InterceptorOptions(asksPerson: asksPerson),
        body: .background { _, _, _ in
          journal.write("asked")
          return await never.value()
        })
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func `the log names an interceptor after five seconds, unless it asks a person`(
    asksPerson: Bool
  ) async throws {
    let (clock, never) = (TestClock(), Promise<RouteDecision>())
    let (lines, line) = AsyncStream.makeStream(of: Void.self)
    let log = LogRecorder { if $0.contains("has not decided") { line.yield() } }
    let app = Application(
      modules: [], schemes: ["shop"], launchOptions: .test, limits: .unwatched, logger: log.logger,
      clock: clock
    ) { builder in
      for manifest in [self.asking(asksPerson, never), self.secret] { builder.add(manifest) }
    }
    try await app.start()
    let opening = Task { await open(app) }
    if asksPerson {
      while journal.lines.isEmpty { await Task.yield() }
      clock.advance(by: .seconds(60))
    } else {
      await clock.waitUntilSleeping()
      clock.advance(by: .seconds(5))
      for await _ in lines { break }
    }
    never.resolve(.allow)
    #expect(await opening.value == "shown")
    #expect(
      log.lines(.notice).filter { $0.contains("decided") }
        == (asksPerson
          ? []
          : [
            "Guard/check has not decided about Secret/show for five seconds. If it asks a person,"
              + " declare it with asksPerson: true. gantry.route=Secret/show"
          ]))
    await app.stop()
  }

  @Test(.timeLimit(.minutes(1))) func `a limit that the caller wrote ends an interceptor`()
    async throws
  {
    let (clock, never) = (TestClock(), Promise<RouteDecision>())
    let app = application([asking(true, never), secret], clock: clock)
    try await app.start()
    let event = OpenURL(url: try #require(URL(string: "shop://secret/7")))
    let opening = Task { try await app.open(event, within: .seconds(3)) }
    await clock.waitUntilSleeping()
    clock.advance(by: .seconds(3))
    await #expect(throws: RouteError.undecided(by: "Guard/check", route: "Secret/show")) {
      try await opening.value
    }
    never.resolve(.allow)
    await app.stop()
  }

  @Test(.timeLimit(.minutes(1))) func `a stop ends an interceptor that never decides`()
    async throws
  {
    let never = Promise<RouteDecision>()
    let app = application([asking(true, never), secret])
    try await app.start()
    let opening = Task { await open(app) }
    while journal.lines.isEmpty { await Task.yield() }
    await app.stop()
    #expect(await opening.value == Self.closed("is stopping"))
    never.resolve(.allow)
  }
}
