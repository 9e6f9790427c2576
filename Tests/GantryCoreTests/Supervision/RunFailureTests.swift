// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import LogFixture
import Logging
import GantrySupport
import Testing

import Gantry
@testable import GantryCore

@Suite(.timeLimit(.minutes(5))) struct RunFailureTests {
  private let work = Lasting()
  private let journal = Journal()

  private func module(
    _ name: String, requires: ModuleName..., essential: Bool = false, runs: RunOptions? = nil
  ) -> ModuleManifest {
    var options = ModuleOptions(essential: essential)
    options.dependencies = requires.map { ModuleDependency(.requires, $0) }
    return .fake(name, options) { [work, journal] module in
      module.launch("open", body: .background { _, _ in journal.write("open \(name)") })
      if let runs { module.run("serve", runs) { _, _ in try await work.run() } }
      module.shutdown("close") { _ in journal.write("close \(name)") }
    }
  }

  private static let once = RunOptions(retry: .immediately(1))

  @Test func `a module whose work fails too often stays, and so do all that require it`()
    async throws
  {
    let host = TestApplication(
      module("Web", runs: Self.once), module("Shop", requires: "Web"),
      module("Cart", requires: "Shop", essential: true), module("Mail"))
    try await host.start()
    work.end(.throwing)
    work.end(.throwing)
    while !host.explain("Web").hasFailed { await Task.yield() }
    let cause = "run 'serve': broken (after 1 restart in 60.0 s)"
    #expect(
      host.explain("Web").description
        == "Web has failed ← \(cause) ← its services and routes still answer")
    for name in ["Shop", "Cart", "Mail"] as [ModuleName] {
      #expect(host.explain(name).isLaunched)
    }
    #expect(!journal.lines.contains { $0.hasPrefix("close") })
    await host.stop()
    let closed = journal.lines.filter { $0.hasPrefix("close") && $0 != "close Mail" }
    #expect(closed == ["close Cart", "close Shop", "close Web"])
  }

  @Test func `an essential module whose work has failed stops the application`() async throws {
    let host = TestApplication(
      module("Web", essential: true, runs: RunOptions(retry: .never)),
      module("Shop", requires: "Web"))
    try await host.start()
    await host.waitUntilIdle()
    work.end(.throwing)
    while journal.lines.last != "close Web" { await Task.yield() }
    let failed = try #require(host.sent(LaunchFailed.self).first)
    #expect(failed.name == "Web" && failed.reason == "run 'serve': broken")
    await host.stop()
  }

  @Test func `an essential task does not make the work of its module essential`() async throws {
    let host = TestApplication(
      .fake("Web") { [work, journal] module in
        module.launch(
          "open", TaskOptions(essential: true),
          body: .background { _, _ in journal.write("open") })
        module.run("serve", RunOptions(retry: .never)) { _, _ in try await work.run() }
      })
    try await host.start()
    work.end(.throwing)
    while !host.explain("Web").hasFailed { await Task.yield() }
    #expect(host.sent(LaunchFailed.self).isEmpty && host.application.health.state == .ready)
    await host.stop()
  }

  @Test func `an essential failure while other modules launch ends the start with its cause`() async
  {
    let gate = Lasting()
    let host = TestApplication(
      module("Web", essential: true, runs: RunOptions(retry: .never)),
      .fake("Slow") { module in
        module.launch("open", body: .background { _, _ in try await gate.run() })
      })
    let starting = Task { await host.startError() }
    await work.called(1)
    await gate.called(1)
    work.end(.throwing)
    let error = await starting.value
    guard case .essential(let failed, _)? = error else {
      Issue.record("not essential")
      return
    }
    #expect(failed.name == "Web" && failed.reason == "run 'serve': broken")
    #expect(
      error?.description
        == """
        the launch was stopped, because Web is essential and no longer runs: run 'serve': \
        broken. Modules that had started were shut down in reverse order.
        """)
  }

  @Test(arguments: [
    (
      RunOptions(retry: .never),
      "the app was stopped, because Web is essential and no longer runs: run 'serve': broken."
    ),
    (nil, "the app was stopped, because Late.load is essential and failed: broken."),
  ])
  func `an essential failure after ready is logged as an error that says so`(
    runs: RunOptions?, text: String
  ) async throws {
    let log = LogRecorder()
    let application = Application(
      modules: [], limits: .unwatched,
      logger: log.logger
    ) { builder in
      builder.add(module("Web", essential: true, runs: runs ?? RunOptions()))
      guard runs == nil else { return }
      builder.add(
        .fake("Late") { [work] module in
          module.launch(
            "load", TaskOptions(.afterReady, essential: true),
            body: .background { _, _ in try await work.run() })
        })
    }
    try await application.start()
    await work.called(runs == nil ? 2 : 1)
    for _ in 1...2 { work.end(.throwing) }
    while log.lines(.error).isEmpty { await Task.yield() }
    _ = await application.stop()
    let line = try #require(log.lines(.error).last)
    #expect(line.hasPrefix("\(text) Its modules were shut down in reverse order."), "\(line)")
  }

  @Test func `the other work, services, routes and handlers of the module go on`() async throws {
    let other = Lasting()
    let host = TestApplication(
      .fake("Web") { [work, journal] module in
        module.run("serve", RunOptions(retry: .never)) { _, _ in try await work.run() }
        module.run("poll", RunOptions(retry: .immediately(5))) { _, _ in try await other.run() }
        module.provide(String.self, "name") { _ in "web" }
        module.route("web", "page", [], body: .background { _, _, _ in "page" })
        module.on(
          Greeting.self, "hear",
          body: .background { _, event, _ in journal.write("heard \(event.text)") })
      })
    try await host.start()
    await other.called(1)
    work.end(.throwing)
    while !host.explain("Web").hasFailed { await Task.yield() }
    other.end(.throwing)
    await other.called(2)
    #expect(host.application.services.resolveIfPresent(String.self) == "web")
    #expect(try await host.application.router.call("web", as: String.self) == "page")
    await host.send(Greeting(text: "again"))
    await host.waitUntilHandled()
    #expect(journal.lines == ["heard again"])
    await host.stop()
  }

  @Test func `work in its pause runs again although a requirement has failed`() async throws {
    let web = Lasting()
    let host = TestApplication(
      .fake("Web") { module in
        module.run("serve", RunOptions(retry: .never)) { _, _ in try await web.run() }
      },
      module("Feed", requires: "Web", runs: RunOptions(retry: .every(.seconds(3)))))
    try await host.start()
    await work.called(1)
    work.end(.throwing)
    await host.clock.waitUntilSleeping()
    web.end(.throwing)
    while !host.explain("Web").hasFailed { await Task.yield() }
    host.clock.advance(by: .seconds(3))
    await work.called(2)
    await host.stop()
  }

  @Test func `a later task runs although the work of a requirement has failed`() async throws {
    let host = TestApplication(
      module("Web", runs: RunOptions(retry: .never)),
      .fake("Mail") { module in
        let options = TaskOptions(requires: "Web", after: Milestone("consent"))
        module.launch("send", options, body: .background { _, _ in })
      })
    try await host.start()
    work.end(.throwing)
    while !host.explain("Web").hasFailed { await Task.yield() }
    await host.application.reach(Milestone("consent")).waitUntilSettled()
    #expect(host.application.report?.task(named: "Mail.send")?.outcome == .succeeded)
    await host.stop()
  }
}
