// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import Gantry
@testable import GantryTesting

/// Modules that are added while the application runs.
@Suite struct AddingTests {
  private let journal = Journal()

  /// A module that records its life, hears greetings, answers a route and provides a number.
  private func guest(
    _ name: String = "Guest", _ options: ModuleOptions = ModuleOptions()
  ) -> ModuleManifest {
    .fake(name, options) { [journal] module in
      module.launch("open", body: .background { _, _ in journal.write("\(name).open") })
      module.on(
        Greeting.self, "hear",
        body: .background { _, event, _ in
          journal.write("\(name) hears \(event.text)")
        })
      module.provides(Int.self, "number") { _ in 7 }
      module.route("\(name)/page", "page", body: .background { _, _, _ in "\(name)'s page" })
      module.shutdown("close") { _ in journal.write("\(name).close") }
    }
  }

  private func closing(_ name: String) -> ModuleManifest {
    .fake(name) { [journal] module in
      module.shutdown("close") { _ in journal.write("\(name).close") }
    }
  }

  @Test func `an added module launches, hears events, provides services, and stops first`()
    async throws
  {
    let host = TestApplication(closing("Base"))
    try await host.start()
    let app = host.application
    let report = try #require(try await app.add([guest("Guest", ModuleOptions(requires: "Base"))]))
    #expect(report.tasks.map(\.name) == ["Guest.init", "Guest.open", "Guest"])
    #expect(report.task(named: "Guest")?.outcome == .succeeded)
    #expect(host.explain("Guest").state == .launched)
    app.events.send(Greeting(text: "hello"))
    await app.events.waitUntilIdle()
    #expect(app.services.resolve(Int.self) == 7)
    #expect(try await app.router.call("Guest/page", as: String.self) == "Guest's page")
    #expect(app.manifest.modules.map(\.name) == ["Base", "Guest"])
    let stopped = await app.stop()
    #expect(stopped.modules.map(\.name) == ["Guest", "Base"])
    #expect(journal.lines == ["Guest.open", "Guest hears hello", "Guest.close", "Base.close"])
  }

  @Test func `adding a module twice does nothing, and other modules in the call are added`()
    async throws
  {
    let host = TestApplication(modules: [Listed.self])
    try await host.start()
    #expect(try await host.application.add(Listed.self) == nil)
    #expect(try await host.application.add(Other.self)?.task(named: "Other") != nil)
    #expect(try await host.application.add(Other.self, Listed.self) == nil)
    await host.stop()
  }

  @Test func `adding modules with a fault throws and changes nothing`() async throws {
    let host = TestApplication(guest("Base"))
    try await host.start()
    let app = host.application
    let wrong: [[ModuleManifest]] = [
      [.fake("Base", at: "Other.swift:1")],
      [guest("Guest", ModuleOptions(requires: "Nothing"))],
      [.fake("Page") { $0.inject(String.self) }],
      [.fake("Page") { $0.route("Base/page", "page", body: .background { _, _, _ in "" }) }],
      [guest("Left", ModuleOptions(after: "Right")), .fake("Right", ModuleOptions(after: "Left"))],
    ]
    for manifests in wrong {
      do {
        _ = try await app.add(manifests)
        Issue.record("\(manifests.map(\.name)) was added")
      } catch {
        guard case .notAdded(let faults) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(!faults.isEmpty)
      }
    }
    #expect(app.manifest.modules.map(\.name) == ["Base"])
    #expect(app.check().isEmpty)
    #expect(app.router.routes.count == 1)
    #expect(journal.lines == ["Base.open"])
    #expect(host.explain("Guest").state == .unknown)
    await host.stop()
  }

