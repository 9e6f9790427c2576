// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

import Gantry
@testable import GantryCore

@Suite(.timeLimit(.minutes(5))) struct RunExplanationTests {
  private let work = Lasting()

  private func host(_ options: RunOptions) -> TestApplication {
    TestApplication(
      .fake("Web", ModuleOptions(requires: "Storage")) { [work] module in
        module.run("serve", options) { _, _ in try await work.run() }
      }, .fake("Storage"))
  }

  private func explanation(_ host: TestApplication) -> String {
    host.explain("Web.serve").description
  }

  @Test func `explain describes long-running work by name`() async throws {
    let host = host(RunOptions(retry: .every(.seconds(3))))
    #expect(explanation(host) == "Web.serve is waiting ← nothing has started it")
    try await host.start()
    await work.called(1)
    #expect(explanation(host) == "Web.serve is launched ← it is running")
    work.end(.throwing)
    await host.clock.waitUntilSleeping()
    #expect(
      explanation(host)
        == "Web.serve is waiting ← it runs again in 3.0 s (restart 1) ← failed: broken")
    host.clock.advance(by: .seconds(3))
    await work.called(2)
    #expect(
      explanation(host)
        == "Web.serve is launched ← it has been running since restart 1 ← last failure: broken")
    work.end(.returns)
    while host.explain("Web.serve").state == .launched(.good) { await Task.yield() }
    #expect(explanation(host) == "Web.serve is stopped ← it has returned")
    await host.stop()
    #expect(explanation(host) == "Web.serve is stopped ← Web is stopped")
  }

  @Test func `explain gives the reason for work that failed for good`() async throws {
    let host = host(RunOptions(retry: .never))
    try await host.start()
    await work.called(1)
    work.end(.throwing)
    while host.application.health["Web"] == .launched(.good) { await Task.yield() }
    #expect(host.explain("Web").state == .launched(.failed(because: "run 'serve': broken")))
    #expect(
      [
        "Web.serve has failed ← broken",
        "Web.serve has failed ← Web has failed ← run 'serve': broken",
      ]
      .contains(explanation(host)))
    await host.stop()
  }

  @Test func `explain suggests similar names of work`() {
    #expect(
      host(RunOptions()).explain("Web.serv").texts.last == "did you mean Web.serve?")
  }
}
