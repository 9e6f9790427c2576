// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import GantryApple
import ObjectiveC

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

  /// The object that a method answers; nil for none.
  func object(_ method: DelegateMethod, _ words: [UInt]) -> AnyObject? {
    UnsafeRawPointer(bitPattern: send(method, words)?.bits ?? 0).map {
      Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
    }
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
