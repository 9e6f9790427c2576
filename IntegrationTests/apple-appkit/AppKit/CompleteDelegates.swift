// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CloudKit
public import Foundation
public import Intents

/// In place of the optional methods of `NSApplicationDelegate`: those that the library's delegates have.
@MainActor public protocol CompleteApplicationDelegate: NSApplicationDelegate {
  func applicationWillFinishLaunching(_ notification: Notification)
  func applicationDidFinishLaunching(_ notification: Notification)
  func applicationWillHide(_ notification: Notification)
  func applicationDidHide(_ notification: Notification)
  func applicationWillUnhide(_ notification: Notification)
  func applicationDidUnhide(_ notification: Notification)
  func applicationWillBecomeActive(_ notification: Notification)
  func applicationDidBecomeActive(_ notification: Notification)
  func applicationWillResignActive(_ notification: Notification)
  func applicationDidResignActive(_ notification: Notification)
  func applicationWillTerminate(_ notification: Notification)
  func applicationDidChangeScreenParameters(_ notification: Notification)
  func applicationDidChangeOcclusionState(_ notification: Notification)
  func applicationProtectedDataWillBecomeUnavailable(_ notification: Notification)
  func applicationProtectedDataDidBecomeAvailable(_ notification: Notification)
  func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply
  func application(_ application: NSApplication, open urls: [URL])
  func applicationShouldOpenUntitledFile(_ sender: NSApplication) -> Bool
  func applicationOpenUntitledFile(_ sender: NSApplication) -> Bool
  func application(
    _ application: NSApplication, printFiles fileNames: [String],
    withSettings printSettings: [NSPrintInfo.AttributeKey: Any], showPrintPanels: Bool
  ) -> NSApplication.PrintReply
  func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool
  func applicationShouldHandleReopen(_ sender: NSApplication, hasVisibleWindows: Bool) -> Bool
  func applicationDockMenu(_ sender: NSApplication) -> NSMenu?
  func application(_ application: NSApplication, willPresentError error: any Error) -> any Error
  func applicationSupportsSecureRestorableState(_ app: NSApplication) -> Bool
  func application(_ application: NSApplication, handlerFor intent: INIntent) -> Any?
  func application(_ app: NSApplication, willEncodeRestorableState coder: NSCoder)
  func application(_ app: NSApplication, didDecodeRestorableState coder: NSCoder)
  func application(
    _ application: NSApplication, willContinueUserActivityWithType userActivityType: String
  ) -> Bool
  func application(
    _ application: NSApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any NSUserActivityRestoring]) -> Void
  ) -> Bool
  func application(
    _ application: NSApplication, didFailToContinueUserActivityWithType userActivityType: String,
    error: any Error)
  func application(_ application: NSApplication, didUpdate userActivity: NSUserActivity)
  func application(
    _ application: NSApplication, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata)
  func applicationShouldAutomaticallyLocalizeKeyEquivalents(_ application: NSApplication) -> Bool
}
