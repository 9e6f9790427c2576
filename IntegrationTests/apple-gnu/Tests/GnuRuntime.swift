// SPDX-License-Identifier: Apache-2.0

import CObjC
import Dispatch
import Foundation
import GantryApple
import Synchronization

/// The Objective-C runtime of GNU, through its functions of C.
struct GnuRuntime: ClassRuntime {
  private static let queueKey = DispatchSpecificKey<Bool>()
  /// Classes of Swift by the names of those that they stand for: no class is both here.
  private static let twins = Mutex<[String: AnyClass]>([:])

  private static let replacements = Mutex(0)

  init() { DispatchQueue.main.setSpecific(key: Self.queueKey, value: true) }

  /// States what a class of Objective-C is called in Swift.
  static func call(_ name: String, _ type: AnyClass) { twins.withLock { $0[name] = type } }

  // The main queue's thread changes here.
  var isOnMain: Bool { DispatchQueue.getSpecific(key: Self.queueKey) == true }

  func classes(of object: AnyObject) -> (real: ClassRef, stated: ClassRef) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    guard let real = realClass(at: address) else { return (ClassRef(0), ClassRef(0)) }
    typealias ClassMethod = @convention(c) (UInt, OpaquePointer?) -> UInt
    let name = sel_registerName("class")
    let code = class_getMethodImplementation(real.type, name)
    return (real, ClassRef(unsafeBitCast(code, to: ClassMethod.self)(address, name)))
  }

  func realClass(at address: UInt) -> ClassRef? {
    object_getClass(UnsafeMutablePointer(bitPattern: address)).map { ClassRef($0) }
  }

  func name(of type: ClassRef) -> String { String(cString: class_getName(type.type)) }

  func superclass(of type: ClassRef) -> ClassRef? {
    class_getSuperclass(type.type).map { ClassRef($0) }
  }

  func method(_ name: String, of type: ClassRef) -> FoundMethod? {
    let selector = sel_registerName(name)
    guard let method = class_getInstanceMethod(type.type, selector) else { return nil }
    var owner = type
    while let above = superclass(of: owner),
      class_getInstanceMethod(above.type, selector) == method
    {
      owner = above
    }
    let code = CodeRef(method_getImplementation(method))
    let encoding = method_getTypeEncoding(method).map { String(cString: $0) } ?? ""
    return FoundMethod(owner: owner, code: code, encoding: encoding)
  }

  func add(_ code: CodeRef, _ name: String, encoding: String, to type: ClassRef) -> Bool {
    // It keeps the text.
    class_addMethod(type.type, sel_registerName(name), code.function, strdup(encoding)) != 0
  }

  func replace(_ code: CodeRef, _ name: String, in type: ClassRef) -> CodeRef {
    let method = class_getInstanceMethod(type.type, sel_registerName(name))
    let former = CodeRef(method_setImplementation(method, code.function))
    // Classes below would find the former code for ever: only an added method has them look again.
    let count = Self.replacements.withLock { count in
      count += 1
      return count
    }
    class_addMethod(
      type.type, sel_registerName("replaced\(count)"), code.function, strdup("v16@0:8"))
    return former
  }

  func swiftClass(_ type: ClassRef) -> AnyClass? {
    Self.twins.withLock { $0[name(of: type)] }
  }

  func makeSubclass(of type: ClassRef, named name: String) -> ClassRef? {
    guard let made = objc_allocateClassPair(type.type, name, 0) else { return nil }
    objc_registerClassPair(made)
    return ClassRef(made)
  }

  func become(_ type: ClassRef, at address: UInt) {
    object_setClass(UnsafeMutablePointer(bitPattern: address), type.type)
  }

  func findClass(_ name: String) -> ClassRef? {
    let type = ClassRef(named: name)
    return type.word == 0 ? nil : type
  }

  func adopts(_ type: ClassRef, _ name: String) -> Bool {
    let adopted = objc_getProtocol(name)
    return sequence(first: type, next: superclass).contains {
      class_conformsToProtocol($0.type, adopted) != 0
    }
  }

  func selector(_ name: String) -> UInt { word(of: name) }

  func code(_ name: String, of type: ClassRef) -> CodeRef {
    CodeRef(class_getMethodImplementation(type.type, sel_registerName(name)))
  }

  /// The code that a message to an object runs.
  func code(_ name: String, for address: UInt) -> CodeRef {
    CodeRef(objc_msg_lookup(UnsafeMutablePointer(bitPattern: address), sel_registerName(name)))
  }

  /// The word by which a method is called.
  func word(of name: String) -> UInt { UInt(bitPattern: sel_registerName(name)) }
}

extension ClassRef {
  /// The class of a name.
  init(named name: String) { self.init(objc_getClass(name)) }

  fileprivate init(_ type: OpaquePointer?) { self.init(UInt(bitPattern: type)) }
  fileprivate var type: OpaquePointer? { OpaquePointer(bitPattern: word) }
}

extension CodeRef {
  fileprivate init(_ code: OpaquePointer?) { self.init(UInt(bitPattern: code)) }
  fileprivate var function: OpaquePointer? { OpaquePointer(bitPattern: word) }
}
