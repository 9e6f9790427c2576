// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import GantrySupport
import Testing

/// Code that stops its own application, or another one.
@Suite(.timeLimit(.minutes(5))) struct StopCallerTests {
  private let journal = Journal()
  private let gate = Gate()
  /// Holds the application for closures that are created before it.
  private let holder = Holder()

  private final class Holder: Sendable {
    let application = Mutex<Application?>(nil)
    func stop() async -> ShutdownReport? { await application.withLock(\.self)?.stop() }
  }

  private func start(_ manifest: ModuleManifest) async throws -> Application {
    let app = Application(
      modules: [], launchOptions: .test, limits: .unwatched
    ) { $0.add(manifest) }
    holder.application.withLock { $0 = app }
    try await app.start()
    return app
  }

  private func wait(for line: String) async {
    while !journal.lines.contains(line) { await Task.yield() }
    holder.application.withLock { $0 = nil }
  }

  /// Stops the application in a task of its own, once the gate is open.
  private func stopLater() {
    Task { [journal, gate, holder] in
      await gate.wait()
      _ = await holder.stop()
      journal.write("stopped")
    }
  }

  private func saver(_ build: (inout ModuleBuilder<Fake>) -> Void) -> ModuleManifest {
    .fake("Saver") { module in
      build(&module)
      module.shutdown("save") { [journal] _ in journal.write("saved") }
    }
  }

  @Test func `a task that outlives the handler in which it began waits for the stop`() async throws
  {
    let app = try await start(
      saver { module in
        module.on(Greeting.self, "hear", body: .background { _, _, _ in stopLater() })
      })
    app.events.send(Greeting(text: "go"))
    await app.events.waitUntilHandled()
    gate.open()
    await wait(for: "stopped")
    #expect(journal.lines == ["saved", "stopped"])
  }

  @Test func `a task that outlives the work in which it began waits for the stop`() async throws {
    let app = try await start(
      saver { module in module.run("begin") { _, _ in stopLater() } })
    while app.explain("Saver.begin").state != .stopped { await Task.yield() }
    gate.open()
    await wait(for: "stopped")
    #expect(journal.lines == ["saved", "stopped"])
  }

  @Test func `a stop in a handler returns at once, since it waits for that handler`() async throws {
    let app = try await start(
      saver { module in
        module.on(
          Greeting.self, "hear",
          body: .background { [journal, holder] _, _, _ in
            #expect(await holder.stop()?.modules == [])
            journal.write("returned")
          })
      })
    app.events.send(Greeting(text: "go"))
    await wait(for: "saved")
    #expect(journal.lines == ["returned", "saved"])
  }

  @Test func `a stop in a shutdown returns at once, and the module stops cleanly`() async throws {
    let app = try await start(
      .fake("Last") { module in
        module.shutdown("close") { [journal, holder] _ in
          _ = await holder.stop()
          journal.write("closed")
        }
      })
    let report = await app.stop()
    #expect(report.modules.map(\.name) == ["Last"])
    #expect(report.failures == [])
    await wait(for: "closed")
  }

  @Test func `work of one application waits for the stop of another one`() async throws {
    let inner = Application(
      modules: [], launchOptions: .test, limits: .unwatched
    ) { $0.add(saver { _ in }) }
    try await inner.start()
    let outer = try await start(
      .fake("Outer") { module in
        module.run("host") { [journal] _, _ in
          #expect(await inner.stop().modules.map(\.name) == ["Saver"])
          journal.write("stopped")
        }
      })
    await wait(for: "stopped")
    #expect(journal.lines == ["saved", "stopped"])
    await outer.stop()
  }
}
