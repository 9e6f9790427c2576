// SPDX-License-Identifier: Apache-2.0

import AppKit
import Foundation
import Gantry
@testable import GantryApple
import GantryAppleMonitor
import GantryApplePush
import GantryMonitor
import Synchronization
import Testing

/// A delegate that launches without holding the main thread, and whose modules a test adds.
final class TestDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Application(modules: []) }
  override class func makeHostOptions() -> AppHostOptions { AppHostOptions(launch: .concurrent) }
}

final class OrderController: NSViewController {}

/// Serialized: the notifications are the process's.
@MainActor
@Suite(.serialized) struct DesktopTests {
  let system = NSApplication()
  let delegate = TestDelegate()
  let sent = SentEvents()
  private let token: EventSubscription
  var events: EventBus { delegate.host.application.events }

  init() {
    // The compiler declares them where Objective-C is.
    Classes.declare(
      DelegateMethodRow.all(of: .appKit).filter { $0.rule != .overridden && $0.owner == .app }
        .map(\.selector), of: ModularAppDelegate.self)
    system.delegate = delegate
    token = delegate.host.application.events.observeAll { [sent] in sent.add($0) }
  }

  func launch() async {
    system.launch()
    await delegate.host.idle()
  }

  @Test func `an app launches its modules once`() async {
    #expect(ModularAppDelegate.makeHostOptions().launch == .blocking(limit: .seconds(10)))
    #expect(DelegateKit.current == .appKit)
    await launch()
    await launch()
    delegate.applicationDidFinishLaunching(Notification(name: Notification.Name("none")))
    #expect(sent.of(WillFinishLaunching.self).count == 1)
    #expect(sent.of(DidFinishLaunching.self).count == 1)
  }

  @Test func `the system asks once when the delegate is set, and again when the answers change`()
    async
  {
    #expect(system.timesAsked == 1)
    #expect(system.knows("applicationDidFinishLaunching:"))
    #expect(!system.knows("applicationDidBecomeActive:"))
    #expect(!system.knows("application:printFiles:withSettings:showPrintPanels:"))
    await launch()
    for (method, listen) in [
      (DelegateMethod.dockMenu, { events.hear(DockMenuItems.self) }),
      (.shouldTerminate, { events.hear(ShouldTerminate.self) }),
      (.didReceivePush, { events.hear(DidReceiveRemoteNotification.self) }),
    ] {
      let token = listen()
      #expect(!system.knows(method.selector))
      delegate.host.refresh()
      #expect(system.knows(method.selector))
      token.cancel()
      delegate.host.refresh()
      #expect(!system.knows(method.selector))
    }
    #expect(system.delegate === delegate)
    #expect(system.timesAsked == 7)
  }

  private var changes: [(Notification.Name, (Notification) -> Void, String)] {
    [
      (
        NSApplication.willHideNotification, delegate.applicationWillHide, "WillHide"
      ),
      (
        NSApplication.didHideNotification, delegate.applicationDidHide, "DidHide"
      ),
      (
        NSApplication.willUnhideNotification, delegate.applicationWillUnhide, "WillUnhide"
      ),
      (
        NSApplication.didUnhideNotification, delegate.applicationDidUnhide, "DidUnhide"
      ),
      (
        NSApplication.willBecomeActiveNotification, delegate.applicationWillBecomeActive,
        "WillBecomeActive"
      ),
      (
        NSApplication.didBecomeActiveNotification, delegate.applicationDidBecomeActive,
        "DidBecomeActive"
      ),
      (
        NSApplication.willResignActiveNotification, delegate.applicationWillResignActive,
        "WillResignActive"
      ),
      (
        NSApplication.didResignActiveNotification, delegate.applicationDidResignActive,
        "DidResignActive"
      ),
      (
        NSApplication.didChangeScreenParametersNotification,
        delegate.applicationDidChangeScreenParameters, "DidChangeScreens"
      ),
      (
        NSApplication.didChangeOcclusionStateNotification,
        delegate.applicationDidChangeOcclusionState, "DidChangeOcclusion"
      ),
      (
        NSApplication.protectedDataWillBecomeUnavailableNotification,
        delegate.applicationProtectedDataWillBecomeUnavailable, "ProtectedDataWillBecomeUnavailable"
      ),
      (
        NSApplication.protectedDataDidBecomeAvailableNotification,
        delegate.applicationProtectedDataDidBecomeAvailable, "ProtectedDataDidBecomeAvailable"
      ),
    ]
  }

  @Test func `each change of the app's state reaches modules once`() async {
    await launch()
    for (name, method, event) in changes {
      system.post(name)
      method(Notification(name: name, object: system))
      await waits { sent.names.contains(event) }
      #expect(sent.names.count { $0 == event } == 1, "\(event)")
    }
    delegate.applicationWillTerminate(Notification(name: Notification.Name("none")))
    #expect(!sent.names.contains("WillTerminate"))
  }

