// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Gantry
@testable import GantryApple
import GantrySupport

/// An Objective-C runtime made of dictionaries: classes with C methods, and their objects.
final class FakeRuntime: DelegateRuntime {
  private struct Class {
    let name: String
    let above: ClassRef?
    let type: AnyClass?
    var methods: [String: FoundMethod] = [:]
  }

  private struct State {
    var classes: [ClassRef: Class] = [:]
    var objects: [UInt: (real: ClassRef, stated: ClassRef)] = [:]
    var selectors: [String: UInt] = [:]
  }

  /// Words are unique in the process, since the interposer's table is process-wide.
  private static let lastClass = Mutex<UInt>(0)

  private let state = Mutex(State())
  private let mayTell = Mutex(true)

  var isOnMain: Bool {
    get { mayTell.withLock(\.self) }
    set { mayTell.withLock { $0 = newValue } }
  }

  private let threadNumber = Mutex<UInt>(1)

  var thread: UInt {
    get { threadNumber.withLock(\.self) }
    set { threadNumber.withLock { $0 = newValue } }
  }

  func makeClass(
    _ name: String, above: ClassRef? = nil, type: AnyClass? = nil
  ) -> ClassRef {
    let word = Self.lastClass.withLock { last in
      last += 1
      return last
    }
    state.withLock { $0.classes[ClassRef(word)] = Class(name: name, above: above, type: type) }
    return ClassRef(word)
  }

  /// Sets the class of an object and the class that it claims to have.
  func make(_ object: AnyObject, _ real: ClassRef, says stated: ClassRef? = nil) {
    state.withLock { $0.objects[Self.address(of: object)] = (real, stated ?? real) }
  }

  static func address(of object: AnyObject) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }

  /// Sends a message, as the system does; nil if the object has no such method.
  func send(_ name: String, to address: UInt, _ words: [UInt] = [1, 2, 3]) -> MethodAnswer? {
    guard let type = realClass(at: address), let found = method(name, of: type),
      let shape = MethodShape(encoding: found.encoding)
    else { return nil }
    return shape.call(found.code, address, selector(name), words)
  }

  func classes(of object: AnyObject) -> (real: ClassRef, stated: ClassRef) {
    state.withLock { $0.objects[Self.address(of: object)] } ?? (ClassRef(0), ClassRef(0))
  }

  func realClass(at address: UInt) -> ClassRef? {
    state.withLock { $0.objects[address]?.real }
  }

  func name(of type: ClassRef) -> String { state.withLock { $0.classes[type]?.name } ?? "" }

  func superclass(of type: ClassRef) -> ClassRef? { state.withLock { $0.classes[type]?.above } }

  func selector(_ name: String) -> UInt {
    state.withLock { state in
      let word = state.selectors[name] ?? UInt(state.selectors.count + 1)
      state.selectors[name] = word
      return word
    }
  }

  func method(_ name: String, of type: ClassRef) -> FoundMethod? {
    state.withLock { state in
      var next: ClassRef? = type
      while let here = next {
        if let found = state.classes[here]?.methods[name] { return found }
        next = state.classes[here]?.above
      }
      return nil
    }
  }

  func add(_ code: CodeRef, _ name: String, encoding: String, to type: ClassRef) -> Bool {
    state.withLock { state in
      guard state.classes[type]?.methods[name] == nil else { return false }
      state.classes[type]?.methods[name] = FoundMethod(
        owner: type, code: code, encoding: encoding)
      return true
    }
  }

  func replace(_ code: CodeRef, _ name: String, in type: ClassRef) -> CodeRef {
    state.withLock { state in
      let old = state.classes[type]?.methods[name]?.code
      state.classes[type]?.methods[name]?.code = code
      return old ?? code
    }
  }

  /// Exchanges the code of two methods, as libraries do.
  func exchange(_ one: String, _ other: String, of type: ClassRef) {
    guard let first = method(one, of: type) else { return }
    if !add(first.code, other, encoding: first.encoding, to: type) {
      _ = replace(replace(first.code, other, in: type), one, in: type)
    }
  }

  func swiftClass(_ type: ClassRef) -> AnyClass? { state.withLock { $0.classes[type]?.type } }

  func makeSubclass(of type: ClassRef, named name: String) -> ClassRef? {
    guard !names.contains(name) else { return nil }
    return makeClass(name, above: type)
  }

  func become(_ type: ClassRef, at address: UInt) {
    state.withLock { $0.objects[address]?.real = type }
  }

  /// The names of all classes.
  var names: Set<String> { state.withLock { Set($0.classes.values.map(\.name)) } }
}

