// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  public import UIKit

  // Changes of state, of which modules hear by notifications. Methods in extensions can be overridden
  // because the Objective-C runtime dispatches them.
  extension ModularSceneDelegate {
    /// Does nothing: for a subclass.
    @objc open func sceneDidDisconnect(_ scene: UIScene) {}
    /// Does nothing: for a subclass.
    @objc open func sceneDidBecomeActive(_ scene: UIScene) {}
    /// Does nothing: for a subclass.
    @objc open func sceneWillResignActive(_ scene: UIScene) {}
    /// Does nothing: for a subclass.
    @objc open func sceneWillEnterForeground(_ scene: UIScene) {}
    /// Does nothing: for a subclass.
    @objc open func sceneDidEnterBackground(_ scene: UIScene) {}
  }
#endif
