// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryApple
@testable import GantryAppleMonitor
import GantryMonitor
import GantryTesting
import GantrySupport

/// View controllers of a fake runtime: each level of the hierarchy takes its time in `viewDidLoad`.
final class FakeControllers: Sendable {
  class Root {}
  class First: Root {}
  class Second: First {}
  class Third: Second {}
  final class Box<Value>: Root {}

  let runtime = FakeRuntime()
  let clock = TestClock()
  let base: ClassRef
  let (first, second, third): (ClassRef, ClassRef, ClassRef)

  /// A class above UIViewController has the plain initializer.
  init() {
    let top = runtime.makeClass("NSObject")
    base = runtime.makeClass("UIViewController", above: top, type: Root.self)
    first = runtime.makeClass("Shop.First", above: base, type: First.self)
    second = runtime.makeClass("Shop.Second", above: first, type: Second.self)
    third = runtime.makeClass("Shop.Third", above: second, type: Third.self)
    Self.current.withLock { $0 = self }
    _ = runtime.add(Self.word(Self.init0), "init", encoding: "@16@0:8", to: top)
    _ = runtime.add(Self.word(Self.init1), "initWithCoder:", encoding: "@24@0:8@16", to: base)
    _ = runtime.add(
      Self.word(Self.init2), "initWithNibName:bundle:", encoding: "@32@0:8@16@24", to: base)
    _ = runtime.add(Self.word(Self.loadView), "loadView", encoding: "v16@0:8", to: base)
    for (type, code) in [
      (base, Self.load0), (first, Self.load1), (second, Self.load2), (third, Self.load3),
    ] {
      _ = runtime.add(Self.word(code), "viewDidLoad", encoding: "v16@0:8", to: type)
    }
    for name in ["viewWillAppear:", "viewIsAppearing:", "viewDidAppear:", "viewWillDisappear:"] {
      _ = runtime.add(Self.word(Self.appear), name, encoding: "v20@0:8B16", to: base)
    }
    _ = runtime.add(Self.word(Self.appear), "viewDidDisappear:", encoding: "v20@0:8B16", to: base)
  }

  var kit: ControllerKit {
    ControllerKit(runtime: runtime, base: base, methods: ControllerKit.methodsOfUIKit)
  }

  /// The calls, with the object's class or the flag.
  private let journal = Mutex<[String]>([])

  func note(_ line: String) { journal.withLock { $0.append(line) } }

  func lines() -> [String] {
    journal.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  /// Allocates and initializes a controller, as the system does.
  func make(
    _ object: AnyObject, _ type: ClassRef, by name: String = "initWithNibName:bundle:",
    says stated: ClassRef? = nil
  ) {
    runtime.make(object, type, says: stated)
    let me = FakeRuntime.address(of: object)
    guard let code = runtime.method(name, of: type)?.code,
      let pointer = UnsafeRawPointer(bitPattern: code.word)
    else { return }
    let made =
      switch name {
      case "init": unsafeBitCast(pointer, to: Init0.self)(me, 1)
      case "initWithCoder:": unsafeBitCast(pointer, to: Init1.self)(me, 1, 2)
      default: unsafeBitCast(pointer, to: Init2.self)(me, 1, 2, 3)
      }
    note(made == me ? "made" : "another")
  }

  /// Calls a method of a controller, as the system does.
  func call(_ name: String, _ object: AnyObject) {
    call(name, at: FakeRuntime.address(of: object))
  }

  func call(_ name: String, at me: UInt) {
    guard let type = runtime.realClass(at: me) else { return }
    call(name, of: type, me)
  }

  func call(_ name: String, of type: ClassRef, _ me: UInt, selector: UInt? = nil) {
    guard let code = runtime.method(name, of: type)?.code,
      let pointer = UnsafeRawPointer(bitPattern: code.word)
    else { return }
    let selector = selector ?? runtime.selector(name)
    if name.hasSuffix(":") {
      unsafeBitCast(pointer, to: Flagged.self)(me, selector, true)
    } else {
      unsafeBitCast(pointer, to: Plain.self)(me, selector)
    }
  }

  /// The class that the controller says it has.
  func statedClass(_ object: AnyObject) -> ClassRef? {
    let me = FakeRuntime.address(of: object)
    guard let type = runtime.realClass(at: me),
      let code = runtime.method("class", of: type)?.code,
      let pointer = UnsafeRawPointer(bitPattern: code.word)
    else { return nil }
    return ClassRef(unsafeBitCast(pointer, to: Init0.self)(me, 1))
  }

  // MARK: Code of the methods, which knows only its arguments

  typealias Plain = @convention(c) (UInt, UInt) -> Void
  typealias Flagged = @convention(c) (UInt, UInt, Bool) -> Void
  typealias Init0 = @convention(c) (UInt, UInt) -> UInt
  typealias Init1 = @convention(c) (UInt, UInt, UInt) -> UInt
  typealias Init2 = @convention(c) (UInt, UInt, UInt, UInt) -> UInt

  /// The fixture of the running test; the suite is serialized.
  static let current = Mutex<FakeControllers?>(nil)
  static var fixture: FakeControllers? { current.withLock(\.self) }
  /// Extra work that the code of `Second` does inside its `viewDidLoad`.
  let during = Mutex<(@Sendable () -> Void)?>(nil)
  /// The method that a library has replaced.
  let wrapped = Mutex<CodeRef?>(nil)

  private static let init0: Init0 = { me, _ in
    fixture?.note("init")
    return me
  }
  private static let init1: Init1 = { me, _, coder in
    fixture?.note("coder \(coder)")
    return me
  }
  private static let init2: Init2 = { me, _, nib, bundle in
    fixture?.note("nib \(nib) \(bundle)")
    return me
  }
  static let loadView: Plain = { _, _ in fixture?.note("loadView") }
  static let appear: Flagged = { _, _, flag in fixture?.note("appear \(flag)") }
  private static let load0: Plain = { me, _ in fixture?.load(me, 1, "base", above: nil) }
  private static let load1: Plain = { me, _ in fixture?.load(me, 10, "first", above: \.base) }
  private static let load2: Plain = { me, _ in fixture?.load(me, 100, "second", above: \.first) }
  private static let load3: Plain = { me, _ in fixture?.load(me, 1_000, "third", above: \.second) }
  /// A library's method, which calls the replaced one under its own name.
  static let library: Plain = { me, selector in
    fixture?.note("library")
    guard let code = fixture?.wrapped.withLock(\.self),
      let pointer = UnsafeRawPointer(bitPattern: code.word)
    else { return }
    unsafeBitCast(pointer, to: Plain.self)(me, selector + 1_000)
  }

  private func load(
    _ me: UInt, _ milliseconds: Int, _ name: String, above: KeyPath<FakeControllers, ClassRef>?
  ) {
    note(name)
    clock.advance(by: .milliseconds(milliseconds))
    if name == "second" { during.withLock(\.self)?() }
    if let above { call("viewDidLoad", of: self[keyPath: above], me) }
  }

  static func word(_ code: Plain) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func word(_ code: Flagged) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func word(_ code: Init0) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func word(_ code: Init1) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
  static func word(_ code: Init2) -> CodeRef { CodeRef(unsafeBitCast(code, to: UInt.self)) }
}
