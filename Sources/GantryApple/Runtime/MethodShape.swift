// SPDX-License-Identifier: Apache-2.0

/// The answer of an interposed method.
package enum MethodAnswer: Hashable, Sendable {
  case nothing
  case bool(Bool)
  /// A number, or the address of an object; zero for none.
  case word(UInt)

  package var isTrue: Bool { self == .bool(true) }
  package var bits: UInt {
    guard case .word(let word) = self else { return 0 }
    return word
  }
}

/// How a method is called: its kind of answer, and the number of words that it takes besides
/// receiver and selector.
///
/// Objects and blocks are words, both as answers and as arguments.
package enum MethodShape: String, Sendable, CaseIterable {
  case tells1
  case tells2
  case tells3
  case tells4
  case asks1
  case asks2
  case asks3
  case word1
  case word2
  case word3
  case word4

  /// The shape of an encoding, for example `B40@0:8@16@24@32`; nil for one that is not interposed.
  ///
  /// Objective-C encodes a Boolean value as `c` on Macs with Intel processors.
  package init?(encoding: String) {
    let kinds = Array(encoding.filter { !$0.isNumber && $0 != "?" })
    guard kinds.count >= 3, kinds.dropFirst(3).allSatisfy({ "@qQBc".contains($0) }) else {
      return nil
    }
    let verb: String
    switch kinds[0] {
    case "v": verb = "tells"
    case "B", "c": verb = "asks"
    case "Q", "q", "@": verb = "word"
    default: return nil
    }
    self.init(rawValue: "\(verb)\(kinds.count - 3)")
  }

  /// Calls code of this shape.
  func call(_ code: CodeRef, _ receiver: UInt, _ selector: UInt, _ words: [UInt]) -> MethodAnswer {
    guard let function = UnsafeRawPointer(bitPattern: code.word) else { return .nothing }
    func callable<Function>(_ type: Function.Type) -> Function {
      unsafeBitCast(function, to: Function.self)
    }
    switch self {
    case .tells1: callable(Code.Tells1.self)(receiver, selector, words[0])
    case .tells2: callable(Code.Tells2.self)(receiver, selector, words[0], words[1])
    case .tells3: callable(Code.Tells3.self)(receiver, selector, words[0], words[1], words[2])
    case .tells4:
      callable(Code.Tells4.self)(receiver, selector, words[0], words[1], words[2], words[3])
    case .asks1: return .bool(callable(Code.Asks1.self)(receiver, selector, words[0]))
    case .asks2: return .bool(callable(Code.Asks2.self)(receiver, selector, words[0], words[1]))
    case .asks3:
      return .bool(callable(Code.Asks3.self)(receiver, selector, words[0], words[1], words[2]))
    case .word1: return .word(callable(Code.Word1.self)(receiver, selector, words[0]))
    case .word2: return .word(callable(Code.Word2.self)(receiver, selector, words[0], words[1]))
    case .word3:
      return .word(callable(Code.Word3.self)(receiver, selector, words[0], words[1], words[2]))
    case .word4:
      let function = callable(Code.Word4.self)
      return .word(function(receiver, selector, words[0], words[1], words[2], words[3]))
    }
    return .nothing
  }
}

/// The functions that replace methods. Objects and blocks are words; nothing is retained here.
enum Code {
  typealias Tells1 = @convention(c) (UInt, UInt, UInt) -> Void
  typealias Tells2 = @convention(c) (UInt, UInt, UInt, UInt) -> Void
  typealias Tells3 = @convention(c) (UInt, UInt, UInt, UInt, UInt) -> Void
  typealias Tells4 = @convention(c) (UInt, UInt, UInt, UInt, UInt, UInt) -> Void
  typealias Asks1 = @convention(c) (UInt, UInt, UInt) -> Bool
  typealias Asks2 = @convention(c) (UInt, UInt, UInt, UInt) -> Bool
  typealias Asks3 = @convention(c) (UInt, UInt, UInt, UInt, UInt) -> Bool
  typealias Word1 = @convention(c) (UInt, UInt, UInt) -> UInt
  typealias Word2 = @convention(c) (UInt, UInt, UInt, UInt) -> UInt
  typealias Word3 = @convention(c) (UInt, UInt, UInt, UInt, UInt) -> UInt
  typealias Word4 = @convention(c) (UInt, UInt, UInt, UInt, UInt, UInt) -> UInt

  static func tells1(_ code: Tells1) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func tells2(_ code: Tells2) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func tells3(_ code: Tells3) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func tells4(_ code: Tells4) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func asks1(_ code: Asks1) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func asks2(_ code: Asks2) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func asks3(_ code: Asks3) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func word1(_ code: Word1) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func word2(_ code: Word2) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func word3(_ code: Word3) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func word4(_ code: Word4) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
}
