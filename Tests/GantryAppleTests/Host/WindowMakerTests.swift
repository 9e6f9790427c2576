// SPDX-License-Identifier: Apache-2.0

import Gantry
@testable import GantryApple
import GantryTesting
import Testing

/// The windows of a scene, as lines of a journal. Without one, the app makes none itself.
@MainActor
final class FakeWindows: WindowMaker {
  private let journal: Journal?
  private var hasLoaded = false
  private var isShown = false

  init(_ journal: Journal? = nil) { self.journal = journal }

  func showLoading() {
    if !hasLoaded { journal?.add("loading") }
    hasLoaded = true
  }

  func show() -> Bool {
    if !isShown { journal?.add("window") }
    isShown = true
    return journal != nil
  }
}

@MainActor
@Suite struct WindowMakerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var mode = AppHostOptions.LaunchMode.concurrent
    var wait = HostSurroundings.Wait.timeIsUp
    var environment: [String: String] = [:]
    /// The lines after the launch's first call, after the scene has connected, after its last call,
    /// and when the modules have launched.
    var lines: [[String]]
  }

  nonisolated static let limit = AppHostOptions.LaunchMode.blocking(limit: .seconds(3))

  nonisolated static let cases: [Case] = [
    Case(
      testDescription: "concurrent",
      lines: [[], ["loading"], ["loading"], ["loading", "window"]]),
    Case(
      testDescription: "blocking, past its limit", mode: limit,
      lines: [[], ["loading"], ["loading"], ["loading", "window"]]),
    Case(
      testDescription: "blocking, but only in the last call", mode: limit, wait: .impossible,
      lines: [[], [], ["loading"], ["loading", "window"]]),
    Case(
      testDescription: "tests", environment: ["XCTestConfigurationFilePath": "/t"],
      lines: [[], [], ["window"], ["window"]]),
  ]

  @Test(.tags(.b31), arguments: cases)
  func `a scene shows its loading window while no call waits for the modules`(
    of launch: Case
  ) async {
    let system = FakeSystem(
      [Pleased.self], options: AppHostOptions(launch: launch.mode),
      environment: launch.environment, waiting: launch.wait)
    let journal = Journal()
    #expect(system.host.beginLaunch(LaunchFacts()))
    #expect(journal.lines == launch.lines[0])
    for _ in 0..<2 {
      system.host.connect(
        ColdStartTests.scene, ConnectionFacts(), window: .made(by: FakeWindows(journal)))
      #expect(journal.lines == launch.lines[1])
    }
    #expect(system.host.launch(LaunchFacts()))
    #expect(journal.lines == launch.lines[2])
    await system.host.idle()
    #expect(journal.lines == launch.lines[3])
  }

  @Test func `a scene that connects while the launch blocks gets its loading window at the limit`()
  {
    let system = FakeSystem([Pleased.self], options: AppHostOptions(launch: Self.limit))
    let journal = Journal()
    system.host.connect(
      ColdStartTests.scene, ConnectionFacts(), window: .made(by: FakeWindows(journal)))
    #expect(journal.lines.isEmpty)
    #expect(system.host.beginLaunch(LaunchFacts()))
    #expect(journal.lines == ["loading"])
  }

  @Test func `a scene that connects after the launch has no loading window`() async {
    let system = FakeSystem()
    let journal = Journal()
    await system.launch()
    system.host.connect(
      ColdStartTests.scene, ConnectionFacts(), window: .made(by: FakeWindows(journal)))
    #expect(journal.lines == ["window"])
  }

  @Test func `modules that have launched before the last call need no loading window`() async {
    let system = FakeSystem([Pleased.self])
    let journal = Journal()
    #expect(system.host.beginLaunch(LaunchFacts()))
    await system.host.idle()
    system.host.showWindows(by: FakeWindows(journal), in: nil)
    #expect(journal.lines.isEmpty)
    #expect(system.host.launch(LaunchFacts()))
    #expect(journal.lines == ["window"])
  }

  @Test func `an app without scenes shows its windows before what waits for them`() async {
    let system = FakeSystem([Pleased.self])
    let journal = Journal()
    system.keep(
      system.events.answer(OpenURL.self) { _ in
        journal.add("url")
        return true
      })
    for _ in 0..<2 { system.host.showWindows(by: FakeWindows(journal), in: nil) }
    #expect(system.host.beginLaunch(LaunchFacts()))
    #expect(journal.lines == ["loading"])
    #expect(system.host.openURL(URLFacts(url: ColdStartTests.order)))
    await system.launch()
    #expect(journal.lines == ["loading", "window", "url"])
  }

  @Test func `a failed launch ends the loading window as well`() async {
    let system = FakeSystem([Needy.self])
    let journal = Journal()
    system.host.showWindows(by: FakeWindows(journal), in: nil)
    await system.launch()
    #expect(journal.lines == ["loading", "window"])
  }

  @Test func `a scene that disconnects takes its windows along, and gets new ones when it is back`()
    async
  {
    let system = FakeSystem()
    let (journal, second) = (Journal(), Journal())
    #expect(system.host.beginLaunch(LaunchFacts()))
    weak var gone: FakeWindows?
    do {
      let windows = FakeWindows(journal)
      gone = windows
      system.host.connect(ColdStartTests.scene, ConnectionFacts(), window: .made(by: windows))
    }
    #expect(gone != nil)
    system.post(.didDisconnect, ColdStartTests.scene)
    #expect(gone == nil)
    system.host.connect(
      ColdStartTests.scene, ConnectionFacts(), window: .made(by: FakeWindows(second)))
    await system.launch()
    #expect(journal.lines == ["loading"])
    #expect(second.lines == ["loading", "window"])
  }
}
