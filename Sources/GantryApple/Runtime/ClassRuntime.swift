// SPDX-License-Identifier: Apache-2.0

/// The calls of the Objective-C runtime that modules in Objective-C need as well.
package protocol ClassRuntime: DelegateRuntime {
  /// The class of a name; nil if no linked image has it.
  func findClass(_ name: String) -> ClassRef?
  /// Whether a class adopts a protocol, itself or by a superclass.
  func adopts(_ type: ClassRef, _ name: String) -> Bool
  /// The word of a method's name.
  func selector(_ name: String) -> UInt
  /// The code that a message runs; it calls the class's `initialize` first if no message has.
  func code(_ name: String, of type: ClassRef) -> CodeRef
}

extension ClassRuntime {
  private typealias Word0 = @convention(c) (UInt, UInt) -> UInt

  /// Sends a message without arguments.
  ///
  /// - Parameters:
  ///   - name: The method's name.
  ///   - object: The word of an object or a class; for zero, nothing is sent.
  /// - Returns: The answer; the word means nothing if the method has none.
  @discardableResult
  func send(_ name: String, to object: UInt) -> UInt {
    guard object != 0, let type = realClass(at: object),
      let function = UnsafeRawPointer(bitPattern: code(name, of: type).word)
    else { return 0 }
    return unsafeBitCast(function, to: Word0.self)(object, selector(name))
  }

  /// Sends a message of a shape with its arguments.
  func send(_ name: String, to object: UInt, _ shape: MethodShape, _ words: [UInt]) -> MethodAnswer
  {
    guard let type = realClass(at: object) else { return .nothing }
    return shape.call(code(name, of: type), object, selector(name), words)
  }

  /// The text of an `NSError`.
  func text(ofError error: UInt) -> String {
    let bytes = send("UTF8String", to: send("localizedDescription", to: error))
    return UnsafePointer<CChar>(bitPattern: bytes).map { String(cString: $0) } ?? "no reason given"
  }
}
