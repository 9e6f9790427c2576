// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import Foundation
  public import AppKit

  extension StateNotifications {
    /// The notifications that AppKit posts in every kind of app.
    static var ofAppKit: Self {
      Self(
        app: [
          NSApplication.willHideNotification: .willHide,
          NSApplication.didHideNotification: .didHide,
          NSApplication.willUnhideNotification: .willUnhide,
          NSApplication.didUnhideNotification: .didUnhide,
          NSApplication.willBecomeActiveNotification: .willBecomeActive,
          NSApplication.didBecomeActiveNotification: .didBecomeActive,
          NSApplication.willResignActiveNotification: .willResignActive,
          NSApplication.didResignActiveNotification: .didResignActive,
          NSApplication.willTerminateNotification: .willTerminate,
          NSApplication.didChangeScreenParametersNotification: .didChangeScreens,
          NSApplication.didChangeOcclusionStateNotification: .didChangeOcclusion,
          NSApplication.protectedDataWillBecomeUnavailableNotification:
            .protectedDataWillBecomeUnavailable,
          NSApplication.protectedDataDidBecomeAvailableNotification:
            .protectedDataDidBecomeAvailable,
        ], scene: [:],
        sceneOf: { _ in nil })
    }
  }

  extension MethodAnswers {
    /// Adds the events with types of AppKit and related frameworks.
    func addEventsOfAppKit() {
      add(PrintFiles.self, for: .printFiles)
      add(DockMenuItems.self, for: .dockMenu)
      add(HandlerForIntent.self, for: .handlerForIntent)
      add(AcceptShare.self, for: .didAcceptShare)
    }
  }

  // Changes of state. Modules hear them through notifications, so these methods are only for
  // subclasses. Methods in extensions can be overridden because the Objective-C runtime dispatches
  // them.
  extension ModularAppDelegate {
    /// Does nothing; override it in a subclass.
    @objc open func applicationWillHide(_ notification: Notification) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationDidHide(_ notification: Notification) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationWillUnhide(_ notification: Notification) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationDidUnhide(_ notification: Notification) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationWillBecomeActive(_ notification: Notification) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationDidBecomeActive(_ notification: Notification) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationWillResignActive(_ notification: Notification) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationDidResignActive(_ notification: Notification) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationWillTerminate(_ notification: Notification) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationDidChangeScreenParameters(_ notification: Notification) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationDidChangeOcclusionState(_ notification: Notification) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationProtectedDataWillBecomeUnavailable(_ notification: Notification) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationProtectedDataDidBecomeAvailable(_ notification: Notification) {}
  }
#endif
