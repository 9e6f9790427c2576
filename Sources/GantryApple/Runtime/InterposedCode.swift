// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

/// The functions that replace delegate methods, one for each method.
///
/// Each one knows its own method, whatever name it is called by, since libraries exchange the
/// names of methods.
enum InterposedCode {
  /// The function for a method of a shape; nil if modules take no part in the method.
  static func of(_ method: DelegateMethod, as shape: MethodShape) -> CodeRef? {
    switch shape {
    case .asks1: asks1[method]
    case .asks2: asks2[method]
    case .asks3: asks3[method]
    case .tells1: tells1[method]
    case .tells2: tells2[method]
    case .tells3: tells3[method]
    case .tells4: tells4[method]
    case .word1: word1[method]
    case .word2: word2[method]
    case .word3: word3[method]
    case .word4: word4[method]
    }
  }

  private static let asks1: [DelegateMethod: CodeRef] = [
    .shouldLocalizeKeyCommands: Code.asks1 {
      Interposer.run(.shouldLocalizeKeyCommands, $0, $1, [$2]).isTrue
    },
    .shouldOpenUntitledFile: Code.asks1 {
      Interposer.run(.shouldOpenUntitledFile, $0, $1, [$2]).isTrue
    },
    .openUntitledFile: Code.asks1 { Interposer.run(.openUntitledFile, $0, $1, [$2]).isTrue },
    .shouldTerminateAfterLastWindow: Code.asks1 {
      Interposer.run(.shouldTerminateAfterLastWindow, $0, $1, [$2]).isTrue
    },
    .supportsSecureState: Code.asks1 { Interposer.run(.supportsSecureState, $0, $1, [$2]).isTrue },
  ]

  private static let asks2: [DelegateMethod: CodeRef] = [
    .willContinueActivity: Code.asks2 {
      Interposer.run(.willContinueActivity, $0, $1, [$2, $3]).isTrue
    },
    .shouldAllowExtensionPoint: Code.asks2 {
      Interposer.run(.shouldAllowExtensionPoint, $0, $1, [$2, $3]).isTrue
    },
    .shouldSaveState: Code.asks2 { Interposer.run(.shouldSaveState, $0, $1, [$2, $3]).isTrue },
    .shouldRestoreState: Code.asks2 {
      Interposer.run(.shouldRestoreState, $0, $1, [$2, $3]).isTrue
    },
    .shouldReopen: Code.asks2 { Interposer.run(.shouldReopen, $0, $1, [$2, $3]).isTrue },
  ]

  private static let asks3: [DelegateMethod: CodeRef] = [
    .openURL: Code.asks3 { Interposer.run(.openURL, $0, $1, [$2, $3, $4]).isTrue },
    .continueActivity: Code.asks3 {
      Interposer.run(.continueActivity, $0, $1, [$2, $3, $4]).isTrue
    },
  ]

  private static let tells1: [DelegateMethod: CodeRef] = [
    .shouldRequestHealthAuthorization: Code.tells1 {
      _ = Interposer.run(.shouldRequestHealthAuthorization, $0, $1, [$2])
    }
  ]

  private static let tells2: [DelegateMethod: CodeRef] = [
    .didRegisterForPush: Code.tells2 { _ = Interposer.run(.didRegisterForPush, $0, $1, [$2, $3]) },
    .didFailToRegisterForPush: Code.tells2 {
      _ = Interposer.run(.didFailToRegisterForPush, $0, $1, [$2, $3])
    },
    .performFetch: Code.tells2 { _ = Interposer.run(.performFetch, $0, $1, [$2, $3]) },
    .didUpdateActivity: Code.tells2 { _ = Interposer.run(.didUpdateActivity, $0, $1, [$2, $3]) },
    .didAcceptShare: Code.tells2 { _ = Interposer.run(.didAcceptShare, $0, $1, [$2, $3]) },
    .willEncodeState: Code.tells2 { _ = Interposer.run(.willEncodeState, $0, $1, [$2, $3]) },
    .didDecodeState: Code.tells2 { _ = Interposer.run(.didDecodeState, $0, $1, [$2, $3]) },
    .didDiscardScenes: Code.tells2 { _ = Interposer.run(.didDiscardScenes, $0, $1, [$2, $3]) },
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
    .sceneDidUpdateActivity: Code.tells2 {
      _ = Interposer.run(.sceneDidUpdateActivity, $0, $1, [$2, $3])
    },
    .sceneDidUpdateGeometry: Code.tells2 {
      _ = Interposer.run(.sceneDidUpdateGeometry, $0, $1, [$2, $3])
    },
    .sceneDidAcceptShare: Code.tells2 {
      _ = Interposer.run(.sceneDidAcceptShare, $0, $1, [$2, $3])
    },
    .openNotificationSettings: Code.tells2 {
      _ = Interposer.run(.openNotificationSettings, $0, $1, [$2, $3])
    },
    .openURL: Code.tells2 { _ = Interposer.run(.openURL, $0, $1, [$2, $3]) },
    .didReceivePush: Code.tells2 { _ = Interposer.run(.didReceivePush, $0, $1, [$2, $3]) },
  ]

