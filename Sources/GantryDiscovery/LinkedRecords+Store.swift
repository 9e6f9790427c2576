// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LinkedRecords {
  /// Stores the value of a record: all that the accessor of a record written in Swift has to do.
  ///
  /// - Parameters:
  ///   - value: The value; not evaluated when the type is another.
  ///   - place: Where to store it: the accessor's first argument.
  ///   - type: The metatype that was asked for: the accessor's second argument.
  /// - Returns: Whether the type is the value's own and the value was stored.
  public static func store<Value>(
    _ value: @autoclosure () -> Value, at place: UnsafeMutableRawPointer,
    as type: UnsafeRawPointer
  ) -> Bool {
    guard type.load(as: Any.Type.self) == Value.self else { return false }
    place.initializeMemory(as: Value.self, to: value())
    return true
  }
}
