// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryTesting
import Testing

@MainActor
@Suite struct OpeningTests {
  static let order = URL.of("shop://order/1")
  static let cart = URL.of("shop://cart")
  static let scene = SceneFacts(id: "main")

  @Test(.tags(.b31))
  func `the URLs and activities of a cold start arrive once, after their module's launch`() async {
    let system = FakeSystem([Desk.self])
    let action = PerformQuickAction(type: "new", scene: "main")
    system.post(.willConnect, Self.scene)
    for _ in 0..<2 {
      system.host.connect(
        Self.scene,
        ConnectionFacts(
          urls: [URLFacts(url: Self.order)], activities: [UserActivity(type: "reading")],
          quickAction: action))
    }
    await system.launch()
    #expect(system.sent.of(OpenURL.self).map(\.url) == [Self.order])
    let desk = system.test.application.module(Desk.self)
    #expect(Set(desk?.journal.lines ?? []) == ["opens order", "continues reading", "performs new"])
    #expect(desk?.journal.lines.count == 3)
  }

  @Test(.tags(.b40)) func `a scene's saved activity continues when its module has launched`() async
  {
    let system = FakeSystem([Desk.self])
    let saved = UserActivity(type: "reading", title: "Tea")
    for _ in 0..<2 { system.host.connect(Self.scene, ConnectionFacts(restored: saved)) }
    await system.launch()
    #expect(system.sent.of(ContinueActivity.self).map(\.activity) == [saved])
    #expect(
      system.test.application.module(Desk.self)?.journal.lines == ["continues reading"])
    // An activity that the user continues now replaces the saved one.
    let other = UserActivity(type: "reading", title: "Coffee")
    system.host.connect(
      SceneFacts(id: "second"), ConnectionFacts(activities: [other], restored: saved))
    await system.host.idle()
    #expect(system.sent.of(ContinueActivity.self).map(\.activity) == [saved, other])
  }

  @Test(.tags(.b32)) func `an empty scene connection opens nothing`() {
    let system = FakeSystem()
    system.host.connect(Self.scene, ConnectionFacts())
    #expect(system.sent.names == ["SceneWillConnect"])
  }

  @Test(.tags(.b33)) func `a URL of the connection that the system opens again arrives once`() async
  {
    let system = FakeSystem()
    await system.launch()
    system.host.connect(Self.scene, ConnectionFacts(urls: [URLFacts(url: Self.order)]))
    // Until the scene has been active, the launch may take its time.
    system.test.clock.advance(by: .seconds(20))
    system.host.openURLs([URLFacts(url: Self.order)], in: "main", by: .scene)
    system.post(.didBecomeActive, Self.scene)
    await system.host.idle()
    #expect(system.sent.of(OpenURL.self).count == 1)
    system.host.openURLs([URLFacts(url: Self.order)], in: "main", by: .scene)
    await system.host.idle()
    #expect(system.sent.of(OpenURL.self).count == 2)
  }

  @Test(.tags(.b33)) func `a URL that is opened long after its cold start arrives again`() async {
    let system = FakeSystem()
    await system.launch()
    system.host.connect(Self.scene, ConnectionFacts(urls: [URLFacts(url: Self.order)]))
    await system.host.idle()
    system.post(.didBecomeActive, Self.scene)
    system.test.clock.advance(by: .seconds(3))
    system.host.openURLs([URLFacts(url: Self.order)], in: "main", by: .scene)
    await system.host.idle()
    #expect(system.sent.of(OpenURL.self).count == 2)
  }

  @Test(.tags(.b34)) func `several URLs are sorted into one event each, with their options`() async
  {
    let system = FakeSystem()
    await system.launch()
    system.host.openURLs(
      [
        URLFacts(url: Self.order, sourceApplication: "mail"),
        URLFacts(url: Self.cart, opensInPlace: true),
      ], in: "main", by: .scene)
    await system.host.idle()
    let opened = system.sent.of(OpenURL.self)
    #expect(opened.map(\.url) == [Self.cart, Self.order])
    #expect(opened.map(\.opensInPlace) == [true, false])
    #expect(opened.map(\.sourceApplication) == [nil, "mail"])
    #expect(opened.map(\.scene) == ["main", "main"])
  }

  @Test(.tags(.b35)) func `the URL of a launch without scenes arrives with the call that follows`()
    async
  {
    let system = FakeSystem([Desk.self])
    var facts = LaunchFacts()
    facts.url = Self.order
    #expect(await system.launch(facts))
    #expect(system.sent.of(OpenURL.self).isEmpty)
    #expect(system.test.application.launchOptions.source == .url)
    #expect(system.test.application.launchOptions.url == Self.order)
    #expect(system.host.openURL(URLFacts(url: Self.order)))
    #expect(system.sent.of(OpenURL.self).count == 1)
  }

  @Test func `launched and launching modules answer an app without scenes`() async {
    let system = FakeSystem([Desk.self])
    #expect(system.host.openURL(URLFacts(url: Self.order)))
    await system.launch()
    #expect(system.host.openURL(URLFacts(url: Self.order)))
    #expect(!system.host.openURL(URLFacts(url: Self.cart)))
    #expect(!FakeSystem().host.openURL(URLFacts(url: Self.order)))
  }

  @Test func `an async route opens a URL while the system is answered immediately`() async {
    let system = FakeSystem([Clerk.self], schemes: ["shop"])
    await system.launch()
    #expect(system.host.openURL(URLFacts(url: .of("shop://clerk/slow"))))
    await system.host.idle()
    #expect(system.test.application.module(Clerk.self)?.journal.lines == ["slow"])
    #expect(!system.host.openURL(URLFacts(url: .of("shop://clerk/none"))))
  }

  @Test func `an app without scenes opens the URL of a module that launches later`() async {
    let system = FakeSystem([Clerk.self], schemes: ["shop"])
    #expect(system.host.openURL(URLFacts(url: .of("shop://clerk/quick"))))
    await system.launch()
    #expect(system.test.application.module(Clerk.self)?.journal.lines == ["quick"])
  }

  @Test(arguments: ["slow", "quick"])
  func `interceptors are asked once about a URL`(name: String) async throws {
    let system = FakeSystem([Clerk.self], schemes: ["shop"])
    await system.launch()
    let asked = Journal()
    try system.test.application.router.intercept("count", paths: ["clerk/:name"]) { request in
      asked.add("\(request.path)")
      return .allow
    }
    let url = try #require(URL(string: "shop://clerk/\(name)"))
    #expect(system.host.openURL(URLFacts(url: url)))
    await system.host.idle()
    #expect(asked.lines == ["/clerk/\(name)"])
    #expect(system.test.application.module(Clerk.self)?.journal.lines == [name])
  }

  @Test(.tags(.b51)) func `a URL from both a view and a scene arrives once`() async {
    let system = FakeSystem()
    await system.launch()
    for (first, second) in [(URLWay.view, URLWay.scene), (.scene, .view)] {
      system.test.clock.advance(by: .seconds(60))
      let before = system.sent.of(OpenURL.self).count
      system.host.openURLs(
        [URLFacts(url: Self.order)], in: first == .view ? nil : "main", by: first)
      system.host.openURLs(
        [URLFacts(url: Self.order)], in: second == .view ? nil : "main", by: second)
      await system.host.idle()
      #expect(system.sent.of(OpenURL.self).count == before + 1)
    }
  }

  @Test func `the same URL for two scenes is opened in both`() async {
    let system = FakeSystem()
    await system.launch()
    system.host.openURLs([URLFacts(url: Self.order)], in: "left", by: .scene)
    system.host.openURLs([URLFacts(url: Self.order)], in: "right", by: .scene)
    await system.host.idle()
    #expect(system.sent.of(OpenURL.self).map(\.scene) == ["left", "right"])
  }
}

/// Opens everything except the cart.
@Module(name: "Desk")
final class Desk {
  let journal = Journal()

  @On func open(_ event: OpenURL) -> Bool {
    journal.add("opens \(event.url.host() ?? "")")
    return event.url.host() != "cart"
  }

  @On func go(on event: ContinueActivity) -> Bool {
    journal.add("continues \(event.activity.type)")
    return true
  }

  @On func perform(_ event: PerformQuickAction) -> Bool {
    journal.add("performs \(event.type)")
    return true
  }
}

/// Answers with a route that suspends, and one that doesn't.
@Module(name: "Clerk")
final class Clerk {
  let journal = Journal()

  @Route("clerk/slow", access: .external) func slow() async { journal.add("slow") }

  @Route("clerk/quick", access: .external) @MainActor func quick() { journal.add("quick") }
}