  private static let tells3: [DelegateMethod: CodeRef] = [
    .didReceivePush: Code.tells3 { _ = Interposer.run(.didReceivePush, $0, $1, [$2, $3, $4]) },
    .handleBackgroundURLSession: Code.tells3 {
      _ = Interposer.run(.handleBackgroundURLSession, $0, $1, [$2, $3, $4])
    },
    .performQuickAction: Code.tells3 {
      _ = Interposer.run(.performQuickAction, $0, $1, [$2, $3, $4])
    },
    .handleWatchRequest: Code.tells3 {
      _ = Interposer.run(.handleWatchRequest, $0, $1, [$2, $3, $4])
    },
    .handleIntent: Code.tells3 { _ = Interposer.run(.handleIntent, $0, $1, [$2, $3, $4]) },
    .didFailToContinueActivity: Code.tells3 {
      _ = Interposer.run(.didFailToContinueActivity, $0, $1, [$2, $3, $4])
    },
    .sceneWillConnect: Code.tells3 { _ = Interposer.run(.sceneWillConnect, $0, $1, [$2, $3, $4]) },
    .sceneDidFailToContinueActivity: Code.tells3 {
      _ = Interposer.run(.sceneDidFailToContinueActivity, $0, $1, [$2, $3, $4])
    },
    .scenePerformQuickAction: Code.tells3 {
      _ = Interposer.run(.scenePerformQuickAction, $0, $1, [$2, $3, $4])
    },
    .willPresentNotification: Code.tells3 {
      _ = Interposer.run(.willPresentNotification, $0, $1, [$2, $3, $4])
    },
    .didRespondToNotification: Code.tells3 {
      _ = Interposer.run(.didRespondToNotification, $0, $1, [$2, $3, $4])
    },
  ]

  private static let tells4: [DelegateMethod: CodeRef] = [
    .sceneDidUpdateCoordinateSpace: Code.tells4 {
      _ = Interposer.run(.sceneDidUpdateCoordinateSpace, $0, $1, [$2, $3, $4, $5])
    }
  ]

  private static let word1: [DelegateMethod: CodeRef] = [
    .sceneRestorationActivity: Code.word1 {
      Interposer.run(.sceneRestorationActivity, $0, $1, [$2]).bits
    },
    .preferredWindowingControlStyle: Code.word1 {
      Interposer.run(.preferredWindowingControlStyle, $0, $1, [$2]).bits
    },
    .sceneSupportedOrientations: Code.word1 {
      Interposer.run(.sceneSupportedOrientations, $0, $1, [$2]).bits
    },
    .shouldTerminate: Code.word1 { Interposer.run(.shouldTerminate, $0, $1, [$2]).bits },
    .dockMenu: Code.word1 { Interposer.run(.dockMenu, $0, $1, [$2]).bits },
  ]

  private static let word2: [DelegateMethod: CodeRef] = [
    .handlerForIntent: Code.word2 { Interposer.run(.handlerForIntent, $0, $1, [$2, $3]).bits },
    .supportedOrientations: Code.word2 {
      Interposer.run(.supportedOrientations, $0, $1, [$2, $3]).bits
    },
    .willPresentError: Code.word2 { Interposer.run(.willPresentError, $0, $1, [$2, $3]).bits },
  ]

  private static let word3: [DelegateMethod: CodeRef] = [
    .viewControllerForRestoration: Code.word3 {
      Interposer.run(.viewControllerForRestoration, $0, $1, [$2, $3, $4]).bits
    },
    .configureScene: Code.word3 { Interposer.run(.configureScene, $0, $1, [$2, $3, $4]).bits },
  ]

  private static let word4: [DelegateMethod: CodeRef] = [
    .printFiles: Code.word4 { Interposer.run(.printFiles, $0, $1, [$2, $3, $4, $5]).bits }
  ]
}
