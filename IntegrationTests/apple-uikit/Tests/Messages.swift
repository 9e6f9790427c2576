// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
@testable import GantryApple
import Synchronization
import UIKit

/// Messages to an object, as the runtime sends them: words for arguments, by the name of the method.
@MainActor
final class Messages {
  private let receiver: UInt
  private let type: UInt
  /// The arguments, which no message keeps.
  private var kept: [AnyObject] = []
  private var blocks: [() -> Void] = []

  init(_ object: AnyObject) {
    receiver = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    type = Classes.word(of: Swift.type(of: object))
    kept.append(object)
  }

  /// Sends a message; nil where the object has no such method.
  @discardableResult
  func send(_ method: DelegateMethod, _ words: [UInt]) -> MethodAnswer? {
    guard let row = DelegateMethodRow.of(method),
      let found = Classes.method(row.selector, of: type)?.method,
      let shape = MethodShape(encoding: row.encoding)
    else { return nil }
    defer { LiveRuntime.endCall() }
    return shape.call(CodeRef(found.code), receiver, 1, words)
  }

  func word(_ value: Any) -> UInt {
    let object = value as AnyObject
    kept.append(object)
    return UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }

  typealias Nothing = @convention(block) () -> Void
  typealias Flag = @convention(block) (Bool) -> Void
  typealias Number = @convention(block) (UInt) -> Void

  func block(_ body: @escaping () -> Void) -> UInt {
    let block: Nothing = { body() }
    blocks.append { withExtendedLifetime(block) {} }
    return unsafeBitCast(block, to: UInt.self)
  }

  func block(flag body: @escaping (Bool) -> Void) -> UInt {
    let block: Flag = { body($0) }
    blocks.append { withExtendedLifetime(block) {} }
    return unsafeBitCast(block, to: UInt.self)
  }

  func block(number body: @escaping (UInt) -> Void) -> UInt {
    let block: Number = { body($0) }
    blocks.append { withExtendedLifetime(block) {} }
    return unsafeBitCast(block, to: UInt.self)
  }
}

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
