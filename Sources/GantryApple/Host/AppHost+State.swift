// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GantryCore
internal import GantryEvents

/// A change of the whole app's state.
package enum AppChange: Sendable, CaseIterable {
  case didBecomeActive
  case willResignActive
  case didEnterBackground
  case willEnterForeground
  case willTerminate
  case didReceiveMemoryPressure
  case significantTimeChange
  case protectedDataWillBecomeUnavailable
  case protectedDataDidBecomeAvailable
  case willHide
  case didHide
  case willUnhide
  case didUnhide
  case willBecomeActive
  case didResignActive
  case didChangeScreens
  case didChangeOcclusion
}

/// The notifications that become events of modules, with the change that each one stands for.
package struct StateNotifications: Sendable {
  /// Changes of the app, by the name of the notification.
  package var app: [Notification.Name: AppChange]
  /// Changes of a scene, by the name of the notification.
  package var scene: [Notification.Name: SceneChange]
  /// The scene of a notification; nil if its object isn't a scene.
  package var sceneOf: @Sendable (Notification) -> (@MainActor @Sendable () -> SceneFacts)?

  /// Describes the notifications.
  package init(
    app: [Notification.Name: AppChange], scene: [Notification.Name: SceneChange],
    sceneOf: @escaping @Sendable (Notification) -> (@MainActor @Sendable () -> SceneFacts)?
  ) {
    self.app = app
    self.scene = scene
    self.sceneOf = sceneOf
  }
}

extension AppHost {
  /// Tells modules about the state of the app and its scenes from now on; a second call does
  /// nothing.
  package func observe(_ notifications: StateNotifications) {
    guard observations.isEmpty else { return }
    for (name, change) in notifications.app {
      observe(name) { _ in { host in host.tell(change) } }
    }
    let sceneOf = notifications.sceneOf
    for (name, change) in notifications.scene {
      observe(name) { notification in
        guard let scene = sceneOf(notification) else { return nil }
        return { host in host.tell(change, of: scene()) }
      }
    }
  }

  /// Observes a notification: reads it where it is posted, and reports it on the main actor.
  func observe(
    _ name: Notification.Name,
    _ read: @escaping @Sendable (Notification) -> (@MainActor @Sendable (AppHost) -> Void)?
  ) {
    let observation = NotificationObservation(of: name, in: surroundings.center) {
      [weak self, surroundings] notification in
      guard let tell = read(notification) else { return }
      surroundings.onMain { if let self { tell(self) } }
    }
    observations.append(EventSubscription { observation.end() })
  }

  func tell(_ change: AppChange) {
    switch change {
    case .didBecomeActive:
      takeLaterDelegate()
      setBackground(false)
      report(DidBecomeActive())
    case .willResignActive: report(WillResignActive())
    case .didEnterBackground:
      // Before the handlers begin, so that the system grants them time.
      setBackground(true)
      report(DidEnterBackground())
      application.setBackground(true)
    case .willEnterForeground:
      application.setBackground(false)
      setBackground(false)
      report(WillEnterForeground())
    case .willTerminate: terminate()
    case .didReceiveMemoryPressure: report(DidReceiveMemoryPressure(level: .warning))
    case .significantTimeChange: report(SignificantTimeChange())
    case .protectedDataWillBecomeUnavailable: report(ProtectedDataWillBecomeUnavailable())
    case .protectedDataDidBecomeAvailable:
      application.reach(.protectedDataAvailable)
      report(ProtectedDataDidBecomeAvailable())
    case .willHide: report(WillHide())
    case .didHide: report(DidHide())
    case .willUnhide: report(WillUnhide())
    case .didUnhide: report(DidUnhide())
    case .willBecomeActive: report(WillBecomeActive())
    case .didResignActive: report(DidResignActive())
    case .didChangeScreens: report(DidChangeScreens())
    case .didChangeOcclusion: report(DidChangeOcclusion())
    }
  }
}

extension AppHost {
  /// Saves the modules' state with a coder.
  package func encodeState(_ coder: NSCoder) {
    if let data = savedState() { coder.encode(data as NSData, forKey: Self.stateKey) }
    BorrowedCoder.with(coder) { events.send(EncodeState($0)) }
  }

  /// Restores the modules' state from a coder.
  package func decodeState(_ coder: NSCoder) {
    let data = coder.decodeObject(of: NSData.self, forKey: Self.stateKey)
    if let data { restoreState(data as Data) }
    BorrowedCoder.with(coder) { events.send(DecodeState($0)) }
  }
}
