// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore
internal import GantryEvents

/// A scene, as the system describes it.
package struct SceneFacts: Sendable, Hashable {
  /// The persistent identifier of the scene's session.
  package var id: SceneID
  /// The scene's role, as the system names it.
  package var role: String?

  /// Describes a scene.
  package init(id: SceneID, role: String? = nil) {
    self.id = id
    self.role = role
  }

  /// Whether a person uses its windows on this device, which isn't so for CarPlay's scenes and for
  /// those of another display. `UIWindowSceneSessionRoleApplication` is such a role.
  package var isInteractive: Bool {
    role.map { $0.hasPrefix("UIWindowScene") && $0.hasSuffix("Application") } ?? true
  }
}

/// A change of one scene's state.
package enum SceneChange: Sendable, CaseIterable {
  case willConnect
  case didDisconnect
  case didBecomeActive
  case willResignActive
  case didEnterBackground
  case willEnterForeground
}

/// The items that come with a scene's connection.
@MainActor
package struct ConnectionFacts {
  /// URLs to open.
  package var urls: [URLFacts]
  /// Activities to continue.
  package var activities: [UserActivity]
  /// The activity that the scene last saved, from which it resumes.
  package var restored: UserActivity?
  /// The quick action that was chosen.
  package var quickAction: PerformQuickAction?
  /// Sends the events that have types of the app's frameworks.
  package var sendOthers: (@MainActor (EventBus) -> Void)?

  /// Describes a connection; by default it brings nothing.
  package init(
    urls: [URLFacts] = [], activities: [UserActivity] = [], restored: UserActivity? = nil,
    quickAction: PerformQuickAction? = nil
  ) {
    self.urls = urls
    self.activities = activities
    self.restored = restored
    self.quickAction = quickAction
  }
}

/// The connected scenes, and whether the options of their connections were taken.
struct ConnectedScenes {
  private var connected: [SceneID: Bool] = [:]
  private var hadAny = false
  /// Those that have disconnected, and not connected again.
  private(set) var gone: Set<SceneID> = []

  /// Notes that a scene has connected.
  ///
  /// - Returns: Whether the scene is new, and whether it is the first of all.
  mutating func connect(_ id: SceneID) -> (isNew: Bool, isFirst: Bool) {
    guard connected[id] == nil else { return (false, false) }
    connected[id] = false
    gone.remove(id)
    defer { hadAny = true }
    return (true, !hadAny)
  }

  /// Takes the options of a scene's connection; true for the first time since it connected.
  mutating func takeOptions(of id: SceneID) -> Bool {
    guard connected[id] == false else { return false }
    connected[id] = true
    return true
  }

  /// Notes that a scene has disconnected.
  ///
  /// - Returns: Whether it was connected.
  mutating func disconnect(_ id: SceneID) -> Bool {
    gone.insert(id)
    return connected.removeValue(forKey: id) != nil
  }
}

extension AppHost {
  /// Connects a scene, and opens the items that came with it once its window is there.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - options: The items that came with it.
  ///   - source: The source of its window; nil for a scene without windows.
  package func connect(
    _ scene: SceneFacts, _ options: ConnectionFacts, window source: WindowSource? = .others
  ) {
    connect(scene)
    guard scenes.takeOptions(of: scene.id) else { return }
    deliver(items.connect(scene.id, with: connectionItems(options, of: scene.id)))
    awaitWindow(of: scene.id, from: source)
  }

  /// The items of a connection, in the order in which modules hear of them.
  private func connectionItems(_ options: ConnectionFacts, of scene: SceneID) -> [SystemItem] {
    var all: [SystemItem] = []
    // First, since a person has asked for the others just now. An activity of the same type
    // replaces it.
    if let restored = options.restored,
      !options.activities.contains(where: { $0.type == restored.type })
    {
      all.append(
        withObject(
          "the saved activity '\(restored.type)'",
          ContinueActivity(activity: restored, scene: scene)))
    }
    all += urlItems(options.urls, in: scene, by: .connection)
    all += options.activities.map { activityItem($0, in: scene, by: .connection) }
    if let action = options.quickAction {
      all.append(withObject(action.itemName, action))
    }
    if let sendOthers = options.sendOthers { all.append(sending("a share", sendOthers)) }
    return all
  }

  /// An event with an object of the system, as an item.
  private func withObject(_ name: String, _ event: some SystemDelivered) -> SystemItem {
    let access = event.system.beginAccess()
    return SystemItem(
      name: name,
      deliver: { [weak self] in
        self?.sendWithObject(event)
        extendLifetime(access)
      }, refuse: {})
  }

  /// An event for which the system waits for no answer, as an item.
  func sending(_ name: String, _ send: @escaping @MainActor (EventBus) -> Void) -> SystemItem {
    SystemItem(name: name, deliver: { [events] in send(events) }, refuse: {})
  }

  func tell(_ change: SceneChange, of scene: SceneFacts) {
    switch change {
    case .willConnect: connect(scene)
    case .didDisconnect:
      guard scenes.disconnect(scene.id) else { return }
      openedURLs.forget(scene.id)
      content.forget(scene.id)
      windows[scene.id] = nil
      navigator.forget(scene.id)
      deliver(items.disconnect(scene.id))
      report(SceneDidDisconnect(scene: scene.id))
    case .didBecomeActive:
      openedURLs.activated(scene.id, at: now)
      connectUntold(scene)
      noteActive(scene.id)
      report(SceneDidBecomeActive(scene: scene.id))
    case .willResignActive: report(SceneWillResignActive(scene: scene.id))
    case .didEnterBackground: report(SceneDidEnterBackground(scene: scene.id))
    case .willEnterForeground: report(SceneWillEnterForeground(scene: scene.id))
    }
  }

  /// Lets the items of an active scene go on whose connection no delegate has told of, as in SwiftUI.
  private func connectUntold(_ scene: SceneFacts) {
    guard scene.isInteractive, !items.isConnected(scene.id) else { return }
    deliver(items.connect(scene.id, with: []))
    awaitWindow(of: scene.id, from: .others)
  }

  /// The method and the notification report the same connection, in no guaranteed order.
  private func connect(_ scene: SceneFacts) {
    let (isNew, isFirst) = scenes.connect(scene.id)
    guard isNew else { return }
    report(SceneWillConnect(scene: scene.id, role: scene.role))
    if isFirst { application.reach(.firstSceneConnected) }
  }
}
