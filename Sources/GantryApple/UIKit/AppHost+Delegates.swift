// SPDX-License-Identifier: Apache-2.0

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
    /// is called once, with the answers of modules and of your method. Will and did finish launching are
    /// left alone: ``launch(_:in:)`` is for them.
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
        Interposition.ofBothKits(self) + Interposition.ofApps(self)
        + Interposition.withHandlers(self)
        + (isForNotifications ? Interposition.ofNotifications(self) : [])
      let attachment = try attach(to: delegate, methods, LiveRuntime())
      attachToScenes(
        connecting: UIScene.willConnectNotification, Interposition.ofScenes(self), LiveRuntime()
      ) { [weak self] notification in
        guard let scene = notification.object as? UIScene else { return nil }
        return {
          // Ours is told by its own methods.
          guard let delegate = scene.delegate, !(delegate is ModularSceneDelegate) else {
            return nil
          }
          return SettableDelegate(delegate) { self?.resetDelegate(of: scene) }
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
#endif
