// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryAppEvents
import GantryEvents
import Testing

/// Texts and numbers of the vocabulary that other code stores or reads.
@Suite struct VocabularyValueTests {
  private static func reply<Answer: Sendable>(_ rule: MergeRule<Answer>) -> Reply<Answer> {
    Reply(rule, deadline: .zero) { _ in }
  }

  private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private static func published(
    _ event: some NotificationRepresentable
  ) -> [String: String] {
    event.notificationUserInfo.mapValues { "\($0)" }
  }

  @Test(
    arguments: [
      (SceneWillConnect(scene: "main", role: "window"), ["scene": "main"]),
      (SceneDidBecomeActive(scene: "main"), ["scene": "main"]),
      (SceneWillResignActive(scene: "main"), ["scene": "main"]),
      (SceneDidEnterBackground(scene: "main"), ["scene": "main"]),
      (SceneWillEnterForeground(scene: "main"), ["scene": "main"]),
      (SceneDidChangeGeometry(scene: "main"), ["scene": "main"]),
      (SceneDidDisconnect(scene: "main"), ["scene": "main"]),
      (DidDiscardScenes(scenes: ["b", "a"]), ["scenes": "[\"b\", \"a\"]"]),
      (DidDiscardScenes(scenes: []), ["scenes": "[]"]),
      (
        RestoreSceneInteraction(scene: "main", activity: UserActivity(type: "reading")),
        ["scene": "main"]
      ),
      (SceneRestorationActivity(scene: "main"), [:]),
      (RestoreState(state: SavedState(Data([1]), for: "Orders")), [:]),
    ] as [(any NotificationRepresentable, [String: String])])
  func `a scene event publishes only its scene`(
    event: any NotificationRepresentable, published: [String: String]
  ) {
    #expect(Self.published(event) == published)
  }

  @Test func `an activity publishes only its type`() throws {
    let activity = UserActivity(
      type: "reading", title: "Secret", webpageURL: try Self.url("https://shop.example/7"))
    let expected = ["activityType": "reading"]
    #expect(Self.published(ContinueActivity(activity: activity)) == expected)
    #expect(Self.published(DidUpdateActivity(activity: activity)) == expected)
    #expect(Self.published(WillContinueActivity(activityType: "reading")) == expected)
    let failed = DidFailToContinueActivity(activityType: "reading", error: CancellationError())
    #expect(Self.published(failed) == expected)
  }

  @Test(arguments: [
    ("shop://orders?token=secret", ["scheme": "shop"]), ("/orders", [:]),
    ("SHOP:7", ["scheme": "SHOP"]),
  ])
  func `a URL publishes its scheme, if it has one`(
    text: String, published: [String: String]
  ) throws {
    #expect(Self.published(OpenURL(url: try Self.url(text))) == published)
  }

  @Test
  func `background work publishes its identifier, and a notification its category`() {
    let task = PerformBackgroundTask(identifier: "shop.sync", reply: Self.reply(.all))
    #expect(Self.published(task) == ["identifier": "shop.sync"])
    let session = HandleBackgroundURLSession(identifier: "photos", reply: Self.reply(.none))
    #expect(Self.published(session) == ["identifier": "photos"])
    let point = ShouldAllowExtensionPoint(identifier: "keyboard")
    #expect(Self.published(point) == ["identifier": "keyboard"])
    #expect(Self.published(PerformQuickAction(type: "new", title: "New")) == ["type": "new"])
    #expect(
      Self.published(DidReceiveMemoryPressure(level: .critical)) == ["level": "critical"])
    for (category, published) in [("order", ["category": "order"]), (nil, [:])] as [_] {
      let notification = UserNotification(id: "1", title: "Secret", category: category)
      #expect(
        Self.published(WillPresentNotification(notification: notification)) == published)
      let response = DidRespondToNotification(
        notification: notification, action: "open", text: "Secret", reply: Self.reply(.none))
      #expect(Self.published(response) == ["action": "open"])
    }
  }

  @Test(arguments: [
    ("Orders", true), ("Cart", true), ("Order", false), ("limit", false), ("Account", false),
  ])
  func `a reloaded configuration has changed for the modules that its keys begin with`(
    module: ModuleName, isChanged: Bool
  ) {
    let event = DidReloadConfiguration(
      changedKeys: ["Orders.limit", "Cart.size", "limit", "Accounts.limit", "Account"])
    #expect(event.changes(module) == isChanged)
    #expect(!DidReloadConfiguration().changes(module))
  }

  @Test(
    arguments: [
      (.banner, 1), (.list, 2), (.sound, 4), (.badge, 8), ([.banner, .badge], 9), ([], 0),
    ] as [(NotificationPresentation, Int)])
  func `a presentation is a number of bits`(presentation: NotificationPresentation, number: Int) {
    #expect(presentation.rawValue == number)
    #expect(NotificationPresentation(rawValue: number) == presentation)
  }

  @Test(
    arguments: [
      (.portrait, 1), (.portraitUpsideDown, 2), (.landscapeLeft, 4), (.landscapeRight, 8),
      (.landscape, 12), (.all, 15),
    ] as [(InterfaceOrientations, Int)])
  func `orientations are a number of bits`(orientations: InterfaceOrientations, number: Int) {
    #expect(orientations.rawValue == number)
    #expect(InterfaceOrientations(rawValue: number) == orientations)
  }

  @Test func `option names match those in reports and configurations`() {
    #expect(LaunchingPolicy.allCases.map(\.rawValue) == ["hold", "latest", "atCreation"])
    #expect(HandlerRepetition.allCases.map(\.rawValue) == ["every", "once"])
    #expect(BackgroundFetchResult.allCases.map(\.rawValue) == ["newData", "noData", "failed"])
    #expect(MemoryPressureLevel.allCases.map(\.rawValue) == ["normal", "warning", "critical"])
  }

  @Test func `an event's optional values are empty by default`() throws {
    let url = try Self.url("shop:7")
    let opened = OpenURL(url: url)
    #expect(opened.sourceApplication == nil && !opened.opensInPlace && opened.scene == nil)
    let action = PerformQuickAction(type: "new")
    #expect(action.title == nil && action.userInfo == [:] && action.scene == nil)
    let notification = UserNotification(id: "1")
    #expect(notification.title == "" && notification.body == "")
    #expect(notification.category == nil && notification.payload == nil)
  }

  @Test func `a handler of a scene's events is known by its event`() {
    #expect(HandlerDeclaration(SceneDidBecomeActive.self, name: "active").hearsScene)
    #expect(HandlerDeclaration(SceneRestorationActivity.self, name: "keep").hearsScene)
    #expect(!HandlerDeclaration(DidBecomeActive.self, name: "active").hearsScene)
  }
}
