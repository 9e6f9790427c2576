// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS) && !os(tvOS)
  internal import CloudKit
  internal import Foundation
  internal import GantryCore
  internal import UIKit

  extension Interposition {
    /// The methods of an app's delegate that have no completion handler.
    @MainActor
    static func ofApps(_ host: AppHost) -> [Self] {
      [
        make(.openURL, unanswered: .bool(false)) { [weak host] words in
          guard let host, let url = argument(words, 1, as: URL.self) else { return .bool(false) }
          let options = argument(words, 2, as: [UIApplication.OpenURLOptionsKey: Any].self)
          return .bool(host.openURL(URLFacts(url, options ?? [:])))
        },
        make(.shouldAllowExtensionPoint, unanswered: .bool(true)) { [weak host] words in
          guard let host, let name = argument(words, 1, as: String.self) else { return .bool(true) }
          return .bool(host.send(ShouldAllowExtensionPoint(identifier: name)))
        },
        orientations(.supportedOrientations, host) { words in
          argument(words, 1, as: UIWindow.self)?.windowScene.map { SceneID($0.session) }
        },
        make(.didDiscardScenes, host) { words -> DidDiscardScenes? in
          let sessions = argument(words, 1, as: Set<UISceneSession>.self) ?? []
          let scenes = sessions.map { SceneID($0) }
          return DidDiscardScenes(scenes: scenes.sorted { $0.rawValue < $1.rawValue })
        },
        make(.shouldRequestHealthAuthorization, host) { _ in ShouldRequestHealthAuthorization() },
        make(.shouldSaveState, unanswered: .bool(false)) { _ in .bool(true) },
        make(.shouldRestoreState, unanswered: .bool(false)) { _ in .bool(true) },
        make(.viewControllerForRestoration, unanswered: .word(0)) { [weak host] words in
          guard let host, let path = argument(words, 1, as: [String].self),
            let coder = argument(words, 2, as: NSCoder.self)
          else { return .word(0) }
          return .word(LiveRuntime.give(host.viewController(at: path, coder)))
        },
        make(
          .configureScene, otherwise: { words in onMain { configuration(words, nil, false) } },
          hear: { [weak host] words, hasOwn in (configuration(words, host, hasOwn), words) }),
      ].compactMap(\.self)
    }

    /// The orientations that all modules allow. If they have none in common, the delegate's apply,
    /// or those of Info.plist if the delegate has no such method.
    @MainActor
    static func orientations(
      _ method: DelegateMethod, _ host: AppHost,
      in scene: @escaping @MainActor @Sendable ([UInt]) -> SceneID?
    ) -> Self? {
      let all = MethodAnswer.word(UIInterfaceOrientationMask.all.rawValue)
      return make(
        method,
        otherwise: { [weak host] words in
          onMain(else: all) { .word((host?.mask(in: scene(words)) ?? .all).rawValue) }
        },
        hear: { [weak host] words, hasOwn in
          guard hasOwn else {
            return (.word((host?.mask(in: scene(words)) ?? .all).rawValue), words)
          }
          let allowed =
            host?.orientations(in: scene(words)).map { UIInterfaceOrientationMask($0) } ?? .all
          return (.word(allowed.rawValue), words)
        })
    }

    /// An answer from the main actor; a different one off it, where the system never calls.
    static func onMain(
      else other: MethodAnswer = .word(0), _ answer: @MainActor () -> MethodAnswer
    ) -> MethodAnswer {
      LiveRuntime().isOnMain ? MainActor.assumeIsolated(answer) : other
    }

    /// The configuration that a module gives a scene; if the delegate gives none either, that of
    /// the scene's session.
    @MainActor
    private static func configuration(
      _ words: [UInt], _ host: AppHost?, _ hasOwn: Bool
    ) -> MethodAnswer {
      guard let session = argument(words, 1, as: UISceneSession.self) else { return .word(0) }
      let made = argument(words, 2, as: UIScene.ConnectionOptions.self).flatMap {
        host?.configuration(of: session, $0)
      }
      return .word(LiveRuntime.give(made ?? (hasOwn ? nil : session.configuration)))
    }
  }

  extension Interposition {
    /// The methods of a scene's delegate.
    @MainActor
    static func ofScenes(_ host: AppHost) -> [Self] {
      ofActivities(inScenesOf: host) + ofWindows(host)
        + [
          make(.sceneWillConnect) { [weak host] words in
            guard let scene = argument(words, 0, as: UIScene.self),
              let options = argument(words, 2, as: UIScene.ConnectionOptions.self)
            else { return .nothing }
            host?.connect(
              SceneFacts(scene), ConnectionFacts(options, scene.session, host),
              window: host?.windowSource(of: scene))
            return .nothing
          },
          make(.sceneOpenURLs) { [weak host] words in
            guard let scene = scene(words) else { return .nothing }
            let contexts = argument(words, 1, as: Set<UIOpenURLContext>.self) ?? []
            host?.openURLs(contexts.map { URLFacts($0) }, in: scene, by: .scene)
            return .nothing
          },
          make(
            .scenePerformQuickAction,
            share: { [weak host] words, hasOwn in perform(words, in: scene(words), hasOwn, host) },
            finish: { HandlerBlock.flag($0, 2)(false) }),
          make(.sceneDidAcceptShare) { [weak host] words in
            if let scene = scene(words),
              let metadata = argument(words, 1, as: CKShare.Metadata.self)
            {
              host?.accept(metadata, in: scene)
            }
            return .nothing
          },
        ].compactMap(\.self)
    }

    /// The identifier of the scene that is the first argument.
    @MainActor
    private static func scene(_ words: [UInt]) -> SceneID? {
      argument(words, 0, as: UIScene.self).map { SceneID($0.session) }
    }

    @MainActor
    private static func ofActivities(inScenesOf host: AppHost) -> [Self] {
      [
        make(.sceneWillContinueActivity, host) { words -> WillContinueActivity? in
          guard let scene = scene(words), let type = argument(words, 1, as: String.self) else {
            return nil
          }
          return WillContinueActivity(activityType: type, scene: scene)
        },
        make(.sceneContinueActivity) { [weak host] words in
          guard let scene = scene(words), let activity = activity(words, host) else {
            return .nothing
          }
          host?.continueActivity(activity, in: scene, by: .scene)
          return .nothing
        },
        make(.sceneDidFailToContinueActivity, host) { words -> DidFailToContinueActivity? in
          guard let scene = scene(words), let type = argument(words, 1, as: String.self),
            let error = argument(words, 2, as: NSError.self)
          else { return nil }
          return DidFailToContinueActivity(activityType: type, error: error, scene: scene)
        },
        make(.sceneDidUpdateActivity, host) { [weak host] words -> DidUpdateActivity? in
          guard let scene = scene(words), let activity = activity(words, host) else { return nil }
          return DidUpdateActivity(activity: activity, scene: scene)
        },
        make(.sceneRestorationActivity, unanswered: .word(0)) { [weak host] words in
          guard let host, let scene = scene(words) else { return .word(0) }
          let activity = host.send(SceneRestorationActivity(scene: scene))
          return .word(LiveRuntime.give(activity?.forSystem))
        },
        make(.restoreSceneInteraction, host) { [weak host] words -> RestoreSceneInteraction? in
          guard let scene = scene(words), let activity = activity(words, host) else { return nil }
          return RestoreSceneInteraction(scene: scene, activity: activity)
        },
      ].compactMap(\.self)
    }

    @MainActor
    private static func activity(_ words: [UInt], _ host: AppHost?) -> UserActivity? {
      argument(words, 1, as: NSUserActivity.self).map { UserActivity($0, host) }
    }

    @MainActor
    private static func ofWindows(_ host: AppHost) -> [Self] {
      let shape: @MainActor @Sendable ([UInt]) -> SceneDidChangeGeometry? = { words in
        scene(words).map { SceneDidChangeGeometry(scene: $0) }
      }
      var all = [
        make(.sceneDidUpdateCoordinateSpace, host, event: shape),
        make(.sceneDidUpdateGeometry, host, event: shape),
        orientations(.sceneSupportedOrientations, host) { scene($0) },
      ]
      if #available(iOS 26.0, *) {
        all.append(
          make(
            .preferredWindowingControlStyle,
            otherwise: { _ in onMain { .word(LiveRuntime.give(automatic)) } },
            hear: { [weak host] words, hasOwn in
              let style = scene(words).flatMap {
                host?.send(PreferredWindowingControlStyle(scene: $0))
              }
              return (.word(LiveRuntime.give(style ?? (hasOwn ? nil : automatic))), words)
            }))
      }
      return all.compactMap(\.self)
    }

    @available(iOS 26.0, *)
    @MainActor
    private static var automatic: UIWindowScene.WindowingControlStyle { .automatic }
  }
#endif
