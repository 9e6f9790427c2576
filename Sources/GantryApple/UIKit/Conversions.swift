// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import CloudKit
  internal import Foundation
  package import GantryAppEvents
  internal import GantryCore
  package import UIKit

  extension SceneID {
    @MainActor
    init(_ session: UISceneSession) { self.init(session.persistentIdentifier) }
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
    /// The same as UIKit's set.
    var mask: UIInterfaceOrientationMask {
      let pairs: [(Self, UIInterfaceOrientationMask)] = [
        (.portrait, .portrait), (.portraitUpsideDown, .portraitUpsideDown),
        (.landscapeLeft, .landscapeLeft), (.landscapeRight, .landscapeRight),
      ]
      return pairs.reduce(into: []) { mask, pair in
        if contains(pair.0) { mask.formUnion(pair.1) }
      }
    }
  }

  extension AppHost {
    /// The orientations that all modules allow in a scene; those of Info.plist if they have none in
    /// common. Before the launch, all are allowed.
    func mask(in scene: SceneID?) -> UIInterfaceOrientationMask {
      orientations(in: scene)?.mask
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
