// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import CloudKit
  internal import Foundation
  public import GantryCore
  internal import GantryEvents
  public import Intents

  /// The delegate of an app made of modules; subclass it, or use it as it is.
  ///
  /// You can override every method; call `super`, so that the modules hear of it. The delegate
  /// responds to a method only if a module handles its event or your class overrides it.
  @MainActor
  open class ModularAppDelegate: NSObject, NSApplicationDelegate {
    /// The host of the application.
    public let host: AppHost

    /// Creates the delegate and its application, without launching it.
    public override init() {
      host = AppHost(Self.makeApplication(), options: Self.makeHostOptions())
      super.init()
    }

    /// Creates the application, by default with all linked modules; override it to configure yours.
    open class func makeApplication() -> Application { Application() }

    /// The options with which the host launches the application.
    open class func makeHostOptions() -> AppHostOptions { AppHostOptions() }

    /// Whether the delegate responds to a method.
    open nonisolated override func responds(to aSelector: Selector?) -> Bool {
      guard let aSelector, super.responds(to: aSelector) else { return false }
      return host.responds(to: aSelector, self, below: ModularAppDelegate.self)
    }

    // MARK: Launching

    /// Does nothing; modules hear the event when the launch begins.
    open func applicationWillFinishLaunching(_ notification: Notification) {}

    /// Launches the modules.
    open func applicationDidFinishLaunching(_ notification: Notification) {
      guard let application = notification.object as? NSApplication else { return }
      host.launch(in: application)
    }

    // MARK: Opening

    /// Opens URLs and files.
    open func application(_ application: NSApplication, open urls: [URL]) {
      host.openURLs(urls.map { URLFacts(url: $0) }, in: nil, by: .application)
    }

    /// Tells modules that an activity is about to arrive.
    open func application(
      _ application: NSApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool { host.send(WillContinueActivity(activityType: userActivityType)) }

    /// Continues an activity, or opens its link.
    open func application(
      _ application: NSApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any NSUserActivityRestoring]) -> Void
    ) -> Bool {
      let activity = UserActivity(userActivity, host)
      return host.continueActivity(activity, by: .application) { [host] in
        restorationHandler(host.send(RestorableObjects(activity: activity)))
      }
    }

    /// Tells modules that an activity failed to arrive.
    open func application(
      _ application: NSApplication, didFailToContinueUserActivityWithType userActivityType: String,
      error: any Error
    ) {
      host.send(DidFailToContinueActivity(activityType: userActivityType, error: error))
    }

    /// Tells modules that the state of an activity was updated.
    open func application(_ application: NSApplication, didUpdate userActivity: NSUserActivity) {
      host.sendWithObject(DidUpdateActivity(activity: UserActivity(userActivity, host)))
    }
  }

  // Termination, the Dock menu and saved state. Methods in extensions can be overridden because the
  // Objective-C runtime dispatches them.
  extension ModularAppDelegate {
    // MARK: Termination

    /// Asks modules whether the app may terminate.
    @objc open func applicationShouldTerminate(
      _ sender: NSApplication
    ) -> NSApplication.TerminateReply {
      NSApplication.TerminateReply(
        host.shouldTerminate { sender.reply(toApplicationShouldTerminate: $0) })
    }

    /// Asks modules whether the app terminates when its last window closes.
    @objc open func applicationShouldTerminateAfterLastWindowClosed(
      _ sender: NSApplication
    ) -> Bool { host.send(ShouldTerminateAfterLastWindow()) }

    // MARK: Windows, documents and menus

    /// Asks modules whether the system shows a window when the app is reopened.
    @objc open func applicationShouldHandleReopen(
      _ sender: NSApplication, hasVisibleWindows flag: Bool
    ) -> Bool { host.send(ShouldReopen(hasVisibleWindows: flag)) }

    /// Asks modules whether the app opens an untitled document at its start.
    @objc open func applicationShouldOpenUntitledFile(_ sender: NSApplication) -> Bool {
      host.send(ShouldOpenUntitledFile())
    }

    /// Asks modules to open an untitled document.
    @objc open func applicationOpenUntitledFile(_ sender: NSApplication) -> Bool {
      host.send(OpenUntitledFile())
    }

    /// Asks modules to print files.
    @objc open func application(
      _ application: NSApplication, printFiles fileNames: [String],
      withSettings printSettings: [NSPrintInfo.AttributeKey: Any], showPrintPanels: Bool
    ) -> NSApplication.PrintReply {
      let job = PrintJob(paths: fileNames, settings: printSettings, showsPanels: showPrintPanels)
      return host.printFiles(job) { application.reply(toOpenOrPrint: .init($0)) }
    }

    /// A menu with the items of all modules; nil leaves the system's own.
    @objc open func applicationDockMenu(_ sender: NSApplication) -> NSMenu? { host.dockMenu() }

    /// The error as the first module words it; unchanged if none does.
    @objc open func application(
      _ application: NSApplication, willPresentError error: any Error
    ) -> any Error { host.send(WillPresentError(error: error)) ?? error }

    // MARK: Saved state

    /// Always true; the delegate responds to this method only if a module saves state.
    @objc open func applicationSupportsSecureRestorableState(_ app: NSApplication) -> Bool { true }

    /// Saves the state of the modules.
    @objc open func application(
      _ app: NSApplication, willEncodeRestorableState coder: NSCoder
    ) {
      host.encodeState(coder)
    }

    /// Restores the state of the modules.
    @objc open func application(
      _ app: NSApplication, didDecodeRestorableState coder: NSCoder
    ) {
      host.decodeState(coder)
    }
  }

  extension ModularAppDelegate {
    /// Asks modules to accept a CloudKit share.
    @objc open func application(
      _ application: NSApplication, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata
    ) { host.accept(metadata, in: nil) }

    /// The object that handles an intent, from the first module that has one.
    @objc open func application(_ application: NSApplication, handlerFor intent: INIntent) -> Any? {
      host.send(HandlerForIntent(intent: intent))?.object
    }

    /// Asks modules whether the system localizes key equivalents for other keyboards.
    @objc open func applicationShouldAutomaticallyLocalizeKeyEquivalents(
      _ application: NSApplication
    ) -> Bool { host.send(ShouldLocalizeKeyCommands()) }
  }
#endif
