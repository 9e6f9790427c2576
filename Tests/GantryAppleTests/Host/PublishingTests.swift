// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import Testing

@MainActor
@Suite struct PublishingTests {
  /// The notifications with one name, as texts.
  private func posted(
    _ name: String, publishing methods: Set<DelegateMethod>, revealing keys: Set<PublishedKey> = [],
    _ act: (AppHost) -> Void
  ) -> [[String: String]] {
    let options = AppHostOptions(launch: .concurrent, publishes: methods, reveals: keys)
    let system = FakeSystem(options: options)
    let journal = Journal()
    let token = system.center.addObserver(forName: .init(name), object: nil, queue: nil) { note in
      let pairs = (note.userInfo ?? [:]).map { "\($0.key)=\($0.value)" }
      journal.add(pairs.sorted().joined(separator: "&"))
    }
    defer { system.center.removeObserver(token) }
    act(system.host)
    return journal.lines.map { line in
      let pairs = line.split(separator: "&").map { $0.split(separator: "=").map(String.init) }
      return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
    }
  }

  private static func open(_ host: AppHost) {
    host.send(OpenURL(url: .of("shop://order/1"), sourceApplication: "mail"))
  }

  @Test func `a published method posts a notification without secret values`() {
    let posted = posted("gantry.OpenURL", publishing: [.openURL, .sceneOpenURLs], Self.open)
    #expect(posted == [[PublishedKey.scheme.rawValue: "shop"]])
  }

  @Test func `a published notification includes the values that the app reveals`() {
    let posted = posted(
      "gantry.OpenURL", publishing: [.sceneOpenURLs], revealing: [.url, .deviceToken], Self.open)
    #expect(posted == [["scheme": "shop", "url": "shop://order/1"]])
  }

  /// A value that may be secret, with its method, event and key.
  private static let secrets:
    [(method: DelegateMethod, name: String, key: PublishedKey, send: (EventBus) -> Void)] = [
      (
        .willFinishLaunching, "WillFinishLaunching", .url,
        { $0.send(WillFinishLaunching(url: .of("a:b"))) }
      ),
      (
        .didFinishLaunching, "DidFinishLaunching", .url,
        { $0.send(DidFinishLaunching(url: .of("a:b"))) }
      ),
      (
        .performQuickAction, "PerformQuickAction", .userInfo,
        { $0.send(PerformQuickAction(type: "new", userInfo: ["id": "1"])) }
      ),
      (
        .continueActivity, "ContinueActivity", .userInfo,
        { $0.send(ContinueActivity(activity: UserActivity(type: "a", userInfo: Data([1])))) }
      ),
      (
        .didFailToContinueActivity, "DidFailToContinueActivity", .error,
        { $0.send(DidFailToContinueActivity(activityType: "a", error: CancellationError())) }
      ),
      (
        .didUpdateActivity, "DidUpdateActivity", .userInfo,
        { $0.send(DidUpdateActivity(activity: UserActivity(type: "a", userInfo: Data([1])))) }
      ),
      (
        .didRegisterForPush, "DidRegisterForRemoteNotifications", .deviceToken,
        { $0.send(DidRegisterForRemoteNotifications(deviceToken: Data([1]))) }
      ),
      (
        .didFailToRegisterForPush, "DidFailToRegisterForRemoteNotifications", .error,
        { $0.send(DidFailToRegisterForRemoteNotifications(error: CancellationError())) }
      ),
      (
        .willPresentError, "WillPresentError", .error,
        { _ = $0.send(WillPresentError(error: CancellationError())) }
      ),
    ]

  @Test func `each secret value is posted only if the app reveals it`() {
    for secret in Self.secrets {
      let name = "gantry.\(secret.name)"
      for keys in [[], [secret.key]] as [Set<PublishedKey>] {
        let posted = posted(name, publishing: [secret.method], revealing: keys) { host in
          secret.send(host.application.events)
        }
        #expect(posted.count == 1, "\(name)")
        #expect((posted.first?[secret.key.rawValue] != nil) == !keys.isEmpty, "\(name)")
      }
    }
  }

  @Test func `nothing is posted unless the app publishes it`() {
    #expect(posted("gantry.OpenURL", publishing: [.performFetch], Self.open) == [])
  }

  @Test func `a framework's event is posted once, under its name`() {
    let system = FakeSystem(
      options: AppHostOptions(
        launch: .concurrent, publishes: [.didAcceptShare, .sceneDidAcceptShare]))
    for method in [DelegateMethod.didAcceptShare, .sceneDidAcceptShare] {
      system.host.answers.add(FakeSystemEvent.self, for: method)
    }
    system.host.publish()
    let journal = Journal()
    let observation = system.center.addObserver(
      forName: Notification.Name("gantry.FakeSystemEvent"), object: nil, queue: nil
    ) { notification in
      journal.add("\(notification.userInfo?.count ?? 0)")
    }
    system.events.send(FakeSystemEvent())
    #expect(journal.lines == ["0"])
    system.center.removeObserver(observation)
  }

  @Test func `the delegate responds to a published method`() {
    let options = AppHostOptions(launch: .concurrent, publishes: [.performFetch])
    let (publishing, other) = (FakeSystem(options: options), FakeSystem())
    #expect(publishing.host.answers.answered.contains(.performFetch))
    #expect(!other.host.answers.answered.contains(.performFetch))
    withExtendedLifetime((publishing, other)) {}
  }

  @Test func `each method can be published unless it has a system notification or no event`() {
    for (kit, method) in DelegateMethodTests.methods {
      let row = DelegateMethodRow.of(method, in: kit)
      let isAsked = row?.rule == .handled || row?.rule == .handledBefore(26)
      // Saved state is not an event for others.
      let isState = "\(method)".contains("State")
      let system = FakeSystem(kit: kit)
      if isAsked, row?.heard.isEmpty == true {
        system.host.answers.add(FakeSystemEvent.self, for: method)
      }
      let isPublished = system.host.answers.publication(of: method) != nil
      #expect(isPublished || !isAsked || isState, "\(method)")
      #expect(!isPublished || row?.rule != .notified, "\(method)")
    }
    #expect(Publication.of(.didBecomeActive) == nil)
    #expect(Publication.of(.sceneDidBecomeActive) == nil)
  }

  @Test(arguments: [
    (DelegateMethod.didBecomeActive, "observe the notification that the system posts for it."),
    (.handlerForIntent, "no event carries it to modules."),
  ])
  func `publishing an unpublishable method is a fault`(method: DelegateMethod, reason: String) {
    let options = AppHostOptions(launch: .concurrent, publishes: [method, .openURL])
    let faults = FakeSystem(options: options).host.check()
    #expect(faults.map(\.kind) == ["unpublishable"])
    #expect(
      faults.map(\.description) == [
        "\(method.selector) cannot be published: \(reason) Remove .\(method.rawValue) from `publishes`."
      ])
  }
}
