// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryTesting
import Testing

/// Links to pages of a site, which arrive as activities.
@MainActor
@Suite struct LinkTests {
  static let page = URL.of("https://shop.example/clerk/slow")
  static let link = UserActivity(type: "NSUserActivityTypeBrowsingWeb", webpageURL: page)
  nonisolated static let site = RouteSchemes([], hosts: ["shop.example"])

  @Test(arguments: [URLWay.scene, .connection])
  func `a link that no module continues is opened like any URL`(way: URLWay) async {
    let system = FakeSystem([Clerk.self], schemes: Self.site)
    await system.launch()
    if way == .scene {
      #expect(system.host.continueActivity(Self.link, in: "main", by: .scene))
    } else {
      system.host.connect(SceneFacts(id: "main"), ConnectionFacts(activities: [Self.link]))
    }
    await system.host.idle()
    #expect(system.sent.of(ContinueActivity.self).map(\.activity) == [Self.link])
    #expect(system.sent.of(OpenURL.self).map(\.url) == [Self.page])
    #expect(system.sent.of(OpenURL.self).map(\.scene) == ["main"])
    #expect(system.test.application.module(Clerk.self)?.journal.lines == ["slow"])
  }

  @Test func `a link that a module continues is not opened`() async {
    let system = FakeSystem(schemes: Self.site)
    await system.launch()
    system.keep(system.events.answer(ContinueActivity.self) { _ in true })
    #expect(system.host.continueActivity(Self.link, in: "main", by: .scene))
    #expect(system.host.continueActivity(Self.link, by: .application))
    // The same link from a view is not a second one.
    system.host.openURLs([URLFacts(url: Self.page)], in: nil, by: .view)
    await system.host.idle()
    #expect(system.sent.of(OpenURL.self).isEmpty)
  }

  @Test func `an activity of another kind is not opened, even if it has a URL`() async {
    let system = FakeSystem(schemes: Self.site)
    await system.launch()
    let reading = UserActivity(type: "reading", webpageURL: Self.page)
    #expect(!system.host.continueActivity(reading, in: "main", by: .scene))
    #expect(
      !system.host.continueActivity(
        UserActivity(type: Self.link.type), in: "main", by: .scene))
    await system.host.idle()
    #expect(system.sent.of(OpenURL.self).isEmpty)
  }

  @Test func `a link from both a view and a scene is opened once`() async {
    let system = FakeSystem(schemes: Self.site)
    await system.launch()
    system.host.openURLs([URLFacts(url: Self.page)], in: nil, by: .view)
    #expect(system.host.continueActivity(Self.link, in: "main", by: .scene))
    await system.host.idle()
    #expect(system.sent.of(OpenURL.self).count == 1)
    system.test.clock.advance(by: .seconds(3))
    #expect(system.host.continueActivity(Self.link, in: "main", by: .scene))
    await system.host.idle()
    #expect(system.sent.of(OpenURL.self).count == 2)
  }

  @Test(arguments: [true, false])
  func `a link waits for the answers of launching modules`(isContinued: Bool) async {
    let system = FakeSystem(
      isContinued ? [Desk.self] : [Shy.self], schemes: Self.site)
    #expect(system.host.continueActivity(Self.link, in: "main", by: .scene))
    #expect(system.sent.of(OpenURL.self).isEmpty)
    await system.launch()
    #expect(system.sent.of(OpenURL.self).count == (isContinued ? 0 : 1))
  }

  @Test(arguments: [true, false])
  func `a link waits for the answers of modules that launch after ready`(isContinued: Bool) async {
    let system = FakeSystem(
      [Vault.self, isContinued ? LateDesk.self : LateShy.self], schemes: Self.site)
    var facts = LaunchFacts()
    facts.isProtectedDataAvailable = false
    await system.launch(facts)
    #expect(system.host.continueActivity(Self.link, in: "main", by: .scene))
    #expect(system.sent.of(OpenURL.self).isEmpty)
    system.test.application.reach(.protectedDataAvailable)
    await system.host.idle()
    #expect(system.sent.of(OpenURL.self).count == (isContinued ? 0 : 1))
  }

  @Test func `an app without scenes learns whether something opens the link`() async {
    let system = FakeSystem([Clerk.self], schemes: Self.site)
    await system.launch()
    #expect(system.host.continueActivity(Self.link, by: .application))
    let other = UserActivity(type: Self.link.type, webpageURL: .of("https://shop.example/none"))
    #expect(!system.host.continueActivity(other, by: .application))
    await system.host.idle()
    #expect(system.test.application.module(Clerk.self)?.journal.lines == ["slow"])
  }

  @Test(arguments: [(RouteSchemes(["shop"]), false), (site, true)])
  func `the delegate responds to activity methods if the app has a site`(
    schemes: RouteSchemes, isTold: Bool
  ) {
    for method in [DelegateMethod.continueActivity, .sceneContinueActivity] {
      let answers = FakeSystem(schemes: schemes).host.answers
      #expect(answers.responds(to: method, isOverridden: false) == isTold)
      #expect(answers.responds(to: .openURL, isOverridden: false))
    }
  }
}

/// Hears activities and continues none.
@Module(name: "Shy")
final class Shy {
  @On func go(on event: ContinueActivity) -> Bool { false }
}

@Module(name: "LateShy", stage: .afterReady, requires: "Vault.read")
final class LateShy {
  @On func go(on event: ContinueActivity) -> Bool { false }
}

@Module(name: "LateDesk", stage: .afterReady, requires: "Vault.read")
final class LateDesk {
  @On func go(on event: ContinueActivity) -> Bool { true }
}
