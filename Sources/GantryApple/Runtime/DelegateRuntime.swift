// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A class of the Objective-C runtime, as a word.
package struct ClassRef: Hashable, Sendable {
  /// The word.
  package let word: UInt

  /// Wraps a word.
  package init(_ word: UInt) { self.word = word }
}

/// The code of a method: a C function whose first arguments are the receiver and the selector.
package struct CodeRef: Hashable, Sendable {
  /// The word.
  package let word: UInt

  /// Wraps a word.
  package init(_ word: UInt) { self.word = word }
}

/// A method that a class has or inherits.
package struct FoundMethod: Hashable, Sendable {
  /// The class that has it: the class that was asked, or a superclass.
  package var owner: ClassRef
  /// Its code.
  package var code: CodeRef
  /// The types of its result and arguments.
  package var encoding: String

  /// Describes a method.
  package init(owner: ClassRef, code: CodeRef, encoding: String) {
    self.owner = owner
    self.code = code
    self.encoding = encoding
  }
}

/// The calls of the Objective-C runtime that a host needs.
package protocol DelegateRuntime: Sendable {
  /// Whether the calling thread runs the main actor.
  var isOnMain: Bool { get }
  /// The calling thread, as a word that stays the same during a call.
  var thread: UInt { get }
  /// The real class of an object, and the class that it states; key-value observing makes them
  /// differ.
  func classes(of object: AnyObject) -> (real: ClassRef, stated: ClassRef)
  /// The class of the object at an address; the object may be deallocating.
  func realClass(at address: UInt) -> ClassRef?
  /// A class's name.
  func name(of type: ClassRef) -> String
  /// The superclass; nil for a root class.
  func superclass(of type: ClassRef) -> ClassRef?
  /// The method that an object of a class would run.
  func method(_ name: String, of type: ClassRef) -> FoundMethod?
  /// Adds a method that the class itself does not have; false if it has it.
  func add(_ code: CodeRef, _ name: String, encoding: String, to type: ClassRef) -> Bool
  /// Replaces a method of the class itself.
  func replace(_ code: CodeRef, _ name: String, in type: ClassRef) -> CodeRef
  /// The class as Swift knows it; nil if the word isn't a class.
  func swiftClass(_ type: ClassRef) -> AnyClass?
  /// Creates a subclass without methods or storage of its own; nil if the name is taken.
  func makeSubclass(of type: ClassRef, named name: String) -> ClassRef?
  /// Changes the class of the object at an address to one with the same storage.
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
