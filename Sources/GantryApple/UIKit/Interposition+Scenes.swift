// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS) && !os(tvOS)
  internal import CloudKit
  internal import Foundation
  internal import Gantry
  internal import UIKit

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
            host?.connect(SceneFacts(scene), ConnectionFacts(options, scene.session, host))
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
          make(.sceneDidAcceptShare, host) { words -> AcceptShare? in
            guard let scene = scene(words),
              let metadata = argument(words, 1, as: CKShare.Metadata.self)
            else { return nil }
            return AcceptShare(metadata: metadata, scene: scene)
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
          return .word(LiveRuntime.give(activity?.systemActivity))
        },
        make(.restoreSceneInteraction, host) { [weak host] words -> RestoreSceneInteraction? in
          guard let scene = scene(words), let activity = activity(words, host) else { return nil }
          return RestoreSceneInteraction(scene: scene, activity: activity)
        },
      ].compactMap(\.self)
    }

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
