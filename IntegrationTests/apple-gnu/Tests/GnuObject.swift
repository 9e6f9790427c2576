// SPDX-License-Identifier: Apache-2.0

import CObjects
import GantryApple
import Testing

/// Tests of what is done to classes of GNU's Objective-C runtime, which has one for the process.
@MainActor
@Suite(.serialized) struct GnuTests {
  /// By the rules of which references of Swift to objects of Objective-C are counted.
  private final class Counting {}

  /// Made before any object.
  static let begun: Void = begin_objects(unsafeBitCast(Counting.self, to: UnsafeRawPointer.self))

  static func notes() -> [String] {
    String(cString: take_notes()).split(separator: " ").map(String.init)
  }
}

/// An object of Objective-C, kept by its one reference.
@MainActor
final class GnuObject {
  let address: UInt
  private var isThere = true

  /// Creates an object of a class.
  init(_ type: String, by make: (UnsafePointer<CChar>) -> UInt = { make_object($0) }) {
    GnuTests.begun
    address = make(type)
  }

  /// The object, as Swift sees it.
  var object: AnyObject {
    get throws {
      let pointer = try #require(UnsafeRawPointer(bitPattern: address))
      return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    }
  }

  /// Ends it.
  func release() {
    if isThere { release_object(address) }
    isThere = false
  }
}
