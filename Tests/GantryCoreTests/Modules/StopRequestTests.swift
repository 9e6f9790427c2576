// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import GantrySupport
import Testing

/// What a module can read from its application, and request from it.
@Suite struct StopRequestTests {
  private let journal = Journal()

  private func host() -> TestApplication {
    TestApplication(
      .fake("Orders") { [journal] module in
        module.launch(
          "open", body: .background { _, context in journal.write("\(context.application.state)") })
        module.on(
          Greeting.self, "hear",
          body: .background { _, event, context in
            journal.write("\(context.application.state)")
            if event.text == "stop" { context.application.stop(because: "all is done") }
            context.application.stop(because: Broken())
          })
        module.shutdown("close") { _, context in journal.write("\(context.application.state)") }
      })
  }

  @Test func `a module can read the state of its application`() async throws {
    let host = host()
    try await host.start()
    await host.stop()
    #expect(journal.lines == ["launching", "stopping"])
  }

  @Test(arguments: [("stop", "all is done", false), ("fail", "broken", true)])
  func `the first stop request stops the application and is in the report`(
    text: String, reason: String, isFailure: Bool
  ) async throws {
    let host = host()
    try await host.start()
    host.application.events.send(Greeting(text: text))
    while host.application.stopRequest == nil { await Task.yield() }
    // This joins the stop, or comes after it.
    await host.stop()
    #expect(journal.lines == ["launching", "ready", "stopping"])
    let request = try #require(host.application.stopRequest)
    #expect(request == StopRequest(module: "Orders", reason: reason, isFailure: isFailure))
    host.application.handleStopRequests { [journal] in journal.write("stop of the next run") }
    #expect(journal.lines.count == 3, "the request is not one of the next run")
    try await host.start()
    #expect(await host.stop().request == nil)
  }

  @Test func `a stop request during the launch is the error of the start`() async throws {
    let host = TestApplication(
      .fake("Orders") { module in
        module.launch(
          "open",
          body: .background { _, context in
            context.application.stop(because: "there is no license")
            try await context.events.neverEnds()
          })
      })
    let request = StopRequest(module: "Orders", reason: "there is no license", isFailure: false)
    let error = await host.startError()
    guard case .stopRequested(request)? = error else {
      Issue.record("another error: \(error.debugDescription)")
      return
    }
    let later = await #expect(throws: ApplicationError.self) {
      try await host.application.waitUntilReady()
    }
    guard case .stopRequested(request)? = later else {
      Issue.record("another error: \(later.debugDescription)")
      return
    }
  }

  @Test func `a context of an earlier run cannot reach milestones or stop the application`()
    async throws
  {
    let contexts = Mutex<[ModuleContext]>([])
    let host = TestApplication(
      .fake("Old") { module in
        module.launch(
          "open", body: .background { _, context in contexts.withLock { $0.append(context) } })
      },
      .fake("New") { [journal] module in
        module.launch(
          "ask", TaskOptions(after: Milestone("consent")),
          body: .background { _, _ in journal.write("asked") })
      })
    try await host.start()
    await host.stop()
    let first = contexts.withLock { $0.first }
    let old = try #require(first)
    #expect(old.application.reach(Milestone("consent")).tasks == [])
    try await host.start()
    old.application.reach(Milestone("consent"))
    old.application.stop(because: "it is too late")
    #expect(host.application.stopRequest == nil && old.application.state == .ready)
    #expect(journal.lines == [])
    let last = contexts.withLock { $0.last }
    let new = try #require(last)
    await new.application.reach(Milestone("consent")).waitUntilSettled()
    #expect(journal.lines == ["asked"])
    await host.stop()
  }
}
