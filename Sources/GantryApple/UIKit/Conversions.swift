// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import CloudKit
  internal import Foundation
  public import GantryAppEvents
  internal import GantryCore
  internal import GantryEvents
  public import UIKit

  extension SceneID {
    /// The ID of a scene: the persistent identifier of its session.
    ///
    /// - Parameter scene: The scene.
    @MainActor
    public init(_ scene: UIScene) { self.init(scene.session) }

    /// The ID of a session's scene: the session's persistent identifier.
    ///
    /// - Parameter session: The session.
    @MainActor
    public init(_ session: UISceneSession) { self.init(session.persistentIdentifier) }
  }

  extension UIApplication {
    /// The connected scene of an ID.
    ///
    /// ```swift
    /// let window = (UIApplication.shared.scene(event.scene) as? UIWindowScene)?.keyWindow
    /// ```
    ///
    /// - Parameter id: The ID, as events and routes name it.
    /// - Returns: Nil if no such scene is connected.
    public func scene(_ id: SceneID) -> UIScene? { connectedScenes.first { SceneID($0) == id } }
  }

  extension SceneFacts {
    @MainActor
    init(_ scene: UIScene) {
      self.init(id: SceneID(scene.session), role: scene.session.role.rawValue)
    }
  }

  extension URLFacts {
    @MainActor
    init(_ context: UIOpenURLContext) {
      self.init(
        url: context.url, sourceApplication: context.options.sourceApplication,
        opensInPlace: context.options.openInPlace)
      system = SystemReference(context)
    }

    init(_ url: URL, _ options: [UIApplication.OpenURLOptionsKey: Any]) {
      self.init(
        url: url, sourceApplication: options[.sourceApplication] as? String,
        opensInPlace: options[.openInPlace] as? Bool ?? false)
    }
  }

  extension PerformQuickAction {
    @MainActor
    init(_ item: UIApplicationShortcutItem, in scene: SceneID?) {
      self.init(
        type: item.type, title: item.localizedTitle,
        userInfo: (item.userInfo ?? [:]).compactMapValues { $0 as? String }, scene: scene)
      system = SystemReference(item)
    }
  }

  extension ConnectionFacts {
    init(_ options: UIScene.ConnectionOptions, _ session: UISceneSession, _ host: AppHost?) {
      let scene = SceneID(session)
      self.init(
        urls: options.urlContexts.map { URLFacts($0) },
        activities: options.userActivities.map { UserActivity($0, host) },
        restored: session.stateRestorationActivity.map { UserActivity($0, host) },
        quickAction: options.shortcutItem.map { PerformQuickAction($0, in: scene) })
      guard let metadata = options.cloudKitShareMetadata else { return }
      sendOthers = { $0.send(AcceptShare(metadata: metadata, scene: scene)) }
    }
  }

  extension InterfaceOrientations {
    fileprivate static let masks: [(Self, UIInterfaceOrientationMask)] = [
      (.portrait, .portrait), (.portraitUpsideDown, .portraitUpsideDown),
      (.landscapeLeft, .landscapeLeft), (.landscapeRight, .landscapeRight),
    ]

    /// The same as UIKit's set, to answer `SupportedOrientations` with.
    ///
    /// - Parameter mask: UIKit's set.
    public init(_ mask: UIInterfaceOrientationMask) {
      self = Self.masks.reduce(into: []) { if mask.contains($1.1) { $0.formUnion($1.0) } }
    }
  }

  extension UIInterfaceOrientationMask {
    /// The same as a set of a module.
    ///
    /// - Parameter orientations: The module's set.
    public init(_ orientations: InterfaceOrientations) {
      self = InterfaceOrientations.masks.reduce(into: []) {
        if orientations.contains($1.0) { $0.formUnion($1.1) }
      }
    }
  }

  extension AppHost {
    /// The orientations that all modules allow in a scene; those of Info.plist if they have none in
    /// common. Before the launch, all are allowed.
    func mask(in scene: SceneID?) -> UIInterfaceOrientationMask {
      orientations(in: scene).map { UIInterfaceOrientationMask($0) }
        ?? declaredOrientations.map { UIInterfaceOrientationMask(rawValue: $0()) } ?? .all
    }
  }

  extension UIBackgroundFetchResult {
    /// The same for UIKit.
    package init(_ result: BackgroundFetchResult) {
      self =
        switch result {
        case .newData: .newData
        case .noData: .noData
        case .failed: .failed
        }
    }
  }
#endif
