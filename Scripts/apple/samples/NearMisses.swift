// SPDX-License-Identifier: Apache-2.0

// Each line that is marked must be refused: else the declarations that the core compiles against
// would let a mistake through.

import UIKit

final class Delegate: UIResponder, UIApplicationDelegate {
  func applicationDidBecomeActiv(_ application: UIApplication) {}  // refused

  func application(  // refused
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [String: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {}

  func application(  // refused
    _ application: UIApplication, openURL url: URL,
    options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool { false }

  func application(  // refused
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow
  ) -> UIInterfaceOrientationMask { .all }
}

@MainActor func orientations(_ delegate: any UIWindowSceneDelegate, _ scene: UIWindowScene) {
  _ = delegate.supportedInterfaceOrientations?(for: scene)  // refused
}

struct Value {
  @objc func inAValue() {}  // refused
}

func selector() -> Selector {
  #selector(UIApplicationDelegate.applicationDidBecomeActiv(_:))  // refused
}

func offTheMainActor(_ controller: UIViewController) {
  controller.viewDidLoad()  // refused
}

final class Controller: UIViewController {
  override func viewDidLoadd() {}  // refused
  @objc func takesATuple(_ pair: (Int, Int)) {}  // refused
}
