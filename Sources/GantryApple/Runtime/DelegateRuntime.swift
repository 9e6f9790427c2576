// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A class of the Objective-C runtime, as a word.
package struct ClassRef: Hashable, Sendable {
  /// The word.
  package let word: UInt

  /// Takes a word for it.
  package init(_ word: UInt) { self.word = word }
}

/// The code of a method: a C function whose first arguments are the receiver and the selector.
package struct CodeRef: Hashable, Sendable {
  /// The word.
  package let word: UInt

  /// Takes a word for it.
  package init(_ word: UInt) { self.word = word }
}

/// A method where a class finds it.
package struct FoundMethod: Hashable, Sendable {
  /// The class that has it: the one that was asked, or one above it.
  package var owner: ClassRef
  /// Its code.
  package var code: CodeRef
  /// The types of its result and arguments.
  package var encoding: String

  /// States it.
  package init(owner: ClassRef, code: CodeRef, encoding: String) {
    self.owner = owner
    self.code = code
    self.encoding = encoding
  }
}

/// The Objective-C runtime, one call each.
package protocol DelegateRuntime: Sendable {
  /// Whether the calling thread is the main actor's now.
  var isOnMain: Bool { get }
  /// The calling thread, as a word that stays as long as a call does.
  var thread: UInt { get }
  /// The class of an object, and the class that it says it has, which observing it may change.
  func classes(of object: AnyObject) -> (real: ClassRef, stated: ClassRef)
  /// The class of the object at an address, which may be on its way out.
  func realClass(at address: UInt) -> ClassRef?
  /// A class's name.
  func name(of type: ClassRef) -> String
  /// The class above; nil for a root.
  func superclass(of type: ClassRef) -> ClassRef?
  /// The method that an object of a class would run.
  func method(_ name: String, of type: ClassRef) -> FoundMethod?
  /// Adds a method that the class itself does not have; false where it has it.
  func add(_ code: CodeRef, _ name: String, encoding: String, to type: ClassRef) -> Bool
  /// Replaces a method of the class itself.
  func replace(_ code: CodeRef, _ name: String, in type: ClassRef) -> CodeRef
  /// The class as Swift knows it; nil for a word that stands for none.
  func swiftClass(_ type: ClassRef) -> AnyClass?
  /// Makes a class below another, with no method and no storage of its own; nil where the name is taken.
  func makeSubclass(of type: ClassRef, named name: String) -> ClassRef?
  /// Makes the object at an address one of a class that has the same storage.
  func become(_ type: ClassRef, at address: UInt)
}

extension DelegateRuntime {
  /// The calling thread.
  package var thread: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }

  /// Whether a class belongs to the system, by its name.
  package func isOfSystem(_ type: ClassRef) -> Bool {
    let name = name(of: type)
    if name.hasPrefix("_Tt"), name.contains("7SwiftUI") { return true }
    return ["SwiftUI.", "UI", "NS", "_UI", "_NS"].contains { prefix in
      name.hasPrefix(prefix) && name.dropFirst(prefix.count).first?.isLowercase != true
        && !name.dropFirst(prefix.count).contains(".")
    }
  }
}
