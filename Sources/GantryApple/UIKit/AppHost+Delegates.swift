// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  internal import Gantry
  internal import ObjectiveC
  public import UIKit
  internal import UserNotifications

  extension AppHost {
    /// Attaches to a delegate that is not the host's, which stays the object and the class that it is.
    ///
    /// Modules hear its methods, then its own run; methods that it does not have are added where a
    /// module hears the event. Delegates of scenes follow when their scenes connect. A completion handler
    /// is called once, with the answers of modules and of your method. Methods with an object as their
    /// answer are left alone: call the host from them.
    ///
    /// ```swift
    /// let attachment = try host.attach(to: self)      // in `init` of your delegate
    /// return host.launch(launchOptions, in: application)
    /// ```
    ///
    /// - Parameter delegate: The delegate of the app, or of a scene.
    /// - Returns: The attachment, to end it by; with no methods where the host is attached already.
    /// - Throws: ``AttachError``, for the reason that forbids it.
    @discardableResult
    public func attach(
      to delegate: any UIApplicationDelegate
    ) throws(AttachError) -> DelegateAttachment {
      // One object is often both delegates.
      let isForNotifications = delegate is any UNUserNotificationCenterDelegate
      let methods =
        Interposition.ofApps(self) + Interposition.withHandlers(self)
        + (isForNotifications ? Interposition.ofNotifications(self) : [])
      let attachment = try attach(to: delegate, methods, LiveRuntime())
      attachToScenes(
        connecting: UIScene.willConnectNotification, Interposition.ofScenes(self), LiveRuntime()
      ) { notification in
        guard let scene = notification.object as? UIScene else { return nil }
        return {
          // Ours is told by its own methods.
          guard let delegate = scene.delegate, !(delegate is ModularSceneDelegate) else {
            return nil
          }
          return delegate
        }
      }
      return attachment
    }

    /// Attaches to the delegate of a scene, as to that of an app.
    ///
    /// A host that is attached to the app's delegate does so itself when a scene connects. Call it in
    /// the `init` of a scene's delegate where modules have to hear the connection as well.
    ///
    /// - Parameter delegate: The delegate of a scene.
    /// - Returns: The attachment, to end it by; with no methods where the host is attached already.
    /// - Throws: ``AttachError``, for the reason that forbids it.
    @discardableResult
    public func attach(to delegate: any UISceneDelegate) throws(AttachError) -> DelegateAttachment {
      try attach(to: delegate, Interposition.ofScenes(self), LiveRuntime())
    }
  }

  extension Interposition {
    private static let any: @Sendable (MethodAnswer, MethodAnswer) -> MethodAnswer = {
      .bool($0.isTrue || $1.isTrue)
    }
    private static let all: @Sendable (MethodAnswer, MethodAnswer) -> MethodAnswer = {
      .bool($0.isTrue && $1.isTrue)
    }
    private static let common: @Sendable (MethodAnswer, MethodAnswer) -> MethodAnswer = {
      let both = $0.bits & $1.bits
      // An empty answer would end the app: that of the delegate stays.
      return .word(both == 0 ? $1.bits : both)
    }

    @MainActor
    static func ofApps(_ host: AppHost) -> [Self] {
      let everything = MethodAnswer.word(UIInterfaceOrientationMask.all.rawValue)
      return [
        make(.openURL, unanswered: .bool(false), merge: any) { [weak host] words in
          guard let host, let url = argument(words, 1, as: URL.self) else { return .bool(false) }
          let options = argument(words, 2, as: [UIApplication.OpenURLOptionsKey: Any].self)
          return .bool(host.openURL(URLFacts(url, options ?? [:])))
        },
        make(.continueActivity, unanswered: .bool(false), merge: any) { [weak host] words in
          guard let host, let activity = argument(words, 1, as: NSUserActivity.self) else {
            return .bool(false)
          }
          let event = ContinueActivity(activity: UserActivity(activity))
          return .bool(host.application.events.send(event))
        },
        make(.willContinueActivity, unanswered: .bool(false), merge: any) { [weak host] words in
          guard let host, let type = argument(words, 1, as: String.self) else {
            return .bool(false)
          }
          return .bool(host.application.events.send(WillContinueActivity(activityType: type)))
        },
        make(.shouldAllowExtensionPoint, unanswered: .bool(true), merge: all) { [weak host] words in
          guard let host, let name = argument(words, 1, as: String.self) else { return .bool(true) }
          return .bool(host.application.events.send(ShouldAllowExtensionPoint(identifier: name)))
        },
        make(.supportedOrientations, unanswered: everything, merge: common) { [weak host] words in
          let scene = argument(words, 1, as: UIWindow.self)?.windowScene
          let mask = host?.orientations(in: scene.map { SceneID($0.session) })?.mask ?? .all
          return .word(mask.rawValue)
        },
        make(.didDiscardScenes) { [weak host] words in
          let sessions = argument(words, 1, as: Set<UISceneSession>.self) ?? []
          let scenes = sessions.map { SceneID($0) }.sorted { $0.rawValue < $1.rawValue }
          host?.application.events.send(DidDiscardScenes(scenes: scenes))
          return .nothing
        },
      ].compactMap(\.self)
    }

    @MainActor
    static func ofScenes(_ host: AppHost) -> [Self] {
      [
        make(.sceneWillConnect) { [weak host] words in
          guard let scene = argument(words, 0, as: UIScene.self),
            let options = argument(words, 2, as: UIScene.ConnectionOptions.self)
          else { return .nothing }
          let facts = SceneFacts(scene)
          host?.connect(facts, ConnectionFacts(options, in: facts.id))
          return .nothing
        },
        make(.sceneOpenURLs) { [weak host] words in
          guard let scene = argument(words, 0, as: UIScene.self) else { return .nothing }
          let contexts = argument(words, 1, as: Set<UIOpenURLContext>.self) ?? []
          host?.openURLs(contexts.map { URLFacts($0) }, in: SceneID(scene.session), by: .scene)
          return .nothing
        },
        make(.sceneContinueActivity) { [weak host] words in
          guard let scene = argument(words, 0, as: UIScene.self),
            let activity = argument(words, 1, as: NSUserActivity.self)
          else { return .nothing }
          host?.application.events.send(
            ContinueActivity(activity: UserActivity(activity), scene: SceneID(scene.session)))
          return .nothing
        },
        make(
          .scenePerformQuickAction,
          share: { [weak host] words, hasOwn in
            let scene = argument(words, 0, as: UIScene.self).map { SceneID($0.session) }
            return perform(words, in: scene, hasOwn, host)
          }, finish: { HandlerBlock.flag($0, 2)(false) }),
      ].compactMap(\.self)
    }
  }
#endif
