// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryAppEvents
import GantryEvents
import Testing

@Suite struct VocabularyTests {
  static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources").standardizedFileURL

  static func rows() throws -> [VocabularyRow] {
    let url = try #require(URL(string: "shop://orders?token=secret"))
    let scene: SceneID = "main"
    let notification = UserNotification(id: "1", category: "order")
    let fetch = Reply<BackgroundFetchResult>(.fetch, deadline: .zero) { _ in }
    let success = Reply<Bool>(.all, deadline: .zero) { _ in }
    let done = Reply<Void>(.none, deadline: .zero) { _ in }
    let watch = Reply<Data?>(.first(), deadline: .zero) { _ in }
    return [
      VocabularyRow(WillFinishLaunching()), VocabularyRow(DidFinishLaunching()),
      VocabularyRow(DidBecomeActive()), VocabularyRow(WillResignActive()),
      VocabularyRow(DidEnterBackground()), VocabularyRow(WillEnterForeground()),
      VocabularyRow(ShouldTerminate()), VocabularyRow(WillTerminate()),
      VocabularyRow(SupportedOrientations()),
      VocabularyRow(ShouldAllowExtensionPoint(identifier: "keyboard")),
      VocabularyRow(ShouldRequestHealthAuthorization()),
      VocabularyRow(DidReceiveMemoryPressure(level: .warning)),
      VocabularyRow(SignificantTimeChange()),
      VocabularyRow(ProtectedDataDidBecomeAvailable()),
      VocabularyRow(ProtectedDataWillBecomeUnavailable()),
      VocabularyRow(DidReloadConfiguration()),
      VocabularyRow(OpenURL(url: url)),
      VocabularyRow(ContinueActivity(activity: UserActivity(type: "reading"))),
      VocabularyRow(WillContinueActivity(activityType: "reading")),
      VocabularyRow(DidFailToContinueActivity(activityType: "reading", error: CancellationError())),
      VocabularyRow(DidUpdateActivity(activity: UserActivity(type: "reading"))),
      VocabularyRow(PerformQuickAction(type: "new")),
      VocabularyRow(SaveState()), VocabularyRow(RestoreState(state: SavedState())),
      VocabularyRow(SceneRestorationActivity(scene: scene)),
      VocabularyRow(RestoreSceneInteraction(scene: scene, activity: UserActivity(type: "reading"))),
      VocabularyRow(DidRegisterForRemoteNotifications(deviceToken: Data([1]))),
      VocabularyRow(DidFailToRegisterForRemoteNotifications(error: CancellationError())),
      VocabularyRow(DidReceiveRemoteNotification(payload: Data(), reply: fetch)),
      VocabularyRow(PerformBackgroundFetch(reply: fetch)),
      VocabularyRow(PerformBackgroundTask(identifier: "shop.sync", reply: success)),
      VocabularyRow(HandleBackgroundURLSession(identifier: "photos", reply: done)),
      VocabularyRow(HandleWatchRequest(message: nil, reply: watch)),
      VocabularyRow(WillPresentNotification(notification: notification)),
      VocabularyRow(
        DidRespondToNotification(notification: notification, action: "open", reply: done)),
      VocabularyRow(OpenNotificationSettings()),
      VocabularyRow(SceneWillConnect(scene: scene)),
      VocabularyRow(SceneDidDisconnect(scene: scene)),
      VocabularyRow(SceneDidBecomeActive(scene: scene)),
      VocabularyRow(SceneWillResignActive(scene: scene)),
      VocabularyRow(SceneDidEnterBackground(scene: scene)),
      VocabularyRow(SceneWillEnterForeground(scene: scene)),
      VocabularyRow(SceneDidChangeGeometry(scene: scene)),
      VocabularyRow(DidDiscardScenes(scenes: [scene])),
    ]
  }

  @Test func `the table matches the types`() throws {
    let article = Self.sources.appending(path: "../Documentation/Reference/EventVocabulary.md")
    let table = try String(contentsOf: article, encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("| `") }.map(VocabularyRow.init(line:))
      // The table of merge rules has fewer columns.
      .filter { $0.cells.count == 7 }
    for (documented, actual) in zip(table, try Self.rows()) { #expect(documented == actual) }
    #expect(table.count == (try Self.rows().count))
  }

  @Test func `every event of the vocabulary is in the table`() throws {
    let folders = ["GantryAppEvents", "GantryEvents/Vocabulary"].map {
      Self.sources.appending(path: $0)
    }
    let files = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .map { folder.appending(path: $0) }
    }
    var events: Set<String> = []
    for file in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /struct (\w+): [^{]*LifecycleEvent/) {
        events.insert(String(match.1))
      }
    }
    #expect(events == Set(try Self.rows().compactMap(\.cells.first)))
  }

  @Test func `each module gets its own state back`() throws {
    let merge = SaveState.merge
    let saved = merge.combine(
      SavedState(Data([1]), for: "Orders"), SavedState(Data([2]), for: "Messages"))
    let coded = try JSONDecoder().decode(SavedState.self, from: JSONEncoder().encode(saved))
    #expect(coded == saved)
    #expect(coded.modules == ["Messages", "Orders"])
    #expect(coded["Orders"] == Data([1]))
    #expect(coded["Account"] == nil)
    #expect(merge.combine(saved, SavedState(Data([3]), for: "Orders"))["Orders"] == Data([3]))
  }

  @Test func `a URL publishes its scheme only`() throws {
    let url = try #require(URL(string: "shop://orders?token=secret"))
    let published = OpenURL(url: url).notificationUserInfo
    #expect(published.mapValues { "\($0)" } == ["scheme": "shop"])
  }

  @Test func `saved state prints its parts by name and size, without their contents`() {
    let state = MergeRule.eachUnderItsName.combine(
      SavedState(Data("secret".utf8), for: "Orders"), SavedState(Data("tea".utf8), for: "Cart"))
    #expect("\(state)" == "SavedState(Cart: 3 bytes, Orders: 6 bytes)")
  }
}
