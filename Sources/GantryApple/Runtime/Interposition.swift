// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The answer of a method, as far as methods that are interposed have one.
package enum MethodAnswer: Hashable, Sendable {
  case nothing
  case bool(Bool)
  case word(UInt)
}

/// How a method is called: how many words it takes beside receiver and selector, and what it gives.
package enum MethodShape: String, Sendable, CaseIterable {
  case tells1 = "v@"
  case tells2 = "v@@"
  case tells3 = "v@@@"
  case asks2 = "B@@"
  case asks3 = "B@@@"
  case word1 = "Q@"
  case word2 = "Q@@"

  /// The shape of an encoding, for example `B40@0:8@16@24@32`; nil for one that is not interposed.
  ///
  /// A block is a word like any other.
  package init?(encoding: String) {
    let kinds = encoding.filter { !$0.isNumber && $0 != "?" }
    guard kinds.count >= 3 else { return nil }
    self.init(rawValue: String(kinds.prefix(1)) + String(kinds.dropFirst(3)))
  }

  /// Calls code of this shape.
  func call(_ code: CodeRef, _ receiver: UInt, _ selector: UInt, _ words: [UInt]) -> MethodAnswer {
    guard let function = UnsafeRawPointer(bitPattern: code.word) else { return .nothing }
    switch self {
    case .tells1:
      unsafeBitCast(function, to: Code.Tells1.self)(receiver, selector, words[0])
      return .nothing
    case .tells2:
      unsafeBitCast(function, to: Code.Tells2.self)(receiver, selector, words[0], words[1])
      return .nothing
    case .tells3:
      unsafeBitCast(function, to: Code.Tells3.self)(
        receiver, selector, words[0], words[1], words[2])
      return .nothing
    case .asks2:
      let ask = unsafeBitCast(function, to: Code.Asks2.self)
      return .bool(ask(receiver, selector, words[0], words[1]))
    case .asks3:
      let ask = unsafeBitCast(function, to: Code.Asks3.self)
      return .bool(ask(receiver, selector, words[0], words[1], words[2]))
    case .word1:
      return .word(unsafeBitCast(function, to: Code.Word1.self)(receiver, selector, words[0]))
    case .word2:
      let ask = unsafeBitCast(function, to: Code.Word2.self)
      return .word(ask(receiver, selector, words[0], words[1]))
    }
  }
}

/// The functions that take the place of methods. Objects and blocks are words: none is kept here.
enum Code {
  typealias Tells1 = @convention(c) (UInt, UInt, UInt) -> Void
  typealias Tells2 = @convention(c) (UInt, UInt, UInt, UInt) -> Void
  typealias Tells3 = @convention(c) (UInt, UInt, UInt, UInt, UInt) -> Void
  typealias Asks2 = @convention(c) (UInt, UInt, UInt, UInt) -> Bool
  typealias Asks3 = @convention(c) (UInt, UInt, UInt, UInt, UInt) -> Bool
  typealias Word1 = @convention(c) (UInt, UInt, UInt) -> UInt
  typealias Word2 = @convention(c) (UInt, UInt, UInt, UInt) -> UInt

  static func tells1(_ code: Tells1) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func tells2(_ code: Tells2) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func tells3(_ code: Tells3) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func asks2(_ code: Asks2) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func asks3(_ code: Asks3) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func word1(_ code: Word1) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func word2(_ code: Word2) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
}

extension MethodAnswer {
  var isTrue: Bool { self == .bool(true) }
  var bits: UInt {
    guard case .word(let word) = self else { return 0 }
    return word
  }
}

/// The part that modules take in a method of a delegate that is not the host's.
package struct Interposition: Sendable {
  /// The method.
  package var row: DelegateMethodRow
  /// The answer where neither modules nor the delegate give one.
  package var unanswered: MethodAnswer
  /// Has modules hear of it; the words are the arguments.
  package var tell: @MainActor @Sendable ([UInt]) -> MethodAnswer
  /// Makes one of the modules' answer and that of the delegate.
  package var merge: @Sendable (MethodAnswer, MethodAnswer) -> MethodAnswer
  /// Has modules hear of a method with a completion handler, in place of `tell`: takes the arguments
  /// and whether the delegate has the method, and gives the arguments for that, with another handler.
  package var share: (@MainActor @Sendable (_ words: [UInt], _ hasOwn: Bool) -> [UInt])?
  /// Calls the completion handler among the arguments where neither modules nor the delegate do.
  package var finish: (@Sendable ([UInt]) -> Void)?

  /// States it.
  package init(
    row: DelegateMethodRow, unanswered: MethodAnswer = .nothing,
    merge: @escaping @Sendable (MethodAnswer, MethodAnswer) -> MethodAnswer = { _, own in own },
    tell: @escaping @MainActor @Sendable ([UInt]) -> MethodAnswer
  ) {
    self.row = row
    self.unanswered = unanswered
    self.merge = merge
    self.tell = tell
  }
}
