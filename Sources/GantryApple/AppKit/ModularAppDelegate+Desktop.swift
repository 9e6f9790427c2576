// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  internal import Foundation
  internal import Gantry

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
    ) -> Bool { host.application.events.send(ShouldTerminateAfterLastWindow()) }

    // MARK: Windows, documents and menus

    /// Asks modules whether the system shows a window when the app is chosen again.
    @objc open func applicationShouldHandleReopen(
      _ sender: NSApplication, hasVisibleWindows flag: Bool
    ) -> Bool { host.application.events.send(ShouldReopen(hasVisibleWindows: flag)) }

    /// Asks modules whether the app begins with an untitled document.
    @objc open func applicationShouldOpenUntitledFile(_ sender: NSApplication) -> Bool {
      host.application.events.send(ShouldOpenUntitledFile())
    }

    /// Has modules open an untitled document.
    @objc open func applicationOpenUntitledFile(_ sender: NSApplication) -> Bool {
      host.application.events.send(OpenUntitledFile())
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
    ) -> any Error { host.application.events.send(WillPresentError(error: error)) ?? error }

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
#endif
