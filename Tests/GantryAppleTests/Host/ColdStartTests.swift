// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryTesting
import Testing

/// The scene comes first on a cold start, then its window, then what the system hands over.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ColdStartTests {
  /// When the scene connects.
  enum Moment: Sendable, CaseIterable {
    /// A blocking launch is over by then.
    case afterLaunch
    case duringLaunch
    case beforeLaunch
  }

  /// Where the scene's window comes from.
  enum Source: Sendable, CaseIterable {
    case made
    case storyboard
    case ownDelegate
    case views
    case viewsThatDoNotReport
  }

  static let scene = SceneFacts(id: "main")
  static let order = URL.of("shop://order/1")
  nonisolated static let whole = ["scene", "window", "saved", "url", "link", "action", "response"]

  /// The lines of a system's events, and of its windows.
  private func journal(_ system: FakeSystem) -> Journal {
    let journal = Journal()
    let events = system.events
    system.keep(events.hear(SceneWillConnect.self) { _ in journal.add("scene") })
    system.keep(events.answer(OpenURL.self) { note("url", $0.scene, in: journal) })
    system.keep(
      events.answer(ContinueActivity.self) {
        note($0.activity.type, $0.scene, in: journal)
      })
    system.keep(events.answer(PerformQuickAction.self) { note("action", $0.scene, in: journal) })
    system.keep(
      events.hear(DidRespondToNotification.self) { _ = note("response", $0.scene, in: journal) })
    return journal
  }

  private var connection: ConnectionFacts {
    ConnectionFacts(
      urls: [URLFacts(url: Self.order)], activities: [UserActivity(type: "link")],
      restored: UserActivity(type: "saved"),
      quickAction: PerformQuickAction(type: "new", scene: "main"))
  }

  @discardableResult
  private func respond(
    _ system: FakeSystem, in scene: SceneID?, opensApp: Bool = true, _ done: Journal = Journal()
  ) -> Reply<Void> {
    system.host.respond(
      in: scene, opensApp: opensApp,
      { reply in
        DidRespondToNotification(
          notification: UserNotification(id: "1"), action: "open", scene: scene, reply: reply)
      }, handler: { done.add("done") })
  }

  @Test(.tags(.b31), arguments: Moment.allCases, Source.allCases)
  func `the window comes before URL, activity, action and response`(
    moment: Moment, source: Source
  ) async {
    let system = FakeSystem([Pleased.self])
    system.host.hasScenes = true
    system.host.showsViews = source == .views || source == .viewsThatDoNotReport
    system.host.content.isReported = source == .views
    let journal = journal(system)
    let connect = {
      // The response may come before its scene.
      respond(system, in: "main")
      for _ in 0..<2 {
        system.post(.willConnect, Self.scene)
        system.host.connect(Self.scene, connection, window: window(source, journal))
      }
      if source == .ownDelegate || source == .storyboard { journal.add("window") }
    }
    switch moment {
    case .afterLaunch:
      await system.launch()
      connect()
    case .duringLaunch:
      _ = system.host.beginLaunch(LaunchFacts())
      connect()
      await system.launch()
    case .beforeLaunch:
      connect()
      await system.launch()
    }
    await system.host.idle()
    if system.host.showsViews {
      #expect(journal.lines == ["scene"])
      journal.add("window")
      if source == .views {
        system.host.contentAppeared(in: "main")
      } else {
        system.post(.didBecomeActive, Self.scene)
      }
      await system.host.idle()
    }
    let loads = source == .made && moment != .afterLaunch
    #expect(journal.lines == (loads ? ["scene", "loading"] : ["scene"]) + Self.whole.dropFirst())
    #expect(system.sent.of(DidRespondToNotification.self).map(\.scene) == ["main"])
    #expect(system.warnings.lines.isEmpty)
  }

  private func window(_ source: Source, _ journal: Journal) -> WindowSource {
    switch source {
    case .made: .made(by: FakeWindows(journal))
    case .ownDelegate: .others
    case .storyboard, .views, .viewsThatDoNotReport: .made(by: FakeWindows())
    }
  }

  @Test func `a scene whose views never report goes on after two seconds, with a warning`() async {
    let system = FakeSystem()
    system.host.showsViews = true
    system.host.content.isReported = true
    let journal = journal(system)
    await system.launch()
    system.host.connect(Self.scene, connection, window: .made(by: FakeWindows()))
    system.post(.didBecomeActive, Self.scene)
    await system.test.clock.waitUntilSleeping()
    #expect(journal.lines == ["scene"])
    system.test.clock.advance(by: AppHost.contentDeadline)
    await system.host.idle()
    #expect(journal.lines == ["scene", "saved", "url", "link", "action"])
    #expect(
      system.warnings.lines == [
        """
        no view with opensURLs(with:) has appeared in an active scene, whose URLs, activities and \
        actions go on without it. Put the modifier on the content of each scene.
        """
      ])
    system.host.contentAppeared(in: "main")
    await system.host.idle()
    #expect(journal.lines.count == 5)
  }

  @Test(arguments: [nil, "main"] as [SceneID?])
  func `content that appears before the launch is over is not awaited again`(scene: SceneID?) async
  {
    let system = FakeSystem()
    system.host.showsViews = true
    system.host.content.isReported = true
    let journal = journal(system)
    system.host.connect(Self.scene, connection, window: .made(by: FakeWindows()))
    system.host.contentAppeared(in: scene)
    await system.launch()
    #expect(journal.lines == ["scene", "saved", "url", "link", "action"])
  }

  @Test func `a scene without windows gets its items when the modules have launched`() async {
    let system = FakeSystem()
    let journal = journal(system)
    system.host.connect(Self.scene, connection, window: nil)
    await system.launch()
    #expect(journal.lines == ["scene", "saved", "url", "link", "action"])
  }

  @Test func `without scenes, what comes during the launch follows the window`() async {
    let system = FakeSystem()
    let (journal, done) = (journal(system), Journal())
    system.host.whenLaunched { journal.add("window") }
    _ = system.host.beginLaunch(LaunchFacts())
    #expect(system.host.openURL(URLFacts(url: Self.order)))
    let isContinued = system.host.continueActivity(UserActivity(type: "link"), by: .application) {
      done.add("restored")
    }
    #expect(isContinued)
    system.host.perform(PerformQuickAction(type: "new")) { done.add("performed: \($0)") }
    respond(system, in: nil, done)
    #expect(journal.lines.isEmpty && done.lines.isEmpty)
    await system.launch()
    #expect(journal.lines == ["window", "url", "link", "action", "response"])
    #expect(done.lines == ["restored", "performed: true", "done"])
  }

  @Test func `a response that doesn't open the app waits for no scene`() async {
    let system = FakeSystem()
    system.host.hasScenes = true
    let journal = journal(system)
    respond(system, in: nil)
    respond(system, in: nil, opensApp: false)
    await system.launch()
    #expect(journal.lines == ["response"])
    system.host.connect(Self.scene, connection, window: .made(by: FakeWindows(Journal())))
    #expect(journal.lines == ["response", "scene", "saved", "url", "link", "action", "response"])
  }

  @Test(arguments: ["main", nil] as [SceneID?])
  func `a response reaches modules though no delegate tells of its scene`(scene: SceneID?) async {
    let system = FakeSystem()
    system.host.hasScenes = true
    system.host.showsViews = true
    system.host.content.isReported = true
    let (journal, done) = (journal(system), Journal())
    await system.launch()
    system.post(.willConnect, Self.scene)
    respond(system, in: scene, done)
    for role in ["CPTemplateApplicationScene", "UIWindowSceneSessionRoleExternalDisplay"] {
      let other = SceneFacts(id: "other", role: role)
      for change in [SceneChange.willConnect, .didBecomeActive, .didDisconnect] {
        system.post(change, other)
      }
    }
    await system.host.idle()
    #expect(journal.lines == ["scene", "scene", "scene"])
    system.host.contentAppeared(in: "main")
    system.post(.didBecomeActive, Self.scene)
    await system.host.idle()
    #expect(journal.lines.last == "response" && done.lines == ["done"])
    #expect(system.warnings.lines.isEmpty)
  }

  @Test func `a delegate that tells of its scene after it is active brings its items`() async {
    let system = FakeSystem()
    let journal = journal(system)
    await system.launch()
    system.post(.willConnect, Self.scene)
    system.post(.didBecomeActive, Self.scene)
    system.host.connect(Self.scene, connection)
    await system.host.idle()
    #expect(journal.lines == ["scene", "saved", "url", "link", "action"])
  }

  @Test func `after a failed launch everything is answered without modules, with a line`() async {
    let system = FakeSystem([Needy.self])
    let (journal, done) = (journal(system), Journal())
    let hand: @MainActor () -> [Bool] = {
      system.host.perform(PerformQuickAction(type: "new")) { done.add("performed: \($0)") }
      respond(system, in: nil, done)
      return [
        system.host.openURL(URLFacts(url: Self.order)),
        system.host.continueActivity(UserActivity(type: "link"), by: .application) {
          done.add("restored")
        },
      ]
    }
    #expect(hand() == [true, true])
    await system.launch()
    let answers = ["performed: false", "done", "restored"]
    await waits { done.lines.count >= 3 }
    #expect(done.lines.sorted() == answers.sorted())
    system.test.clock.advance(by: .seconds(3))
    #expect(hand() == [false, false])
    #expect(done.lines.suffix(3) == answers)
    #expect(journal.lines.isEmpty)
    let lines = [
      "the quick action 'new'", "a response to a notification", "a URL of the scheme 'shop'",
      "the activity 'link'",
    ].map { "\($0) does not reach any module: the modules have not launched" }
    #expect(system.warnings.lines.suffix(8) == lines + lines)
  }

  @Test func `a scene that disconnects before its window takes its items along`() async {
    let system = FakeSystem()
    let (journal, done) = (journal(system), Journal())
    system.host.connect(Self.scene, connection, window: .made(by: FakeWindows(Journal())))
    system.host.perform(PerformQuickAction(type: "new", scene: "main")) {
      done.add("performed: \($0)")
    }
    respond(system, in: "main", done)
    system.post(.didDisconnect, Self.scene)
    #expect(done.lines == ["performed: false", "done"])
    await system.launch()
    #expect(journal.lines == ["scene"])
    #expect(
      system.warnings.lines.last
        == "a response to a notification does not reach any module: its scene has disconnected")
  }

  @Test func `an item that comes while another is handed over is handed over after all others`()
    async
  {
    let system = FakeSystem()
    await system.launch()
    let journal = Journal()
    system.keep(
      system.events.answer(OpenURL.self) { [host = system.host] event in
        journal.add(event.url.absoluteString)
        if event.url.absoluteString == "shop://a" {
          host.openURLs([URLFacts(url: .of("shop://c"))], in: nil, by: .scene)
        }
        return true
      })
    system.host.connect(
      Self.scene,
      ConnectionFacts(urls: [URLFacts(url: .of("shop://a")), URLFacts(url: .of("shop://b"))]),
      window: .made(by: FakeWindows(Journal())))
    #expect(journal.lines == ["shop://a", "shop://b", "shop://c"])
  }
}

@MainActor
private func note(_ line: String, _ scene: SceneID?, in journal: Journal) -> Bool {
  journal.add(line)
  return true
}
