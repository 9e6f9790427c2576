// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantrySupport
import Testing

@testable import GantryProcess

@Suite struct ProcessNoticeTests {
  static let url = URL(filePath: "/").deletingLastPathComponent()

  static let rows: [(ProcessNotice, String)] = [
    (.opened(url), "opened \(url)"),
    (
      .unhandled(url, .undeclaredScheme("file", declared: ["shop"])),
      "no module answers for \(url): URLs with the scheme file are not accepted. Declared schemes: shop."
    ),
    (
      .malformed("no url", origin: "line 3"),
      "line 3: 'no url' is not a URL; write scheme://path?query, with a space as %20"
    ),
    (
      .malformed("shop://tag/ü", origin: "line 1"),
      "line 1: 'shop://tag/ü' is not a URL; write scheme://path?query, with ü as %C3%BC"
    ),
    (.reloaded(nil), "configuration was read again"),
    (
      .reloaded(.configuration(file: "app.json", reason: "access is denied")),
      """
      configuration file 'app.json' cannot be used: access is denied. Correct the path or the file, \
      or start without it.
      """
    ),
  ]

  @Test(arguments: rows) func `each notice is one line`(notice: ProcessNotice, text: String) {
    #expect(notice.description == text)
  }

  @Test func `an escape has two digits`() {
    let notice = ProcessNotice.malformed("shop://a\tb", origin: "line 1")
    #expect(notice.description.hasSuffix(" as %09"))
  }

  @Test func `the ready notice is the launch table, and the stopped notice counts modules`()
    async throws
  {
    let app = Application(modules: [], limits: Application.Limits(mainActor: nil)) { builder in
      builder.launch("setUp", body: .background { _ in })
    }
    let report = try await app.start()
    #expect(ProcessNotice.ready(report).description == report.description)
    #expect(ProcessNotice.stopped(await app.stop()).description == "stopped 0 modules")
  }

  @Module
  final class SingleModule {}

  @Test func `one stopped module is not several`() async throws {
    let app = Application(
      modules: [SingleModule.self], limits: Application.Limits(mainActor: nil))
    try await app.start()
    #expect(ProcessNotice.stopped(await app.stop()).description == "stopped 1 module")
  }

  /// With many URLs, since a wrong order shows only if another thread comes first.
  @Test func `a stop finds each URL as soon as it is being opened`() async throws {
    let app = Application(
      modules: [], schemes: ["shop"], limits: Application.Limits(mainActor: nil)
    ) { _ in }
    try await app.start()
    let watchdog = try Watchdog(app)
    watchdog.endLaunch()
    let unknown = Mutex(0)
    let observer = app.events.observe(OpenURL.self) { _ in
      if watchdog.opening.value == nil { unknown.withLock { $0 += 1 } }
    }
    let options = ProcessOptions(urls: Array(repeating: "shop://door", count: 2_000))
    await ProcessHost(app, options, watchdog: watchdog).openURLs(watchdog)
    observer.cancel()
    #expect(unknown.withLock { $0 } == 0)
    await watchdog.end()
    _ = await app.stop()
  }
}
