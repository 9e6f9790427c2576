// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// Written by Scripts/apple/methods.py from methods.txt: change it there.

/// The function that takes the place of a method, one for each.
///
/// Each knows its own, whatever name it is called by: libraries exchange the names of methods.
enum InterposedCode {
  /// The function for a method; nil for one in which modules take no part.
  static func of(_ method: DelegateMethod) -> CodeRef? {
    apps[method] ?? scenes[method] ?? centres[method]
  }

  private static let apps: [DelegateMethod: CodeRef] = [
    .willFinishLaunching: Code.asks2 {
      Interposer.run(.willFinishLaunching, $0, $1, [$2, $3]).isTrue
    },
    .didFinishLaunching: Code.asks2 {
      Interposer.run(.didFinishLaunching, $0, $1, [$2, $3]).isTrue
    },
    .openURL: Code.asks3 { Interposer.run(.openURL, $0, $1, [$2, $3, $4]).isTrue },
    .didRegisterForPush: Code.tells2 { _ = Interposer.run(.didRegisterForPush, $0, $1, [$2, $3]) },
    .didFailToRegisterForPush: Code.tells2 {
      _ = Interposer.run(.didFailToRegisterForPush, $0, $1, [$2, $3])
    },
    .didReceivePush: Code.tells3 { _ = Interposer.run(.didReceivePush, $0, $1, [$2, $3, $4]) },
    .performFetch: Code.tells2 { _ = Interposer.run(.performFetch, $0, $1, [$2, $3]) },
    .handleBackgroundURLSession: Code.tells3 {
      _ = Interposer.run(.handleBackgroundURLSession, $0, $1, [$2, $3, $4])
    },
    .performQuickAction: Code.tells3 {
      _ = Interposer.run(.performQuickAction, $0, $1, [$2, $3, $4])
    },
    .handleWatchRequest: Code.tells3 {
      _ = Interposer.run(.handleWatchRequest, $0, $1, [$2, $3, $4])
    },
    .shouldRequestHealthAuthorization: Code.tells1 {
      _ = Interposer.run(.shouldRequestHealthAuthorization, $0, $1, [$2])
    },
    .willContinueActivity: Code.asks2 {
      Interposer.run(.willContinueActivity, $0, $1, [$2, $3]).isTrue
    },
    .continueActivity: Code.asks3 {
      Interposer.run(.continueActivity, $0, $1, [$2, $3, $4]).isTrue
    },
    .didFailToContinueActivity: Code.tells3 {
      _ = Interposer.run(.didFailToContinueActivity, $0, $1, [$2, $3, $4])
    },
    .didUpdateActivity: Code.tells2 { _ = Interposer.run(.didUpdateActivity, $0, $1, [$2, $3]) },
    .supportedOrientations: Code.word2 {
      Interposer.run(.supportedOrientations, $0, $1, [$2, $3]).bits
    },
    .shouldAllowExtensionPoint: Code.asks2 {
      Interposer.run(.shouldAllowExtensionPoint, $0, $1, [$2, $3]).isTrue
    },
    .shouldSaveState: Code.asks2 { Interposer.run(.shouldSaveState, $0, $1, [$2, $3]).isTrue },
    .shouldRestoreState: Code.asks2 {
      Interposer.run(.shouldRestoreState, $0, $1, [$2, $3]).isTrue
    },
    .willEncodeState: Code.tells2 { _ = Interposer.run(.willEncodeState, $0, $1, [$2, $3]) },
    .didDecodeState: Code.tells2 { _ = Interposer.run(.didDecodeState, $0, $1, [$2, $3]) },
    .didDiscardScenes: Code.tells2 { _ = Interposer.run(.didDiscardScenes, $0, $1, [$2, $3]) },
  ]

  private static let scenes: [DelegateMethod: CodeRef] = [
    .sceneWillConnect: Code.tells3 { _ = Interposer.run(.sceneWillConnect, $0, $1, [$2, $3, $4]) },
    .sceneOpenURLs: Code.tells2 { _ = Interposer.run(.sceneOpenURLs, $0, $1, [$2, $3]) },
    .restoreSceneInteraction: Code.tells2 {
      _ = Interposer.run(.restoreSceneInteraction, $0, $1, [$2, $3])
    },
    .sceneWillContinueActivity: Code.tells2 {
      _ = Interposer.run(.sceneWillContinueActivity, $0, $1, [$2, $3])
    },
    .sceneContinueActivity: Code.tells2 {
      _ = Interposer.run(.sceneContinueActivity, $0, $1, [$2, $3])
    },
    .sceneDidFailToContinueActivity: Code.tells3 {
      _ = Interposer.run(.sceneDidFailToContinueActivity, $0, $1, [$2, $3, $4])
    },
    .sceneDidUpdateActivity: Code.tells2 {
      _ = Interposer.run(.sceneDidUpdateActivity, $0, $1, [$2, $3])
    },
    .sceneDidUpdateGeometry: Code.tells2 {
      _ = Interposer.run(.sceneDidUpdateGeometry, $0, $1, [$2, $3])
    },
    .scenePerformQuickAction: Code.tells3 {
      _ = Interposer.run(.scenePerformQuickAction, $0, $1, [$2, $3, $4])
    },
    .sceneSupportedOrientations: Code.word1 {
      Interposer.run(.sceneSupportedOrientations, $0, $1, [$2]).bits
    },
  ]

  private static let centres: [DelegateMethod: CodeRef] = [
    .willPresentNotification: Code.tells3 {
      _ = Interposer.run(.willPresentNotification, $0, $1, [$2, $3, $4])
    },
    .didRespondToNotification: Code.tells3 {
      _ = Interposer.run(.didRespondToNotification, $0, $1, [$2, $3, $4])
    },
    .openNotificationSettings: Code.tells2 {
      _ = Interposer.run(.openNotificationSettings, $0, $1, [$2, $3])
    },
  ]
}
