// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantrySupport
import Testing

@testable import GantryProcess

@Suite(.timeLimit(.minutes(1))) struct OpeningTests {
  @Test
  func `a URL that waits for an interceptor doesn't hold up the next, and ends with the stop`()
    async throws
  {
    let never = Promise<RouteDecision>()
    let page = ModuleManifest(function: "page") { function in
      function.route(
        "page/:id", nil, RouteOptions(access: .external), body: .background { _, _, _ in })
    }
    let app = Application(
      modules: [], schemes: ["shop"], limits: Application.Limits(mainActor: nil)
    ) { $0.add(page) }
    try await app.start()
    try app.router.intercept("Ask", paths: ["page/1"], asksPerson: true) { _ async in
      await never.value()
    }
    let (notices, notice) = AsyncStream.makeStream(of: String.self)
    let options = ProcessOptions(urls: ["shop://page/1", "shop://page/2"]) {
      notice.yield("\($0)")
    }
    let watchdog = try Watchdog(app)
    watchdog.endLaunch()
    let opening = Task { await ProcessHost(app, options, watchdog: watchdog).openURLs(watchdog) }
    var said = notices.makeAsyncIterator()
    #expect(await said.next() == "opened shop://page/2")
    #expect(watchdog.opening.value == nil)
    // A stop cancels the opening of URLs.
    opening.cancel()
    await opening.value
    #expect(
      await said.next()
        == "no module answers for shop://page/1: The call to page was cancelled.")
    never.resolve(.allow)
    await watchdog.end()
    _ = await app.stop()
  }
}
