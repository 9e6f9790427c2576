// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryTesting
import Testing

@MainActor
@Suite struct LaunchTests {
  @Test(.tags(.b21)) func `modules hear of the launch once, even if the system repeats it`() async {
    let system = FakeSystem()
    #expect(await system.launch())
    #expect(await system.launch())
    #expect(system.sent.names == ["WillFinishLaunching", "DidFinishLaunching"])
  }

  @Test(.tags(.b22)) func `the launch answers false if one module does, and true without answers`()
    async
  {
    let system = FakeSystem([Pleased.self, Displeased.self, Pleased2.self])
    // In a concurrent launch, later modules answer too late for the system.
    #expect(await system.launch())
    #expect(!system.host.launch(LaunchFacts()))
    #expect(system.test.application.modules.count == 3)
    let quiet = FakeSystem()
    await quiet.launch()
    #expect(quiet.host.launch(LaunchFacts()))
  }

  @Test(.tags(.b23)) func `a launch that exceeds its limit continues, and the report says so`()
    async
  {
    let system = FakeSystem(
      [Pleased.self], options: AppHostOptions(launch: .blocking(limit: .seconds(3))),
      waiting: .timeIsUp)
    #expect(system.host.launch(LaunchFacts()))
    await system.host.idle()
    let report = system.test.application.report
    #expect(report?.timeToReady != nil)
    #expect(
      report?.notes == [
        "the launch blocked the main thread for 3.0 s, its limit, and continues without blocking"
      ])
    #expect(system.sent.names == ["WillFinishLaunching", "DidFinishLaunching"])
  }

  @Test func `the report of an app with scenes says that URLs arrive later`() async {
    var bundle = BundleFacts()
    bundle.hasScenes = true
    let system = FakeSystem(bundle: bundle)
    await system.launch()
    #expect(
      system.test.application.report?.notes == [
        """
        the launch source does not include a URL or a quick action, which scenes receive later, or \
        a background fetch or task
        """
      ])
  }

  @Test(.tags(.b24))
  func `the host launches without blocking if the main thread can't wait, and says so`() async {
    let system = FakeSystem(options: AppHostOptions(), waiting: .impossible)
    #expect(await system.launch())
    // The modules have launched, so it's no failure.
    #expect(system.host.failure == nil)
    let report = system.test.application.report
    #expect(report?.timeToReady != nil)
    #expect(report?.notes.count == 1 && report?.notes == system.warnings.lines)
    #expect(report?.notes.first?.hasPrefix("the launch continues without blocking: ") == true)
  }

  @Test(.tags(.b25)) func `a launch in the background needs no scene`() async {
    let system = FakeSystem([Pleased.self])
    var facts = LaunchFacts()
    facts.background = .background
    #expect(await system.launch(facts))
    #expect(system.test.application.launchOptions.source == .background)
    #expect(system.test.application.report?.timeToReady != nil)
    #expect(system.sent.of(SceneWillConnect.self).isEmpty)
  }

  @Test(
    .tags(.b26, .b30),
    arguments: [
      (["ActivePrewarm": "1"], LaunchSource.prewarm), ([:], .user),
      (["ActivePrewarm": "0"], .user), (["XCTestConfigurationFilePath": "/t"], .test),
      (["XCODE_RUNNING_FOR_PREVIEWS": "1", "ActivePrewarm": "1"], .preview),
    ])
  func `the environment determines the launch source`(
    environment: [String: String], source: LaunchSource
  ) {
    #expect(LaunchFacts().source(in: environment) == source)
  }

  @Test(arguments: [[:], ["ActivePrewarm": "1"]])
  func `the launch facts determine the launch source, also in a process that was prewarmed`(
    environment: [String: String]
  ) {
    var facts = LaunchFacts()
    #expect(facts.source(in: environment) == (environment.isEmpty ? .user : .prewarm))
    facts.background = .background
    #expect(facts.source(in: environment) == (environment.isEmpty ? .background : .prewarm))
    for source in [LaunchSource.location, .bluetooth] {
      facts.background = source
      #expect(facts.source(in: environment) == source)
    }
    facts.quickAction = PerformQuickAction(type: "new")
    #expect(facts.source(in: environment) == .quickAction)
    facts.url = .of("shop://cart")
    #expect(facts.source(in: environment) == .url)
    facts.notification = Data()
    #expect(facts.source(in: environment) == .push)
  }

  @Test(.tags(.b26)) func `the next plan uses durations of the same launch source`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "launch.json").path
    func launch(_ environment: [String: String]) async throws {
      let application = Application(
        modules: [Pleased.self], profile: Application.Profile(file: file, build: "1"))
      let host = AppHost(
        application, options: AppHostOptions(launch: .concurrent),
        surroundings: HostSurroundings(
          center: NotificationCenter(), environment: environment, bundle: BundleFacts(),
          systemVersion: 18, isOnMain: { false }, wait: { _, _ in .timeIsUp }))
      #expect(host.launch(LaunchFacts()))
      await host.idle()
      _ = await application.waitUntilIdle()
      await application.stop()
    }
    try await launch(["ActivePrewarm": "1"])
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("prewarm") && !text.contains("user"))
  }

  @Test(.tags(.b27))
  func `tasks behind protected data run once it can be read and don't delay others`() async {
    for isAvailable in [true, false] {
      let system = FakeSystem([Vault.self])
      var facts = LaunchFacts()
      facts.isProtectedDataAvailable = isAvailable
      await system.launch(facts)
      let report = system.test.application.report
      #expect(report?.timeToReady != nil)
      if !isAvailable {
        #expect(report?.task(named: "Vault.read")?.outcome == nil)
        system.post(.protectedDataDidBecomeAvailable)
      }
      await system.test.application.reach(.protectedDataAvailable).waitUntilSettled()
      _ = await system.test.application.waitUntilIdle()
      #expect(
        system.test.application.report?.task(named: "Vault.read")?.outcome == .succeeded)
    }
  }

  @Test(.tags(.b30), arguments: ["XCTestConfigurationFilePath", "XCODE_RUNNING_FOR_PREVIEWS"])
  func `the app doesn't start by itself under a test runner or in a preview`(key: String) async {
    let environment = [key: "1"]
    let system = FakeSystem([Pleased.self], environment: environment)
    #expect(await system.launch())
    #expect(system.test.application.report == nil)
    let asked = FakeSystem(
      [Pleased.self],
      options: AppHostOptions(launch: .concurrent, alsoStartsFor: [.test, .preview]),
      environment: environment)
    #expect(await asked.launch())
    #expect(asked.test.application.report?.timeToReady != nil)
  }

  @Test func `a failed launch is reported, and the app keeps running`() async {
    let system = FakeSystem([Needy.self])
    #expect(await system.launch())
    guard case .faults? = system.host.failure else {
      Issue.record("the failure is \(String(describing: system.host.failure))")
      return
    }
    #expect(!system.sent.names.contains("DidFinishLaunching"))
  }

  @Test func `a window is made once the modules have launched, and immediately after that`() async {
    let system = FakeSystem([Pleased.self])
    let journal = Journal()
    system.host.whenLaunched { journal.add("first") }
    #expect(journal.lines.isEmpty)
    await system.launch()
    #expect(journal.lines == ["first"])
    system.host.whenLaunched { journal.add("second") }
    #expect(journal.lines == ["first", "second"])
  }

  @Test(arguments: [nil, "XCODE_RUNNING_FOR_PREVIEWS"])
  func `a window is made even if the modules do not launch`(key: String?) async {
    let system = FakeSystem([Needy.self], environment: key.map { [$0: "1"] } ?? [:])
    let journal = Journal()
    system.host.whenLaunched { journal.add("made") }
    await system.launch()
    #expect(journal.lines == ["made"])
  }

  @Test func `modules hear of the app's end before they shut down`() async {
    let system = FakeSystem([Pleased.self])
    await system.launch()
    system.post(.willTerminate)
    await system.host.idle()
    #expect(system.sent.names.last == "WillTerminate")
    #expect(system.test.application.modules.isEmpty)
  }

  @Test func `an app that ends within a task still tells its modules, and stops them soon`() async {
    let system = FakeSystem([Pleased.self], waiting: .impossible)
    await system.launch()
    system.host.terminate()
    #expect(system.waits.lines == ["4"])
    #expect(system.sent.names.last == "WillTerminate")
    #expect(!system.test.application.modules.isEmpty)
    await system.host.idle()
    #expect(system.test.application.modules.isEmpty)
  }

  @Test(.tags(.b24)) func `the real process does not wait while a task occupies the main actor`() {
    let system = HostSurroundings.system(clock: ContinuousClock())
    #expect(system.environment == ProcessInfo.processInfo.environment)
    #expect(system.bundle.backgroundModes.isEmpty)
    #expect(system.wait(.seconds(1), {}) == .impossible)
  }

  @Test func `the current host is the last one made, while it exists`() {
    var system: FakeSystem? = FakeSystem()
    weak let host = system?.host
    #expect(AppHost.current === host)
    system = nil
    #expect(host == nil)
  }
}

@Module(name: "Pleased")
final class Pleased {
  @On func hear(_ event: WillFinishLaunching) -> Bool { true }
}

@Module(name: "Pleased2")
final class Pleased2 {
  @On func hear(_ event: DidFinishLaunching) -> Bool { true }
}

@Module(name: "Displeased")
final class Displeased {
  @On func hear(_ event: WillFinishLaunching) -> Bool { false }
}

@Module(name: "Vault")
final class Vault {
  @Launch(after: .protectedDataAvailable) func read() {}
}

@Module(name: "Needy", requires: "Nothing")
final class Needy {}
