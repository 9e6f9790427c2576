// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import CloudKit
  internal import Foundation
  public import Gantry
  public import Intents

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
    ) -> Bool { host.send(WillContinueActivity(activityType: userActivityType)) }

    /// Continues an activity, or opens the link that it is.
    open func application(
      _ application: NSApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any NSUserActivityRestoring]) -> Void
    ) -> Bool {
      let activity = UserActivity(userActivity, host)
      let isContinued = host.continueActivity(activity, by: .application)
      restorationHandler(host.send(RestorableObjects(activity: activity)))
      return isContinued
    }

    /// Tells of an activity that did not arrive.
    open func application(
      _ application: NSApplication, didFailToContinueUserActivityWithType userActivityType: String,
      error: any Error
    ) {
      host.send(
        DidFailToContinueActivity(activityType: userActivityType, error: error))
    }

    /// Tells of an activity whose state was taken down.
    open func application(_ application: NSApplication, didUpdate userActivity: NSUserActivity) {
      host.send(DidUpdateActivity(activity: UserActivity(userActivity, host)))
    }
  }

  // The end of the app, its Dock menu, and state that is kept; methods in extensions can be overridden
  // because the Objective-C runtime dispatches them.
  extension ModularAppDelegate {
    // MARK: The app's end

    /// Asks modules whether the app may end.
    @objc open func applicationShouldTerminate(
      _ sender: NSApplication
    ) -> NSApplication.TerminateReply {
      NSApplication.TerminateReply(
        host.shouldTerminate { sender.reply(toApplicationShouldTerminate: $0) })
    }

    /// Asks modules whether the app ends with its last window.
    @objc open func applicationShouldTerminateAfterLastWindowClosed(
      _ sender: NSApplication
    ) -> Bool { host.send(ShouldTerminateAfterLastWindow()) }

    // MARK: Windows, documents and menus

    /// Asks modules whether the system shows a window when the app is chosen again.
    @objc open func applicationShouldHandleReopen(
      _ sender: NSApplication, hasVisibleWindows flag: Bool
    ) -> Bool { host.send(ShouldReopen(hasVisibleWindows: flag)) }

    /// Asks modules whether the app begins with an untitled document.
    @objc open func applicationShouldOpenUntitledFile(_ sender: NSApplication) -> Bool {
      host.send(ShouldOpenUntitledFile())
    }

    /// Has modules open an untitled document.
    @objc open func applicationOpenUntitledFile(_ sender: NSApplication) -> Bool {
      host.send(OpenUntitledFile())
    }

    /// Has modules print files.
    @objc open func application(
      _ application: NSApplication, printFiles fileNames: [String],
      withSettings printSettings: [NSPrintInfo.AttributeKey: Any], showPrintPanels: Bool
    ) -> NSApplication.PrintReply {
      let job = PrintJob(paths: fileNames, settings: printSettings, showsPanels: showPrintPanels)
      return host.printFiles(job) { application.reply(toOpenOrPrint: .init($0)) }
    }

    /// A menu of the items of all modules; the system's own where there are none.
    @objc open func applicationDockMenu(_ sender: NSApplication) -> NSMenu? { host.dockMenu() }

    /// The error in the wording of the first module that has one.
    @objc open func application(
      _ application: NSApplication, willPresentError error: any Error
    ) -> any Error { host.send(WillPresentError(error: error)) ?? error }

    // MARK: State that is kept

    /// True: the system is told of this method when a module saves state.
    @objc open func applicationSupportsSecureRestorableState(_ app: NSApplication) -> Bool { true }

    /// Keeps the saved state of modules.
    @objc open func application(
      _ app: NSApplication, willEncodeRestorableState coder: NSCoder
    ) {
      host.encodeState(coder)
    }

    /// Gives modules their saved state.
    @objc open func application(
      _ app: NSApplication, didDecodeRestorableState coder: NSCoder
    ) {
      host.decodeState(coder)
    }
  }

  extension ModularAppDelegate {
    /// Has modules accept a share.
    @objc open func application(
      _ application: NSApplication, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata
    ) { host.send(AcceptShare(metadata: metadata)) }

    /// The object of the first module that handles an intent.
    @objc open func application(_ application: NSApplication, handlerFor intent: INIntent) -> Any? {
      host.send(HandlerForIntent(intent: intent))?.object
    }

    /// Asks modules whether the keys of menu items are translated for other keyboards.
    @objc open func applicationShouldAutomaticallyLocalizeKeyEquivalents(
      _ application: NSApplication
    ) -> Bool { host.send(ShouldLocalizeKeyCommands()) }
  }
#endif
