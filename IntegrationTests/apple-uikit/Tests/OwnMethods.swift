// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import GantryApple
import Intents
import UIKit

/// Methods of a delegate of the app's own, which answer at once.
enum OwnMethods {
  private static let fetches: @convention(c) (UInt, UInt, UInt, UInt) -> Void = { _, _, _, block in
    unsafeBitCast(block, to: Messages.Number.self)(UIBackgroundFetchResult.newData.rawValue)
  }
  private static let receives: @convention(c) (UInt, UInt, UInt, UInt, UInt) -> Void = {
    _, _, _, _, block in
    unsafeBitCast(block, to: Messages.Number.self)(UIBackgroundFetchResult.failed.rawValue)
  }
  private static let acts: @convention(c) (UInt, UInt, UInt, UInt, UInt) -> Void = {
    _, _, _, _, block in unsafeBitCast(block, to: Messages.Flag.self)(true)
  }
  private static let ends: @convention(c) (UInt, UInt, UInt, UInt, UInt) -> Void = {
    _, _, _, _, block in unsafeBitCast(block, to: Messages.Nothing.self)()
  }
  private static let replies: @convention(c) (UInt, UInt, UInt, UInt, UInt) -> Void = {
    _, _, _, _, block in
    let answer = ["own": "yes"] as [AnyHashable: Any] as AnyObject
    withExtendedLifetime(answer) {
      let word = UInt(bitPattern: Unmanaged.passUnretained(answer).toOpaque())
      unsafeBitCast(block, to: Messages.Number.self)(word)
    }
  }

  private static let opens: @convention(c) (UInt, UInt, UInt, UInt, UInt) -> Bool = {
    _, _, _, _, _ in true
  }
  private static let allows: @convention(c) (UInt, UInt, UInt, UInt) -> Bool = { _, _, _, _ in
    true
  }
  private static let turns: @convention(c) (UInt, UInt, UInt, UInt) -> UInt = { _, _, _, _ in
    UIInterfaceOrientationMask.portrait.rawValue
  }

  /// Gives a class methods that answer: yes, yes, and upright only.
  static func addAnswers(to type: AnyClass) {
    let codes: [(DelegateMethod, UInt)] = [
      (.openURL, unsafeBitCast(opens, to: UInt.self)),
      (.shouldAllowExtensionPoint, unsafeBitCast(allows, to: UInt.self)),
      (.supportedOrientations, unsafeBitCast(turns, to: UInt.self)),
    ]
    for (method, code) in codes {
      guard let row = DelegateMethodRow.of(method) else { continue }
      _ = Classes.add(code, row.selector, encoding: row.encoding, to: Classes.word(of: type))
    }
  }

  /// Objects that methods of a delegate answer.
  @MainActor static let configuration = UISceneConfiguration(name: "own")
  @MainActor static let responder = UIResponder()

  private static let configures: @convention(c) (UInt, UInt, UInt, UInt, UInt) -> UInt = {
    _, _, _, _, _ in
    MainActor.assumeIsolated {
      UInt(bitPattern: Unmanaged.passUnretained(configuration).toOpaque())
    }
  }
  private static let continues: @convention(c) (UInt, UInt, UInt, UInt, UInt) -> Bool = {
    _, _, _, _, block in
    MainActor.assumeIsolated {
      let objects = NSArray(array: [responder])
      withExtendedLifetime(objects) {
        unsafeBitCast(block, to: Messages.Number.self)(
          UInt(bitPattern: Unmanaged.passUnretained(objects).toOpaque()))
      }
    }
    return false
  }
  private static let responds: @convention(c) (UInt, UInt, UInt, UInt, UInt) -> Void = {
    _, _, _, _, block in
    let response = INIntentResponse()
    withExtendedLifetime(response) {
      unsafeBitCast(block, to: Messages.Number.self)(
        UInt(bitPattern: Unmanaged.passUnretained(response).toOpaque()))
    }
  }

  /// Gives a class methods that answer objects, or give them to a completion handler.
  static func addObjects(to type: AnyClass) {
    let codes: [(DelegateMethod, UInt)] = [
      (.configureScene, unsafeBitCast(configures, to: UInt.self)),
      (.continueActivity, unsafeBitCast(continues, to: UInt.self)),
      (.handleIntent, unsafeBitCast(responds, to: UInt.self)),
    ]
    for (method, code) in codes {
      guard let row = DelegateMethodRow.of(method) else { continue }
      _ = Classes.add(code, row.selector, encoding: row.encoding, to: Classes.word(of: type))
    }
  }

  /// Gives a class methods that have a completion handler.
  static func add(to type: AnyClass) {
    let codes: [(DelegateMethod, UInt)] = [
      (.performFetch, unsafeBitCast(fetches, to: UInt.self)),
      (.didReceivePush, unsafeBitCast(receives, to: UInt.self)),
      (.willPresentNotification, unsafeBitCast(receives, to: UInt.self)),
      (.performQuickAction, unsafeBitCast(acts, to: UInt.self)),
      (.scenePerformQuickAction, unsafeBitCast(acts, to: UInt.self)),
      (.handleBackgroundURLSession, unsafeBitCast(ends, to: UInt.self)),
      (.didRespondToNotification, unsafeBitCast(ends, to: UInt.self)),
      (.handleWatchRequest, unsafeBitCast(replies, to: UInt.self)),
    ]
    for (method, code) in codes {
      guard let row = DelegateMethodRow.of(method) else { continue }
      _ = Classes.add(code, row.selector, encoding: row.encoding, to: Classes.word(of: type))
    }
  }
}
