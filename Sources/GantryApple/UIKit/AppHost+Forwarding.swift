// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import CloudKit
  internal import Foundation
  internal import GantryCore
  internal import GantryEvents
  public import UIKit
  public import UserNotifications

  // What the methods of your own delegates pass on if they have no superclass of the library. Other
  // methods send their event: `host.application.events.send(…)`.
  extension AppHost {
    // MARK: Opening

    /// Connects a scene, and opens the items that came with it once its window is there, for
    /// `scene(_:willConnectTo:options:)`. Make the window in the same method, or with
    /// ``AppHostOptions/makeWindow``.
    ///
    /// - Parameters:
    ///   - scene: The scene.
    ///   - options: The options of its connection.
    public func connect(_ scene: UIScene, options: UIScene.ConnectionOptions) {
      connect(
        SceneFacts(scene), ConnectionFacts(options, scene.session, self),
        window: windowSource(of: scene))
    }

    /// Opens a URL, for `application(_:open:options:)` in an app without scenes.
    ///
    /// - Returns: Whether a module or a route opens it, now or after the launch.
    public func openURL(
      _ url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool { openURL(URLFacts(url, options)) }

    /// Opens URLs, for `scene(_:openURLContexts:)`.
    public func openURLs(_ contexts: Set<UIOpenURLContext>, in scene: UIScene) {
      openURLs(contexts.map { URLFacts($0) }, in: SceneID(scene.session), by: .scene)
    }

    /// Continues an activity or opens its link, for `scene(_:continue:)`.
    public func continueActivity(_ activity: NSUserActivity, in scene: UIScene) {
      continueActivity(UserActivity(activity, self), in: SceneID(scene.session), by: .scene)
    }

    /// Continues an activity or opens its link, for
    /// `application(_:continue:restorationHandler:)` in an app without scenes.
    ///
    /// - Parameters:
    ///   - activity: The activity.
    ///   - restorationHandler: Called once, with the objects that modules restore.
    /// - Returns: Whether a module continues the activity or something opens its link, now or after
    ///   the launch.
    public func continueActivity(
      _ activity: NSUserActivity,
      restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
      let activity = UserActivity(activity, self)
      return continueActivity(activity, by: .application) { [self] in
        restorationHandler(send(RestorableObjects(activity: activity)))
      }
    }

    /// Tells modules that an activity was updated, for `application(_:didUpdate:)` and
    /// `scene(_:didUpdate:)`.
    ///
    /// - Parameters:
    ///   - activity: The activity.
    ///   - scene: The scene that it belongs to; nil in an app without scenes.
    public func updateActivity(_ activity: NSUserActivity, in scene: UIScene? = nil) {
      sendWithObject(
        DidUpdateActivity(
          activity: UserActivity(activity, self), scene: scene.map { SceneID($0.session) }))
    }

    /// Performs a quick action, for `application(_:performActionFor:completionHandler:)` and
    /// `windowScene(_:performActionFor:completionHandler:)`.
    ///
    /// - Parameters:
    ///   - item: The item of the action.
    ///   - scene: The scene that it is meant for; nil in an app without scenes.
    ///   - completionHandler: Called once, with whether a module has performed it.
    public func performQuickAction(
      _ item: UIApplicationShortcutItem, in scene: UIScene? = nil,
      completionHandler: @escaping (Bool) -> Void
    ) {
      perform(PerformQuickAction(item, in: scene.map { SceneID($0.session) })) {
        completionHandler($0)
      }
    }

    /// Asks modules to accept a CloudKit share, for
    /// `application(_:userDidAcceptCloudKitShareWith:)` and
    /// `windowScene(_:userDidAcceptCloudKitShareWith:)`.
    ///
    /// - Parameters:
    ///   - metadata: The share.
    ///   - scene: The scene that it is meant for; nil in an app without scenes.
    public func acceptShare(_ metadata: CKShare.Metadata, in scene: UIScene? = nil) {
      accept(metadata, in: scene.map { SceneID($0.session) })
    }

    // MARK: Background work

    /// Asks modules to handle a remote notification, for
    /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
    ///
    /// - Parameters:
    ///   - payload: The notification's dictionary.
    ///   - fetchCompletionHandler: Called once, with the merged result.
    public func receiveRemoteNotification(
      _ payload: [AnyHashable: Any],
      fetchCompletionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      receive(payload) { fetchCompletionHandler(UIBackgroundFetchResult($0)) }
    }

    /// Asks modules to fetch data, for `application(_:performFetchWithCompletionHandler:)`.
    ///
    /// - Parameter completionHandler: Called once, with the merged result.
    public func performFetch(completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
      ask({ PerformBackgroundFetch(reply: $0) }) { completionHandler(UIBackgroundFetchResult($0)) }
    }

    /// Tells modules that background transfers have ended, for
    /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the session.
    ///   - completionHandler: Called once, when its module is done.
    public func handleBackgroundURLSession(
      _ identifier: String, completionHandler: @escaping () -> Void
    ) { handleBackgroundURLSession(identifier, hasOwn: false) { completionHandler() } }

    /// Asks modules to answer a request of the watch app, for
    /// `application(_:handleWatchKitExtensionRequest:reply:)`.
    ///
    /// - Parameters:
    ///   - message: The request.
    ///   - reply: Called once, with the first answer.
    public func handleWatchRequest(
      _ message: [AnyHashable: Any]?, reply: @escaping ([AnyHashable: Any]?) -> Void
    ) {
      let message = message.flatMap {
        UserActivity.propertyList(of: $0, from: "the request of a watch", self)
      }
      ask({ HandleWatchRequest(message: message, reply: $0) }) { answer in
        reply(answer.flatMap { UserActivity.dictionary(of: $0) })
      }
    }

    // MARK: State

    /// Saves the state of the modules, for `application(_:willEncodeRestorableStateWith:)`.
    public func saveState(with coder: NSCoder) { encodeState(coder) }

    /// Restores the state of the modules, for `application(_:didDecodeRestorableStateWith:)`.
    public func restoreState(with coder: NSCoder) { decodeState(coder) }

    /// The activity that restores a scene, for `stateRestorationActivity(for:)`: the first that a
    /// module gives.
    public func restorationActivity(for scene: UIScene) -> NSUserActivity? {
      send(SceneRestorationActivity(scene: SceneID(scene.session)))?.forSystem
    }

    /// Asks modules to restore the state of a scene's controls, for
    /// `scene(_:restoreInteractionStateWith:)`.
    public func restoreInteraction(of scene: UIScene, from activity: NSUserActivity) {
      sendWithObject(
        RestoreSceneInteraction(
          scene: SceneID(scene.session), activity: UserActivity(activity, self)))
    }

    /// The orientations that all modules allow, for
    /// `application(_:supportedInterfaceOrientationsFor:)` and
    /// `supportedInterfaceOrientations(for:)` of a scene's delegate.
    ///
    /// - Parameter scene: The scene; nil in an app without scenes.
    /// - Returns: Those of Info.plist if modules allow none in common.
    public func supportedOrientations(in scene: UIScene? = nil) -> UIInterfaceOrientationMask {
      mask(in: scene.map { SceneID($0.session) })
    }
  }

  #if canImport(ObjectiveC)
    // For a delegate of the user-notification center. The host attaches to it by itself, unless
    // `GantryAttachesToDelegates` is NO in Info.plist.
    extension AppHost {
      /// Asks modules how to show a notification, for
      /// `userNotificationCenter(_:willPresent:withCompletionHandler:)`.
      ///
      /// - Parameters:
      ///   - notification: The notification.
      ///   - completionHandler: Called once, with all that modules ask for.
      public func presentNotification(
        _ notification: UNNotification,
        completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
      ) { present(UserNotification(notification)) { completionHandler($0.options) } }

      /// Tells modules of a response once its scene has its window, for
      /// `userNotificationCenter(_:didReceive:withCompletionHandler:)`.
      ///
      /// - Parameters:
      ///   - response: The response.
      ///   - completionHandler: Called once, when the modules are done.
      public func respondToNotification(
        _ response: UNNotificationResponse, completionHandler: @escaping () -> Void
      ) { respond(response) { completionHandler() } }

      /// Asks modules to show the app's own settings, for
      /// `userNotificationCenter(_:openSettingsFor:)`.
      ///
      /// - Parameter notification: The notification that a person came from; nil for none.
      public func openNotificationSettings(for notification: UNNotification?) {
        sendWithObject(
          OpenNotificationSettings(notification: notification.map { UserNotification($0) }))
      }
    }
  #endif
#endif
