// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  public import UIKit

  // Changes of state, of which modules hear by notifications. Methods in extensions can be overridden
  // because the Objective-C runtime dispatches them.
  extension ModularAppDelegate {
    /// Does nothing: for a subclass.
    @objc open func applicationDidBecomeActive(_ application: UIApplication) {}
    /// Does nothing: for a subclass.
    @objc open func applicationWillResignActive(_ application: UIApplication) {}
    /// Does nothing: for a subclass.
    @objc open func applicationDidEnterBackground(_ application: UIApplication) {}
    /// Does nothing: for a subclass.
    @objc open func applicationWillEnterForeground(_ application: UIApplication) {}
    /// Does nothing: for a subclass.
    @objc open func applicationWillTerminate(_ application: UIApplication) {}
    /// Does nothing: for a subclass.
    @objc open func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    /// Does nothing: for a subclass.
    @objc open func applicationSignificantTimeChange(_ application: UIApplication) {}
    /// Does nothing: for a subclass.
    @objc open func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
    /// Does nothing: for a subclass.
    @objc open func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}
  }
#endif
