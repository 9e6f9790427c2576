// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import GantrySupport
import Testing

@testable import GantryCore
@testable import GantryLaunch

extension ServiceKeys {
  fileprivate var run: ServiceKey<Int> { .init(default: 0) }
}

/// Code of an earlier run that ends in the next one.
@Suite(.timeLimit(.minutes(5))) struct EarlierRunTests {
  /// A module whose first `init` waits for a gate, and ignores its cancellation.
  final class Slow: Module {
    static var manifest: ModuleManifest { .fake("Slow") }
    static let gate = Mutex<(gate: Gate, inits: Int)?>(nil)

    init(context: ModuleContext) async {
      let first = Self.gate.withLock { state -> Gate? in
        state?.inits += 1
        return state?.inits == 1 ? state?.gate : nil
      }
      await first?.wait()
    }
  }

  /// A module whose `init` waits for a gate, and whose end is written down.
  final class Late: Module {
    static var manifest: ModuleManifest { .fake("Late") }
    static let parts = Mutex<(gate: Gate, journal: Journal)?>(nil)
    private let journal = Late.parts.withLock { $0?.journal }

    init(context: ModuleContext) async {
      journal?.write("init")
      await Self.parts.withLock { $0?.gate }?.wait()
    }

    deinit { journal?.write("gone") }
  }

  private let journal = Journal()
  private let gate = Gate()
  private let clock = TestClock()

  private func application(_ manifest: ModuleManifest) -> Application {
    Application(
      modules: [], launchOptions: .test,
      limits: Application.Limits(
        launchWarning: nil, shutdown: .seconds(1), stop: .seconds(4), mainActor: nil, leaks: nil),
      clock: clock
    ) { $0.add(manifest) }
  }

  /// An application whose bodies are replaced.
  private func application(
    _ manifest: ModuleManifest,
    replacing replace: @escaping @Sendable (_ task: ModuleName, _ body: LaunchBody) -> LaunchBody
  ) -> Application {
    var hooks = ApplicationHooks()
    hooks.replaceBody = replace
    return Application(
      modules: [], added: [manifest], provided: [], milestones: [], schemes: .none,
      configuration: nil, sources: [], launchOptions: .test,
      limits: Application.Limits(
        launchWarning: nil, shutdown: .seconds(1), stop: .seconds(4), mainActor: nil, leaks: nil),
      logger: nil, clock: clock, hooks: hooks)
  }

  private func parts(_ module: inout ModuleBuilder<some Module>) {
    module.on(
      Greeting.self, "hear",
      body: .background { [journal] _, event, _ in journal.write("heard \(event.text)") })
    module.route("size", "size", [], body: .background { _, _, _ in 42 })
  }

  /// Whether the module of a run hears an event and answers a route.
  private func isAlive(_ app: Application, _ word: String) async throws {
    app.events.send(Greeting(text: word))
    await app.events.waitUntilHandled()
    #expect(journal.lines.contains("heard \(word)"))
    #expect(try await app.router.call("size", as: Int.self) == 42)
  }

  private func wait(for line: String) async {
    while !journal.lines.contains(line) { await Task.yield() }
  }

  /// Advances the clock until a stop has given up its waits.
  private func stop(_ app: Application) async -> ShutdownReport {
    let stopping = Task { await app.stop() }
    let advancing = Task { [clock] in
      while !Task.isCancelled {
        await clock.waitUntilSleeping()
        clock.advance(by: .seconds(1))
        await Task.yield()
      }
    }
    let report = await stopping.value
    advancing.cancel()
    return report
  }

  @Test func `an init that ends after the stop changes nothing in the next run`() async throws {
    Slow.gate.withLock { $0 = (gate, 0) }
    let app = application(
      ModuleManifest(of: Slow.self, ModuleOptions(), fileID: "Slow.swift", line: 1) { module in
        parts(&module)
        module.shutdown("close") { [journal] _ in
          for _ in 1...10 { await Task.yield() }
          journal.write(Task.isCancelled ? "cancelled" : "close")
        }
      })
    let starting = Task { try await app.start() }
    while Slow.gate.withLock({ $0?.inits }) != 1 { await Task.yield() }
    _ = await stop(app)
    await #expect(throws: ApplicationError.self) { try await starting.value }
    try await app.start()
    try await isAlive(app, "before")
    gate.open()
    // The late instance is shut down, since nothing else does that.
    while !journal.lines.contains("close"), !journal.lines.contains("cancelled") {
      await Task.yield()
    }
    #expect(!journal.lines.contains("cancelled"))
    try await isAlive(app, "after")
    #expect(app.explain("Slow").state == .launched(.good))
    _ = await stop(app)
  }

  @Test func `an init that ends after the application is gone is not followed by a shutdown`()
    async throws
  {
    Late.parts.withLock { $0 = (gate, journal) }
    var app: Application? = application(
      ModuleManifest(of: Late.self, ModuleOptions(stage: .onDemand), fileID: "Late.swift", line: 1)
      { module in
        module.shutdown("close") { [journal] _ in journal.write("close") }
        module.route("size", "size", [], body: .background { _, _, _ in 42 })
      })
    try await app?.start()
    let router = app?.router
    let call = Task { try await router?.call("size", as: Int.self) }
    await wait(for: "init")
    app = nil
    gate.open()
    await wait(for: "gone")
    #expect(!journal.lines.contains("close"))
    call.cancel()
  }

  @Test func `a shutdown that ends after the stop changes nothing in the next run`() async throws {
    let isFirst = Mutex(true)
    let app = application(
      .fake("Cache") { module in
        parts(&module)
        module.provide(Journal.self, "journal") { [journal] _ in journal }
        module.launch(
          "count", TaskOptions().returning(Int.self),
          body: .background { _, context in try context.setResult(7, as: Int.self) })
        module.shutdown("close", ShutdownOptions(timeout: .seconds(60))) { [journal, gate] _ in
          guard
            isFirst.withLock({ first in
              defer { first = false }; return first
            })
          else { return }
          journal.write("closing")
          await gate.wait()
          journal.write("closed")
        }
      })
    try await app.start()
    let report = await stop(app)
    #expect(report.modules.map(\.name) == ["Cache"])
    #expect(report.failures.map(\.name) == ["Cache"])
    #expect(journal.lines.contains("closing"))
    try await app.start()
    try await isAlive(app, "before")
    gate.open()
    await wait(for: "closed")
    await Task.yield()
    try await isAlive(app, "after")
    #expect(app.services.resolveIfPresent(Journal.self) != nil)
    #expect(app.services.resolveIfPresent(Int.self) == 7)
    _ = await stop(app)
  }

  @Test func `a keyed service after one that outlives the stop stays that of the next run`()
    async throws
  {
    let first = Mutex<WeakReference?>(nil)
    let app = application(
      .fake("Cache") { module in
        module.provide(Journal.self, "journal") { [journal, gate] module in
          let isFirst = first.withLock { first in
            first == nil && exchange(&first, with: WeakReference(module)) == nil
          }
          if isFirst {
            journal.write("opening")
            await gate.wait()
          }
          return journal
        }
        module.provide(\.run) { module in
          first.withLock(\.self)?.id == ObjectIdentifier(module) ? 1 : 2
        }
      })
    let starting = Task { try await app.start() }
    await wait(for: "opening")
    _ = await stop(app)
    await #expect(throws: ApplicationError.self) { try await starting.value }
    try await app.start()
    #expect(app.services[\.run] == 2)
    gate.open()
    // The body of the first run keeps its module until it ends.
    while first.withLock({ $0?.isAlive }) == true, app.services[\.run] == 2 { await Task.yield() }
    #expect(app.services[\.run] == 2)
    _ = await stop(app)
  }

  @Test func `a module that hears after its tasks is not woken by the run before`() async throws {
    let filling = Gate()
    let run = Mutex(0)
    let app = application(
      .fake("Cache", ModuleOptions(events: .afterReadyTasks)) { module in
        parts(&module)
        module.launch(
          "fill", TaskOptions(.afterReady),
          body: .background { [journal] _, _ in
            if run.withLock(\.self) == 2 { await filling.wait() }
            journal.write("filled")
          })
      }
    ) { [journal, gate] task, body in
      guard case .background(let listen) = body, task.rawValue.hasSuffix("handlers") else {
        return body
      }
      return .background {
        guard run.withLock(\.self) == 1 else { return try await listen() }
        journal.write("begins to listen")
        await gate.wait()
        try await listen()
        journal.write("listens late")
      }
    }
    run.withLock { $0 = 1 }
    try await app.start()
    await wait(for: "begins to listen")
    _ = await stop(app)
    run.withLock { $0 = 2 }
    try await app.start()
    app.events.send(Greeting(text: "early"))
    gate.open()
    await wait(for: "listens late")
    await app.events.waitUntilHandled()
    #expect(!journal.lines.contains("heard early"))
    filling.open()
    await wait(for: "heard early")
    _ = await stop(app)
  }

  @Test func `a service that fails after the stop withdraws nothing of the next run`() async throws
  {
    let isFirst = Mutex(true)
    let app = application(
      .fake("Cache") { module in
        module.provide(Journal.self, "journal") { [journal, gate] _ in
          guard isFirst.withLock({ exchange(&$0, with: false) }) else { return journal }
          journal.write("opening")
          await gate.wait()
          journal.write("throwing")
          throw Broken()
        }
      })
    let starting = Task { try await app.start() }
    await wait(for: "opening")
    _ = await stop(app)
    await #expect(throws: ApplicationError.self) { try await starting.value }
    try await app.start()
    gate.open()
    await wait(for: "throwing")
    await Task.yield()
    #expect(app.services.resolveIfPresent(Journal.self) != nil)
    _ = await stop(app)
  }
}