/// Delegate methods as C functions, and a journal of their calls.
enum Own {
  static let journal = Mutex<[String]>([])
  private static let answer = Mutex(false)
  static let wrapped = Mutex<CodeRef?>(nil)

  static var answers: Bool {
    get { answer.withLock(\.self) }
    set { answer.withLock { $0 = newValue } }
  }

  static func add(_ line: String) { journal.withLock { $0.append(line) } }

  /// The lines since the previous call.
  static func lines() -> [String] {
    journal.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  typealias Asks3 = @convention(c) (UInt, UInt, UInt, UInt, UInt) -> Bool
  typealias Tells2 = @convention(c) (UInt, UInt, UInt, UInt) -> Void

  private static let opens: Asks3 = { _, _, _, _, _ in
    add("own")
    return answers
  }
  /// Extra work that the delegate's own method does once, such as calling itself.
  static let inner = Mutex<(@Sendable () -> Void)?>(nil)
  private static let opensAgain: Asks3 = { _, _, _, _, _ in
    add("own")
    let once = inner.withLock { inner in
      defer { inner = nil }
      return inner
    }
    once?()
    return answers
  }
  private static let opensAbove: Asks3 = { _, _, _, _, _ in
    add("above")
    return answers
  }
  private static let objects: @convention(c) (UInt, UInt, UInt, UInt, UInt) -> UInt = {
    _, _, _, _, _ in 9
  }
  private static let tells: Tells2 = { _, _, _, _ in add("own") }
  /// Another library's method: does its part and calls the method that it replaced.
  private static let wraps: Asks3 = { me, selector, first, second, third in
    add("library")
    guard let code = wrapped.withLock(\.self), let shape = MethodShape(encoding: "B@:@@@") else {
      return false
    }
    return shape.call(code, me, selector, [first, second, third]) == .bool(true)
  }

  /// Another library's method under its own name: calls the code that now has this name.
  static let exchange = Mutex<(@Sendable () -> CodeRef?)?>(nil)
  private static let calls: Asks3 = { me, selector, first, second, third in
    add("library")
    guard let code = exchange.withLock(\.self)?(), let shape = MethodShape(encoding: "B@:@@@")
    else { return false }
    return shape.call(code, me, selector, [first, second, third]) == .bool(true)
  }

  static var exchanged: CodeRef { CodeRef(unsafeBitCast(calls, to: UInt.self)) }
  static var object: CodeRef { CodeRef(unsafeBitCast(objects, to: UInt.self)) }
  static var open: CodeRef { CodeRef(unsafeBitCast(opens, to: UInt.self)) }
  static var openAgain: CodeRef { CodeRef(unsafeBitCast(opensAgain, to: UInt.self)) }
  static var openAbove: CodeRef { CodeRef(unsafeBitCast(opensAbove, to: UInt.self)) }
  static var tell: CodeRef { CodeRef(unsafeBitCast(tells, to: UInt.self)) }
  static var wrap: CodeRef { CodeRef(unsafeBitCast(wraps, to: UInt.self)) }
}

extension DelegateMethodRow {
  /// The function that replaces the method; nil if modules take no part in it.
  var code: CodeRef? {
    MethodShape(encoding: encoding).flatMap { InterposedCode.of(method, as: $0) }
  }
}
