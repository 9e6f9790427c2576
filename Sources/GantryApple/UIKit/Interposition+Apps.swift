// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  internal import Gantry
  internal import UIKit

  extension Interposition {
    /// The methods of an app's delegate that ask, or hand something over, without a completion handler.
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

    /// The orientations that all modules allow; where they have none in common, those of the delegate,
    /// and those of Info.plist where it has no method for them.
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
          let allowed = host?.orientations(in: scene(words))?.mask ?? .all
          return (.word(allowed.rawValue), words)
        })
    }

    /// An answer that only the main actor gives; another off it, where the system never calls.
    static func onMain(
      else other: MethodAnswer = .word(0), _ answer: @MainActor () -> MethodAnswer
    ) -> MethodAnswer {
      LiveRuntime().isOnMain ? MainActor.assumeIsolated(answer) : other
    }

    /// The configuration that a module gives to a scene; that of its session where the delegate has none
    /// to give.
    @MainActor
    private static func configuration(
      _ words: [UInt], _ host: AppHost?, _ hasOwn: Bool
    ) -> MethodAnswer {
      guard let session = argument(words, 1, as: UISceneSession.self) else { return .word(0) }
      let made = argument(words, 2, as: UIScene.ConnectionOptions.self).flatMap {
        host?.send(ConfigureScene(session: session, options: $0))
      }
      return .word(LiveRuntime.give(made ?? (hasOwn ? nil : session.configuration)))
    }
  }
#endif