  @Test func `modules say whether the app ends, at once or later`() async {
    await launch()
    #expect(delegate.applicationShouldTerminate(system) == .terminateNow)
    let veto = events.answer(ShouldTerminate.self) { _ in false }
    #expect(delegate.applicationShouldTerminate(system) == .terminateCancel)
    veto.cancel()
    let late = Mutex<Reply<Bool>?>(nil)
    let asks = events.hear(ShouldTerminate.self, as: "Cart") { event in
      event.reply?.expect("Cart")
      late.withLock { $0 = event.reply }
    }
    // A test is a task, in which modules could not answer later.
    delegate.host.servesMain = { true }
    #expect(delegate.applicationShouldTerminate(system) == .terminateLater)
    #expect(system.replies == [])
    late.withLock(\.self)?.answer(true, from: "Cart")
    await waits { !system.replies.isEmpty }
    #expect(system.replies == [true])
    asks.cancel()
    #expect(delegate.applicationShouldTerminateAfterLastWindowClosed(system))
    let stays = events.answer(ShouldTerminateAfterLastWindow.self) { _ in false }
    #expect(!delegate.applicationShouldTerminateAfterLastWindowClosed(system))
    stays.cancel()
  }

  @Test func `windows, documents, menus and errors are questions to modules`() async {
    await launch()
    #expect(delegate.applicationDockMenu(system) == nil)
    #expect(delegate.applicationShouldHandleReopen(system, hasVisibleWindows: false))
    #expect(delegate.applicationShouldOpenUntitledFile(system))
    #expect(!delegate.applicationOpenUntitledFile(system))
    let plain = delegate.application(system, willPresentError: URLError(.timedOut))
    #expect(plain is URLError)
    let item = NSMenuItem(title: "New order")
    let tokens = [
      events.answer(DockMenuItems.self) { _ in [item] },
      events.answer(ShouldReopen.self) { $0.hasVisibleWindows },
      events.answer(ShouldOpenUntitledFile.self) { _ in false },
      events.answer(OpenUntitledFile.self) { _ in true },
      events.answer(WillPresentError.self) { _ in CancellationError() },
    ]
    #expect(delegate.applicationDockMenu(system)?.items.map(\.title) == ["New order"])
    #expect(!delegate.applicationShouldHandleReopen(system, hasVisibleWindows: false))
    #expect(delegate.applicationShouldHandleReopen(system, hasVisibleWindows: true))
    #expect(!delegate.applicationShouldOpenUntitledFile(system))
    #expect(delegate.applicationOpenUntitledFile(system))
    let other = delegate.application(system, willPresentError: URLError(.timedOut))
    #expect(other is CancellationError)
    tokens.forEach { $0.cancel() }
  }

  @Test func `URLs and activities reach modules with their values`() async {
    await launch()
    let responder = NSResponder()
    let tokens = [
      events.answer(OpenURL.self) { _ in true },
      events.answer(WillContinueActivity.self) { _ in true },
      events.answer(ContinueActivity.self) { _ in true },
      events.answer(RestorableObjects.self) { _ in [responder] },
    ]
    delegate.application(system, open: [.of("shop://order/2"), .of("shop://order/1")])
    await waits { sent.of(OpenURL.self).count == 2 }
    #expect(sent.of(OpenURL.self).map { $0.url.lastPathComponent } == ["1", "2"])
    let activity = NSUserActivity(activityType: "reading")
    activity.title = "Tea"
    #expect(delegate.application(system, willContinueUserActivityWithType: "reading"))
    var restored: [Int] = []
    #expect(
      delegate.application(system, continue: activity) { restored.append($0.count) })
    #expect(restored == [1])
    #expect(sent.of(ContinueActivity.self).first?.activity.title == "Tea")
    delegate.application(
      system, didFailToContinueUserActivityWithType: "reading", error: CancellationError())
    delegate.application(system, didUpdate: activity)
    #expect(sent.of(DidFailToContinueActivity.self).count == 1)
    #expect(sent.of(DidUpdateActivity.self).count == 1)
    #expect(UserActivity(activity, nil).forSystem.title == "Tea")
    tokens.forEach { $0.cancel() }
  }

  @Test func `remote notifications and saved state reach modules`() async throws {
    await launch()
    delegate.application(system, didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
    delegate.application(
      system, didFailToRegisterForRemoteNotificationsWithError: CancellationError())
    delegate.application(system, didReceiveRemoteNotification: ["aps": 1])
    #expect(sent.of(DidRegisterForRemoteNotifications.self).first?.deviceToken == Data([1]))
    #expect(sent.of(DidFailToRegisterForRemoteNotifications.self).count == 1)
    #expect(sent.of(DidReceiveRemoteNotification.self).count == 1)
    #expect(delegate.applicationSupportsSecureRestorableState(system))
    let token = events.answer(SaveState.self) { _ in SavedState(Data([7]), for: "Cart") }
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    delegate.application(system, willEncodeRestorableState: archiver)
    token.cancel()
    archiver.finishEncoding()
    let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    delegate.application(system, didDecodeRestorableState: reader)
    #expect(sent.of(RestoreState.self).first?.state["Cart"] == Data([7]))
  }

  @Test func `view controllers of AppKit's base class are timed as pages`() {
    let monitor = PageMonitor()
    let observation = monitor.observeViewControllers(where: { $0 == OrderController.self })
    #expect(ControllerKit.methodsOfAppKit.count == 6)
    withExtendedLifetime(observation) {}
  }
}
