// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Logging
import GantryText
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

  @Test func `a module whose work fails too often fails with all modules that require it`()
    async throws
  {
    let host = TestApplication(
      module("Web", runs: Self.once), module("Shop", requires: "Web"),
      module("Cart", requires: "Shop"), module("Mail"))
    try await host.start()
    work.end(.throwing)
    work.end(.throwing)
    while host.explain("Cart").state != .failed { await Task.yield() }
    while journal.lines.last != "close Web" { await Task.yield() }
    #expect(journal.lines.suffix(3) == ["close Cart", "close Shop", "close Web"])
    let cause = "run 'serve': broken (after 1 restart in 60.0 s)"
    #expect(host.explain("Web").description == "Web has failed ← \(cause)")
    #expect(host.explain("Cart").description == "Cart has failed ← Web failed: \(cause)")
    #expect(host.explain("Mail").state == .launched)
    await host.stop()
  }

  @Test(arguments: [
    ("Web", "failed: run 'serve': broken"),
    ("Cart", "blocked by Shop ← Web, which failed: run 'serve': broken"),
  ])
  func `an essential module that fails or loses a requirement stops the application`(
    essential: String, reason: String
  ) async throws {
    let host = TestApplication(
      module("Web", essential: essential == "Web", runs: RunOptions(retry: .never)),
      module("Shop", requires: "Web"),
      module("Cart", requires: "Shop", essential: essential == "Cart"))
    try await host.start()
    await host.waitUntilIdle()
    work.end(.throwing)
    while journal.lines.last != "close Web" { await Task.yield() }
    let failed = try #require(host.sent(LaunchFailed.self).first)
    #expect(failed.name == ModuleName(essential) && failed.reason == reason)
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
    guard case .essential(let name, let reason, _)? = error else {
      Issue.record("not essential")
      return
    }
    #expect(name == "Web" && reason == "failed: run 'serve': broken")
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

  @Test func `a failed module waits for the tasks of its dependents and then stops them`()
    async throws
  {
    let gate = Lasting()
    let host = TestApplication(
      module("Web", runs: RunOptions(retry: .never)),
      .fake("Shop", ModuleOptions(requires: "Web")) { [journal] module in
        module.launch(
          "sync", TaskOptions(.afterReady), body: .background { _, _ in try await gate.run() })
        module.shutdown("close") { _ in journal.write("close Shop") }
      })
    try await host.start()
    await gate.called(1)
    work.end(.throwing)
    while host.explain("Web").chain.isEmpty { await Task.yield() }
    #expect(!journal.lines.contains("close Shop"))
    gate.end(.returns)
    while journal.lines.last != "close Web" { await Task.yield() }
    #expect(journal.lines.suffix(2) == ["close Shop", "close Web"])
    await host.stop()
  }

  /// The later module holds up the shutdown of the one whose work is in its pause.
  @Test func `work in its pause does not run again once a requirement has failed`() async throws {
    let (closing, web) = (Gate(), Lasting())
    let host = TestApplication(
      .fake("Web") { module in
        module.run("serve", RunOptions(retry: .never)) { _, _ in try await web.run() }
      },
      module("Feed", requires: "Web", runs: RunOptions(retry: .every(.seconds(3)))),
      .fake("Page", ModuleOptions(requires: "Feed")) { [journal] module in
        module.shutdown("close", ShutdownOptions(timeout: .seconds(60))) { _ in
          journal.write("closing Page")
          await closing.wait()
        }
      })
    try await host.start()
    await work.called(1)
    work.end(.throwing)
    await host.clock.sleeping()
    web.end(.throwing)
    while !journal.lines.contains("closing Page") { await Task.yield() }
    host.clock.advance(by: .seconds(3))
    while host.explain("Feed").chain.contains(where: { $0.contains("it runs again") }) {
      await Task.yield()
    }
    closing.open()
    while journal.lines.last != "close Feed" { await Task.yield() }
    #expect(work.calls == 1)
    let modules = try #require(host.application.current).host
    // The call that reported the failure may come to that only now.
    while modules.state.withLock({ !$0.entries.isEmpty || !$0.unclaimed.isEmpty }) {
      await Task.yield()
    }
    await host.stop()
  }

  @Test func `a failed module waits for the init of a dependent, whose shutdown has a limit`()
    async throws
  {
    let closing = Gate()
    let host = TestApplication(
      module("Web", runs: RunOptions(retry: .never)),
      .fake("Page", ModuleOptions(stage: .afterReady, requires: "Web")) { [journal] module in
        module.shutdown("close", ShutdownOptions(timeout: .seconds(3))) { _ in
          journal.write("closing Page")
          await closing.wait()
        }
      }, delaying: ["Page": .seconds(1)])
    try await host.start()
    await host.clock.sleeping()
    work.end(.throwing)
    while host.explain("Web").state != .failed { await Task.yield() }
    host.clock.advance(by: .seconds(1))
    while journal.lines.last != "closing Page" { await Task.yield() }
    await host.clock.sleeping()
    #expect(journal.lines == ["open Web", "closing Page"])
    host.clock.advance(by: .seconds(3))
    while journal.lines.last != "close Web" { await Task.yield() }
    closing.open()
    await host.stop()
  }

  @Test func `a failed requirement blocks a later task`() async throws {
    let host = TestApplication(
      module("Web", runs: RunOptions(retry: .never)), module("Shop", requires: "Web"),
      .fake("Mail") { module in
        let options = TaskOptions(requires: "Shop", after: Milestone("consent"))
        module.launch("send", options, body: .background { _, _ in })
      })
    try await host.start()
    work.end(.throwing)
    while journal.lines.last != "close Web" { await Task.yield() }
    await host.application.reach(Milestone("consent")).waitUntilSettled()
    #expect(
      host.application.report?.task(named: "Mail.send")?.outcome == .blocked(by: ["Shop", "Web"]))
    await host.stop()
  }
}
