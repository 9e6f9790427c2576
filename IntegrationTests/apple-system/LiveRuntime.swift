// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ObjectiveC

/// In place of the library's file of this name: the runtime of the stand-in.
package struct LiveRuntime: DelegateRuntime {
  package init() {}

  // All tests that send messages are the main actor's.
  package var isOnMain: Bool { true }

  static func copy(_ block: UInt) -> AnyObject? { CopiedBlock(block) }

  // Only `copy` makes such objects.
  static func word(of block: AnyObject) -> UInt { (block as! CopiedBlock).word }

  static func keep(_ block: UInt) -> UInt {
    let copy = CopiedBlock(block)
    MainActor.assumeIsolated { kept.append(copy) }
    return copy.word
  }

  // Nothing releases it: there is no pool here.
  static func give(_ object: AnyObject?) -> UInt {
    object.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
  }

  @MainActor private static var kept: [CopiedBlock] = []

  /// Ends a call: what it kept goes.
  @MainActor package static func endCall() { kept = [] }

  package func classes(of object: AnyObject) -> (real: ClassRef, stated: ClassRef) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    let real = realClass(at: address) ?? ClassRef(type(of: object))
    return (real, ClassRef(type(of: object)))
  }

  package func realClass(at address: UInt) -> ClassRef? {
    Classes.ofObject(at: address).map { ClassRef($0) }
  }

  package func name(of type: ClassRef) -> String {
    let name = Classes.name(of: type.word)
    // Classes of the system have no module where they are real.
    return name.hasPrefix("UIKit.") ? String(name.dropFirst("UIKit.".count)) : name
  }

  package func superclass(of type: ClassRef) -> ClassRef? {
    Classes.superclass(of: type.word).map { ClassRef($0) }
  }

  package func method(_ name: String, of type: ClassRef) -> FoundMethod? {
    Classes.method(name, of: type.word).map {
      FoundMethod(
        owner: ClassRef($0.owner), code: CodeRef($0.method.code), encoding: $0.method.encoding)
    }
  }

  package func add(_ code: CodeRef, _ name: String, encoding: String, to type: ClassRef) -> Bool {
    Classes.add(code.word, name, encoding: encoding, to: type.word)
  }

  package func replace(_ code: CodeRef, _ name: String, in type: ClassRef) -> CodeRef {
    CodeRef(Classes.replace(code.word, name, in: type.word))
  }

  package func swiftClass(_ type: ClassRef) -> AnyClass? { Classes.type(of: type.word) }

  package func makeSubclass(of type: ClassRef, named name: String) -> ClassRef? {
    ClassRef(Classes.makeSubclass(of: type.word, named: name))
  }

  package func become(_ type: ClassRef, at address: UInt) {
    Classes.become(type.word, at: address)
  }
}

extension LiveRuntime: ClassRuntime {
  /// The classes that are found by their names; each adopts every protocol.
  @MainActor package static var named: [String: ClassRef] = [:]

  package func findClass(_ name: String) -> ClassRef? {
    MainActor.assumeIsolated { Self.named[name] }
  }

  package func adopts(_ type: ClassRef, _ name: String) -> Bool { true }

  package func selector(_ name: String) -> UInt { 1 }

  package func code(_ name: String, of type: ClassRef) -> CodeRef {
    CodeRef(Classes.method(name, of: type.word)?.method.code ?? 0)
  }
}

/// A copy of a block: here, blocks are no objects.
private final class CopiedBlock: Sendable {
  let word: UInt

  init(_ block: UInt) { word = Blocks.copy(block) }

  deinit { Blocks.release(word) }
}

/// Functions of the runtime of blocks, which every program has here.
private enum Blocks {
  typealias Copy = @convention(c) (UInt) -> UInt
  typealias Release = @convention(c) (UInt) -> Void

  static let copy = unsafeBitCast(dlsym(nil, "_Block_copy"), to: Copy.self)
  static let release = unsafeBitCast(dlsym(nil, "_Block_release"), to: Release.self)
}

extension ClassRef {
  package init(_ type: AnyClass) { self.init(Classes.word(of: type)) }
}
