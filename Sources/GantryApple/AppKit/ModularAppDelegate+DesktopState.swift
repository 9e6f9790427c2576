// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import Foundation
  public import AppKit

  // Changes of state, of which modules hear by notifications. Methods in extensions can be overridden
  // because the Objective-C runtime dispatches them.
  extension ModularAppDelegate {
    /// Does nothing: for a subclass.
    @objc open func applicationWillHide(_ notification: Notification) {}
    /// Does nothing: for a subclass.
    @objc open func applicationDidHide(_ notification: Notification) {}
    /// Does nothing: for a subclass.
    @objc open func applicationWillUnhide(_ notification: Notification) {}
    /// Does nothing: for a subclass.
    @objc open func applicationDidUnhide(_ notification: Notification) {}
    /// Does nothing: for a subclass.
    @objc open func applicationWillBecomeActive(_ notification: Notification) {}
    /// Does nothing: for a subclass.
    @objc open func applicationDidBecomeActive(_ notification: Notification) {}
    /// Does nothing: for a subclass.
    @objc open func applicationWillResignActive(_ notification: Notification) {}
    /// Does nothing: for a subclass.
    @objc open func applicationDidResignActive(_ notification: Notification) {}
    /// Does nothing: for a subclass.
    @objc open func applicationWillTerminate(_ notification: Notification) {}
    /// Does nothing: for a subclass.
    @objc open func applicationDidChangeScreenParameters(_ notification: Notification) {}
    /// Does nothing: for a subclass.
    @objc open func applicationDidChangeOcclusionState(_ notification: Notification) {}
    /// Does nothing: for a subclass.
    @objc open func applicationProtectedDataWillBecomeUnavailable(_ notification: Notification) {}
    /// Does nothing: for a subclass.
    @objc open func applicationProtectedDataDidBecomeAvailable(_ notification: Notification) {}
  }
#endif
