// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

import Gantry
@testable import GantryCore

/// Starting modules in order, with their configuration and files.
@Suite struct LaunchUses {
  @Test
  func
    `S10: a launch-task manager with state, lanes, order, priority, configuration and life-cycle calls`()
    async throws
  {
    let journal = Journal()
    let host = TestApplication(
      modules: [UseMapModule.self, UseCrashModule.self, UseAdsModule.self],
      providing: { $0.provide(journal, as: Journal.self) },
      configuration: ["UseMap.key": "abc"])
    // Sent before the launch: the module hears it once its tasks have ended.
    await host.application.events.send(DidBecomeActive())
    try await host.start()
    await host.application.waitUntilIdle()
    try await host.application.waitUntilIdle(within: .seconds(60))
    #expect(
      journal.lines == ["crash", "map abc on the main actor", "map is active", "ads after map"])
    await host.stop()
  }

  @Test
  func `S13: a resource bundle class per module: images, nibs, strings from any line`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "use-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let bundle = folder.appending(path: "App_Shop.resources")
    let strings = bundle.appending(path: "de.lproj")
    try FileManager.default.createDirectory(at: strings, withIntermediateDirectories: true)
    try Data("tea".utf8).write(to: bundle.appending(path: "goods.txt"))
    try Data(#""title" = "Laden";"#.utf8).write(to: strings.appending(path: "Localizable.strings"))
    let resources = ModuleResources(target: "Shop", in: [folder])
    #expect(try resources.text("goods.txt") == "tea")
    #expect(try resources.string("title", languages: ["de-AT"]) == "Laden")
  }

  @Test
  func `S17: glue that must run before an SDK starts, without editing the SDK`() async throws {
    let journal = Journal()
    let host = try await TestApplication.start(UseSDKModule.self, UseGlueModule.self) {
      $0.provide(journal, as: Journal.self)
    }
    #expect(journal.lines == ["glue", "SDK"])
    await host.stop()
    let failing = TestApplication(
      modules: [UseSDKModule.self, UseGlueModule.self],
      providing: { $0.provide(journal, as: Journal.self) }, failing: ["UseGlue.prepare": Broken()])
    try await failing.start()
    guard case .blocked = failing.outcome(of: "UseSDK") else {
      Issue.record("the SDK ran without its glue")
      return
    }
    await failing.stop()
  }
}

@Module(name: "UseMap", priority: .low)
@MainActor
final class UseMapModule {
  @Inject let journal: Journal
  private let key: String
  private var isSetUp = false

  init(context: ModuleContext) throws {
    journal = try context.inject(Journal.self)
    key = context.config.string(forKey: "key", default: "none")
  }

  @Launch func setUp() {
    MainActor.assertIsolated()
    isSetUp = true
    journal.write("map \(key) on the main actor")
  }

  @On func active(_ event: DidBecomeActive) { journal.write("map is active") }
}

@Module(before: "UseMap", priority: .high)
final class UseCrashModule {
  @Inject let journal: Journal
  @Launch nonisolated func start() async { journal.write("crash") }
}

@Module(stage: .afterReady, after: "UseMap")
final class UseAdsModule {
  @Inject let journal: Journal
  @Launch func load() { journal.write("ads after map") }
}

@Module(name: "UseSDK")
final class UseSDKModule {
  @Inject let journal: Journal
  @Launch func start() { journal.write("SDK") }
}

@Module(name: "UseGlue", requiredBy: "UseSDK")
final class UseGlueModule {
  @Inject let journal: Journal
  @Launch func prepare() { journal.write("glue") }
}
