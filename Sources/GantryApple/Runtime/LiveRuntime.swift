// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
  internal import Foundation
  internal import ObjectiveC

  /// The Objective-C runtime of the process.
  package struct LiveRuntime: DelegateRuntime {
    /// Creates the process's only runtime.
    package init() {}

    package var isOnMain: Bool { Thread.isMainThread }

    package func classes(of object: AnyObject) -> (real: ClassRef, stated: ClassRef) {
      let real: AnyClass = object_getClass(object) ?? type(of: object)
      // From its method `class`, which key-value observing overrides to hide that it changed the
      // class.
      typealias ClassMethod = @convention(c) (AnyObject, Selector) -> AnyClass
      let selector = NSSelectorFromString("class")
      guard let code = class_getMethodImplementation(real, selector) else {
        return (ClassRef(real), ClassRef(real))
      }
      let stated: AnyClass = unsafeBitCast(code, to: ClassMethod.self)(object, selector)
      return (ClassRef(real), ClassRef(stated))
    }

    package func realClass(at address: UInt) -> ClassRef? {
      guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
      return object_getClass(Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue())
        .map { ClassRef($0) }
    }

    package func name(of type: ClassRef) -> String { NSStringFromClass(type.type) }

    package func superclass(of type: ClassRef) -> ClassRef? {
      class_getSuperclass(type.type).map { ClassRef($0) }
    }

    /// Copies a block, so that it outlives the call that brought it; nil if the word isn't a block.
    ///
    /// It calls the block's method `copy`, as every block is an object. Retaining a block on the
    /// stack does nothing.
    static func copy(_ block: UInt) -> AnyObject? {
      typealias Copy = @convention(c) (UInt, Selector) -> UInt
      let selector = NSSelectorFromString("copy")
      guard let pointer = UnsafeRawPointer(bitPattern: block),
        let code = class_getMethodImplementation(
          object_getClass(Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()), selector)
      else { return nil }
      return UnsafeRawPointer(bitPattern: unsafeBitCast(code, to: Copy.self)(block, selector)).map {
        Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue()
      }
    }

    /// The word of a block that is an object.
    static func word(of block: AnyObject) -> UInt {
      UInt(bitPattern: Unmanaged.passUnretained(block).toOpaque())
    }

    /// Keeps a copy of a block for the duration of the current call, and returns the copy's word.
    static func keep(_ block: UInt) -> UInt { give(copy(block)) }

    /// The word of an object for a method to return; it lives until the caller has it. Zero for
    /// nil.
    static func give(_ object: AnyObject?) -> UInt {
      object.map { UInt(bitPattern: Unmanaged.passRetained($0).autorelease().toOpaque()) } ?? 0
    }

    package func method(_ name: String, of type: ClassRef) -> FoundMethod? {
      let selector = NSSelectorFromString(name)
      guard let method = class_getInstanceMethod(type.type, selector) else { return nil }
      var owner = type
      while let above = superclass(of: owner),
        class_getInstanceMethod(above.type, selector) == method
      {
        owner = above
      }
      let code = method_getImplementation(method)
      let encoding = method_getTypeEncoding(method).map { String(cString: $0) } ?? ""
      return FoundMethod(owner: owner, code: CodeRef(UInt(bitPattern: code)), encoding: encoding)
    }

    package func add(_ code: CodeRef, _ name: String, encoding: String, to type: ClassRef) -> Bool {
      guard let code = OpaquePointer(bitPattern: code.word) else { return false }
      return class_addMethod(type.type, NSSelectorFromString(name), code, encoding)
    }

    package func replace(_ code: CodeRef, _ name: String, in type: ClassRef) -> CodeRef {
      guard let method = class_getInstanceMethod(type.type, NSSelectorFromString(name)),
        let new = OpaquePointer(bitPattern: code.word)
      else { return code }
      return CodeRef(UInt(bitPattern: method_setImplementation(method, new)))
    }

    package func swiftClass(_ type: ClassRef) -> AnyClass? { type.type }

    package func makeSubclass(of type: ClassRef, named name: String) -> ClassRef? {
      guard let made = objc_allocateClassPair(type.type, name, 0) else { return nil }
      objc_registerClassPair(made)
      return ClassRef(made)
    }

    package func become(_ type: ClassRef, at address: UInt) {
      guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
      let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
      object_setClass(object, type.type)
    }
  }

  extension LiveRuntime: ClassRuntime {
    package func findClass(_ name: String) -> ClassRef? {
      NSClassFromString(name).map { ClassRef($0) }
    }

    package func adopts(_ type: ClassRef, _ name: String) -> Bool {
      guard let adopted = objc_getProtocol(name) else { return false }
      return sequence(first: type, next: superclass).contains {
        class_conformsToProtocol(swiftClass($0), adopted)
      }
    }

    package func selector(_ name: String) -> UInt {
      unsafeBitCast(NSSelectorFromString(name), to: UInt.self)
    }

    package func code(_ name: String, of type: ClassRef) -> CodeRef {
      let code = class_getMethodImplementation(swiftClass(type), NSSelectorFromString(name))
      return CodeRef(UInt(bitPattern: code))
    }
  }

  extension ClassRef {
    /// The word of a class.
    package init(_ type: AnyClass) { self.init(unsafeBitCast(type, to: UInt.self)) }

    /// Invariant: the word is that of a class.
    fileprivate var type: AnyClass { unsafeBitCast(word, to: AnyClass.self) }
  }
#endif
