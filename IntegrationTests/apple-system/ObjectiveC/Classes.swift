// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Synchronization

// A stand-in for the Objective-C runtime: classes of Swift, and classes below them that are made at run
// time, with methods that tests declare. Code is a word; messages are sent by tests.

/// A method of a class.
public struct ClassMethod: Sendable {
  public var code: UInt
  public var encoding: String
}

/// The classes of the process, by their words.
public enum Classes {
  private struct State {
    /// Changed methods make void what was found before, and what is being searched for.
    var methods: [UInt: [String: ClassMethod]] = [:] {
      didSet {
        changes += 1
        cache.clear()
      }
    }
    var changes = 0
    var made: [UInt: (name: String, above: UInt)] = [:]
    /// The classes of objects that were given another one.
    var changed: [UInt: UInt] = [:]
    var lastWord: UInt = 0
  }

  private static let state = Mutex(State())
  private static let cache = MethodCache()

  public static func word(of type: AnyClass) -> UInt { unsafeBitCast(type, to: UInt.self) }

  /// The class of Swift that a word stands for, or that a made one is below.
  public static func type(of word: UInt) -> AnyClass? {
    let made = state.withLock { $0.made[word]?.above }
    return made.map { type(of: $0) } ?? unsafeBitCast(word, to: AnyClass.self)
  }

  /// Says that a class has methods; code that no test calls is only a number.
  public static func declare(_ names: some Sequence<String>, of type: AnyClass) {
    state.withLock { state in
      for name in names where state.methods[word(of: type)]?[name] == nil {
        state.lastWord += 1
        state.methods[word(of: type), default: [:]][name] = ClassMethod(
          code: state.lastWord, encoding: "")
      }
    }
  }

  public static func name(of word: UInt) -> String {
    state.withLock { $0.made[word]?.name }
      ?? String(reflecting: unsafeBitCast(word, to: AnyClass.self))
  }

  public static func superclass(of word: UInt) -> UInt? {
    if let above = state.withLock({ $0.made[word]?.above }) { return above }
    return _getSuperclass(unsafeBitCast(word, to: AnyClass.self)).map { Self.word(of: $0) }
  }

  public static func ofObject(at address: UInt) -> UInt? {
    if let changed = state.withLock({ $0.changed[address] }) { return changed }
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return word(
      of: Swift.type(of: Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()))
  }

  public static func method(_ name: String, of word: UInt) -> (owner: UInt, method: ClassMethod)? {
    var next: UInt? = word
    while let here = next {
      if let found = state.withLock({ $0.methods[here]?[name] }) { return (here, found) }
      next = superclass(of: here)
    }
    return nil
  }

  /// The code that an object of a class would run; a second search is quick, as the real runtime's is.
  public static func code(of selector: Selector, in word: UInt) -> UInt? {
    if let found = cache.code(of: selector, in: word) { return found == 0 ? nil : found }
    let changes = state.withLock(\.changes)
    let code = method(selector.name, of: word)?.method.code
    state.withLock { state in
      guard state.changes == changes else { return }
      cache.keep(code ?? 0, of: selector, in: word)
    }
    return code
  }

  public static func add(
    _ code: UInt, _ name: String, encoding: String, to word: UInt
  ) -> Bool {
    state.withLock { state in
      guard state.methods[word]?[name] == nil else { return false }
      state.methods[word, default: [:]][name] = ClassMethod(code: code, encoding: encoding)
      return true
    }
  }

  public static func replace(_ code: UInt, _ name: String, in word: UInt) -> UInt {
    state.withLock { state in
      let former = state.methods[word]?[name]?.code
      state.methods[word]?[name]?.code = code
      return former ?? code
    }
  }

  public static func makeSubclass(of word: UInt, named name: String) -> UInt {
    state.withLock { state in
      // Odd, as no class's word is.
      state.lastWord += 2
      let made = state.lastWord | 1
      state.made[made] = (name, word)
      return made
    }
  }

  public static func become(_ word: UInt, at address: UInt) {
    state.withLock { $0.changed[address] = word }
  }

  public static func forget(_ address: UInt) {
    state.withLock { $0.changed[address] = nil }
  }
}
