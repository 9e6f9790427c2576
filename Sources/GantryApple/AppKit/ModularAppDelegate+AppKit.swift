// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  internal import Foundation
  public import Gantry

  /// The delegate of an app made of modules: derive yours from it, or use it as it is.
  ///
  /// Every method may be overridden; calls of the system reach the modules by `super`. The system is
  /// told of a method when a module hears its event or your class overrides it, and of no other.
  @MainActor
  open class ModularAppDelegate: NSObject, NSApplicationDelegate {
    /// The host that the application lives in.
    public let host: AppHost

    /// Makes the delegate and its application; nothing is launched yet.
    public override init() {
      host = AppHost(Self.makeApplication(), options: Self.makeHostOptions())
      super.init()
    }

    /// Makes the application; all linked modules, unless a subclass says otherwise.
    open class func makeApplication() -> Application { Application() }

    /// How the host launches the application.
    open class func makeHostOptions() -> AppHostOptions { AppHostOptions() }

    /// Whether the system is told of a method.
    open nonisolated override func responds(to aSelector: Selector?) -> Bool {
      guard let aSelector, super.responds(to: aSelector) else { return false }
      return host.responds(to: aSelector, self, below: ModularAppDelegate.self)
    }

    // MARK: Launching

    /// Does nothing: modules hear of it when the launch begins.
    open func applicationWillFinishLaunching(_ notification: Notification) {}

    /// Launches the modules.
    open func applicationDidFinishLaunching(_ notification: Notification) {
      guard let application = notification.object as? NSApplication else { return }
      host.launch(in: application)
    }

    // MARK: Something to open

    /// Opens URLs and files.
    open func application(_ application: NSApplication, open urls: [URL]) {
      host.openURLs(urls.map { URLFacts(url: $0) }, in: nil, by: .application)
    }

    /// Announces an activity.
    open func application(
      _ application: NSApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool { host.application.events.send(WillContinueActivity(activityType: userActivityType)) }

    /// Continues an activity.
    open func application(
      _ application: NSApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any NSUserActivityRestoring]) -> Void
    ) -> Bool {
      let activity = UserActivity(userActivity)
      let isContinued = host.application.events.send(ContinueActivity(activity: activity))
      restorationHandler(host.application.events.send(RestorableObjects(activity: activity)))
      return isContinued
    }

    /// Tells of an activity that did not arrive.
    open func application(
      _ application: NSApplication, didFailToContinueUserActivityWithType userActivityType: String,
      error: any Error
    ) {
      host.application.events.send(
        DidFailToContinueActivity(activityType: userActivityType, error: error))
    }

    /// Tells of an activity whose state was taken down.
    open func application(_ application: NSApplication, didUpdate userActivity: NSUserActivity) {
      host.application.events.send(DidUpdateActivity(activity: UserActivity(userActivity)))
    }
  }
#endif