  @Test func `faulty images are left out and reported once`() async throws {
    let host = TestApplication(guest("Base"))
    try await host.start()
    let app = host.application
    func names() -> [ModuleName] { app.manifest.modules.map(\.name) }
    var images: [String: [ModuleManifest]] = [
      "faulty": [closing("Good"), .fake("Bad", ModuleOptions(requires: "Nowhere"))],
      "sound": [.fake("First", ModuleOptions(requires: "Second"))],
      "beside": [.fake("Second")],
    ]
    do {
      _ = try await app.add(images)
      Issue.record("the faulty image was added")
    } catch {
      #expect(
        "\(error)".hasPrefix(
          """
          the modules cannot be added; the application goes on without them. Faults: 1
          - Bad requires Nowhere
          """), "\(error)")
    }
    #expect(names() == ["Base", "First", "Second"])
    #expect(try await app.add(images) == nil)
    images["later"] = [.fake("Nowhere")]
    let report = try #require(try await app.add(images))
    #expect(report.failed == [])
    #expect(Set(names()) == ["Bad", "Base", "First", "Good", "Nowhere", "Second"])
    await host.stop()
  }

  @Test
  func `an added module waits for after-ready tasks and starts on-demand modules it requires`()
    async throws
  {
    let gate = Gate()
    let host = TestApplication(
      .fake("Slow", ModuleOptions(stage: .afterReady)) { [journal] module in
        module.launch("open", TaskOptions(.afterReady), body: .background { _, _ in })
        module.launch(
          "work", TaskOptions(.afterReady),
          body: .background { _, _ in
            await gate.wait()
            journal.write("Slow.work")
          })
      },
      .fake("Lazy", ModuleOptions(stage: .onDemand)) { [journal] module in
        module.launch("wake", body: .background { _, _ in journal.write("Lazy.wake") })
      })
    try await host.start()
    let options = ModuleOptions(stage: .afterReady, requires: "Slow.work", "Lazy")
    let guest = guest("Guest", options)
    async let report = host.application.add([guest])
    gate.open()
    #expect(try await report?.failed == [])
    #expect(Set(journal.lines.prefix(2)) == ["Slow.work", "Lazy.wake"])
    #expect(journal.lines.last == "Guest.open")
    await host.stop()
  }

  @Test func `an added module is blocked by a failed module and comes back with it`() async throws {
    let isBroken = Flag(true)
    let host = TestApplication(
      .fake("Base") { module in
        module.launch("open", body: .background { _, _ in if isBroken.value { throw Broken() } })
      })
    try await host.start()
    _ = try await host.application.add([guest("Guest", ModuleOptions(requires: "Base"))])
    #expect(
      host.explain("Guest").description == "Guest has failed ← Base ← Base.open failed: broken")
    isBroken.value = false
    try await host.application.enable("Base")
    #expect(host.explain("Guest").state == .launched)
    try await host.application.disable("Base")
    #expect(host.explain("Guest").chain == ["switched off with Base"])
    await host.stop()
  }

  @Test func `tasks of an added module wait only for milestones not yet reached`() async throws {
    let (early, late) = (Milestone("early"), Milestone("late"))
    let host = TestApplication(.fake("Base"))
    try await host.start()
    host.application.reach(early)
    _ = try await host.application.add([
      .fake("Guest") { [journal] module in
        module.launch(
          "first", TaskOptions(after: early, concurrent: true),
          body: .background { _, _ in
            journal.write("first")
          })
        module.launch(
          "second", TaskOptions(after: late, concurrent: true),
          body: .background { _, _ in
            journal.write("second")
          })
      }
    ])
    #expect(journal.lines == ["first"])
    #expect(host.explain("Guest.second").state == .waiting)
    await host.application.reach(late).waitUntilSettled()
    #expect(journal.lines == ["first", "second"])
    await host.stop()
  }

  @Test func `an added module stays in the application for later checks and starts`() async throws {
    let host = TestApplication(closing("Zebra"))
    let app = host.application
    await #expect(throws: ApplicationError.self) { _ = try await app.add([guest()]) }
    try await app.start()
    _ = try await app.add([guest("Guest", ModuleOptions(before: "Zebra"))])
    await app.stop()
    #expect(app.explain("Guest").state == .registered)
    try await app.start()
    #expect(app.explain("Guest").state == .launched)
    #expect(try app.plan().launchOrder == ["Guest.init", "Guest.open", "Guest", "Zebra"])
    await app.stop()
    #expect(journal.lines.suffix(2) == ["Zebra.close", "Guest.close"])
  }

  @Test func `a launch task adds a module that requires the task itself`() async throws {
    let host = TestApplication(
      .fake("Plugins") { [journal] module in
        module.launch(
          "load", TaskOptions(.afterReady),
          body: .background { _, _ in
            _ = try await TestHosts.current.value?.add([
              .fake("Guest", ModuleOptions(stage: .afterReady, requires: "Plugins.load")) {
                module in
                module.launch("open", body: .background { _, _ in journal.write("Guest.open") })
              }
            ])
            journal.write("Plugins.load")
          })
      })
    TestHosts.current.value = host.application
    try await host.start()
    _ = await host.waitUntilIdle()
    _ = await host.waitUntilIdle()
    TestHosts.current.value = nil
    #expect(journal.lines == ["Plugins.load", "Guest.open"])
    await host.stop()
  }

  /// A module whose launch task changes the application.
  private func changing(
    _ name: String, _ app: Flag<Application?>,
    _ change: @escaping @Sendable (Application) async throws -> Void
  ) -> ModuleManifest {
    .fake(name) { [journal] module in
      module.launch(
        "load",
        body: .background { _, _ in
          if let app = app.value { try await change(app) }
          journal.write("\(name).load")
        })
    }
  }

  @Test(.timeLimit(.minutes(5))) func `an added module adds another one while it launches`()
    async throws
  {
    let host = TestApplication(closing("Base"))
    let app = host.application
    try await host.start()
    let guest = guest()
    let report = try await app.add([
      changing("Plugins", Flag(app)) { app in _ = try await app.add([guest]) }
    ])
    #expect(report?.task(named: "Plugins.load")?.outcome == .succeeded)
    _ = await host.waitUntilIdle()
    #expect(host.explain("Guest").state == .launched)
    await host.stop()
  }

  @Test(.timeLimit(.minutes(5)))
  func `a module that comes back switches others off and on while it launches`() async throws {
    let current = Flag<Application?>(nil)
    let host = TestApplication(
      guest(),
      changing("Plugins", current) { app in
        _ = try await app.disable("Guest")
        _ = try await app.enable("Guest")
      })
    let app = host.application
    try await host.start()
    _ = try await app.disable("Plugins")
    current.value = app
    let report = try await app.enable("Plugins")
    current.value = nil
    #expect(report.launch?.task(named: "Plugins.load")?.outcome == .succeeded)
    #expect(
      journal.lines == [
        "Guest.open", "Plugins.load", "Guest.close", "Guest.open", "Plugins.load",
      ])
    await host.stop()
  }
}

/// A value that tasks share.
private final class Flag<Value: Sendable>: Sendable {
  private let stored: Mutex<Value>
  init(_ value: Value) { stored = Mutex(value) }
  var value: Value {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

private enum TestHosts {
  static let current = Flag<Application?>(nil)
}

private final class Listed: Module {
  static var manifest: ModuleManifest { ModuleManifest(of: Listed.self) { _ in } }
  init(context: ModuleContext) {}
}

private final class Other: Module {
  static var manifest: ModuleManifest { ModuleManifest(of: Other.self) { _ in } }
  init(context: ModuleContext) {}
}
