// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import Gantry

/// A scene, as the system describes it.
package struct SceneFacts: Sendable, Hashable {
  /// The persistent identifier of the scene's session.
  package var id: SceneID
  /// The scene's role, as the system names it.
  package var role: String?

  /// Names a scene.
  package init(id: SceneID, role: String? = nil) {
    self.id = id
    self.role = role
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

/// The things that a scene connects with.
@MainActor
package struct ConnectionFacts {
  /// URLs to open.
  package var urls: [URLFacts]
  /// Activities to continue.
  package var activities: [UserActivity]
  /// The activity that the scene had when it was last saved, to go on where it was.
  package var restored: UserActivity?
  /// The quick action that was chosen.
  package var quickAction: PerformQuickAction?
  /// Sends the events that have types of the app's frameworks.
  package var sendOthers: (@MainActor (EventBus) -> Void)?

  /// States them; usually there is nothing.
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

/// Which scenes are connected, and whether their connection was taken.
struct SceneBook {
  private var connected: [SceneID: Bool] = [:]
  private var hadAny = false

  /// Notes a scene.
  ///
  /// - Returns: Whether it was not connected, and whether it is the first of all.
  mutating func connect(_ id: SceneID) -> (isNew: Bool, isFirst: Bool) {
    guard connected[id] == nil else { return (false, false) }
    connected[id] = false
    defer { hadAny = true }
    return (true, !hadAny)
  }

  /// Whether the options of a scene's connection come for the first time since it connected.
  mutating func takeOptions(of id: SceneID) -> Bool {
    guard connected[id] == false else { return false }
    connected[id] = true
    return true
  }

  /// Notes that a scene has gone.
  ///
  /// - Returns: Whether it was connected.
  mutating func disconnect(_ id: SceneID) -> Bool { connected.removeValue(forKey: id) != nil }
}

extension AppHost {
  /// A scene connects, with things to open.
  package func connect(_ scene: SceneFacts, _ options: ConnectionFacts) {
    connect(scene)
    guard scenes.takeOptions(of: scene.id) else { return }
    // First, since a person has asked for the others now; one of the same kind takes its place.
    if let restored = options.restored,
      !options.activities.contains(where: { $0.type == restored.type })
    {
      events.send(ContinueActivity(activity: restored, scene: scene.id))
    }
    openURLs(options.urls, in: scene.id, by: .connection)
    for activity in options.activities {
      continueActivity(activity, in: scene.id, by: .connection)
    }
    if let action = options.quickAction { events.send(action) }
    options.sendOthers?(events)
  }

  func tell(_ change: SceneChange, of scene: SceneFacts) {
    switch change {
    case .willConnect: connect(scene)
    case .didDisconnect:
      guard scenes.disconnect(scene.id) else { return }
      openedURLs.forget(scene.id)
      events.send(SceneDidDisconnect(scene: scene.id))
    case .didBecomeActive:
      openedURLs.activated(scene.id, at: now)
      events.send(SceneDidBecomeActive(scene: scene.id))
    case .willResignActive: events.send(SceneWillResignActive(scene: scene.id))
    case .didEnterBackground: events.send(SceneDidEnterBackground(scene: scene.id))
    case .willEnterForeground: events.send(SceneWillEnterForeground(scene: scene.id))
    }
  }

  /// The method and the notification tell of the same connection, in an order that is not promised.
  private func connect(_ scene: SceneFacts) {
    let (isNew, isFirst) = scenes.connect(scene.id)
    guard isNew else { return }
    events.send(SceneWillConnect(scene: scene.id, role: scene.role))
    if isFirst { application.reach(.firstSceneConnected) }
  }
}
