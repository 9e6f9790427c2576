// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryTesting
import Testing

/// Finding, listing and starting modules: a test for each use in place of which teams had something before.
@Suite struct ModuleUses {
  static let stages = Journal()

  @Test
  func `S1: a module observes "did finish launching" once, then unsubscribes`() async throws {
    let journal = Journal()
    let host = try await TestApplication.start(OnceModule.self) {
      $0.provide(journal, as: Journal.self)
    }
    for _ in 0..<3 { await host.send(DidFinishLaunching()) }
    #expect(journal.lines == ["launched"])
    await host.stop()
  }

  @Test
  func `S2: records of {stage, function} in a data segment; the app says when a stage is reached`()
    async throws
  {
    let app = Application(modules: .linked(only: ["useAtFirstPage", "useAtStart"]))
    try await app.start()
    #expect(Self.stages.lines == ["start"])
    await app.reach(.useFirstPage).waitUntilSettled()
    #expect(Self.stages.lines == ["start", "first page"])
    await app.stop()
  }

  @Test(arguments: [
    #"{"ordered": true, "modules": ["UseSecond", "UseFirst"]}"#,
    #"{"ordered": true, "modules": ["UseSecondModule", "UseFirstModule"]}"#,
  ])
  func `S3: a list of life-cycle classes in a config file`(text: String) async throws {
    let journal = Journal()
    let list = try ModuleList(json: Data(text.utf8), file: "modules.json")
    let app = Application(modules: ModuleSelection(Self.listed, list: list)) {
      $0.provide(journal, as: Journal.self)
    }
    try await app.start()
    #expect(journal.lines == ["second", "first"], "in the order of the list, without the third")
    await app.stop()
  }

  @Test
  func `S4: categories that add a handler without replacing the others`() async throws {
    let journal = Journal()
    let host = try await TestApplication.start(UseFirstModule.self, UseSecondModule.self) {
      $0.provide(journal, as: Journal.self)
    }
    await host.send(DidEnterBackground())
    #expect(
      journal.lines.filter { $0.hasSuffix("away") }.sorted() == ["first is away", "second is away"])
    await host.stop()
  }

  @Test
  func
    `S6: all subclasses of a base class found at run time; debug components not linked in release`()
  {
    let found = Application().manifest.modules
    #expect(found.contains { $0.name == "UseFirst" }, "linking it is enough")
    #if DEBUG
      let isDebug = true
    #else
      let isDebug = false
    #endif
    #expect(found.contains { $0.name == "UseDebugMenu" } == isDebug)
  }

  @Test
  func `S8: a module manager with a plist`() async throws {
    let entries: [String: Any] = [
      "modules": ["UseSecondModule", ["name": "UseFirst", "enabled": false]]
    ]
    let plist = try PropertyListSerialization.data(
      fromPropertyList: entries, format: .xml, options: 0)
    let journal = Journal()
    let list = try ModuleList(plist: plist, file: "modules.plist")
    let app = Application(modules: ModuleSelection(Self.listed, list: list)) {
      $0.provide(journal, as: Journal.self)
    }
    try await app.start()
    #expect(journal.lines == ["second"])
    #expect(app.explain("UseFirst").description.contains("disabled in the list"))
    await app.stop()
  }

  private static let listed: [any Module.Type] = [
    UseFirstModule.self, UseSecondModule.self, UseThirdModule.self,
  ]
}

@Module(name: "UseOnce")
final class OnceModule {
  @Inject let journal: Journal
  @On(.once) func launched(_ event: DidFinishLaunching) { journal.write("launched") }
}

extension Milestone { fileprivate static let useFirstPage = Milestone("useFirstPage") }

@Launch func useAtStart() { ModuleUses.stages.write("start") }
@Launch(after: .useFirstPage) func useAtFirstPage() { ModuleUses.stages.write("first page") }

@Module
final class UseFirstModule {
  @Inject let journal: Journal?
  @Launch func start() { journal?.write("first") }
  @On func away(_ event: DidEnterBackground) { journal?.write("first is away") }
}

@Module
final class UseSecondModule {
  @Inject let journal: Journal?
  @Launch func start() { journal?.write("second") }
  @On func away(_ event: DidEnterBackground) { journal?.write("second is away") }
}

@Module
final class UseThirdModule {
  @Inject let journal: Journal?
  @Launch func start() { journal?.write("third") }
}

@Module(enabled: .debug)
final class UseDebugMenuModule {}
