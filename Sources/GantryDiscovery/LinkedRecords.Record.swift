// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LinkedRecords {
  /// One record of a loaded image.
  ///
  /// A record is usable as long as its image stays loaded.
  public struct Record: Sendable {
    typealias Accessor = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Bool

    /// The subject of the record.
    public let kind: Kind

    /// The version of the binary contract that the record was written to.
    public let version: UInt32

    /// The path of the image that carries the record; for the program itself, as it was started.
    public let image: String

    /// The record's own word, for its author to use.
    public let context: UInt

    let accessor: Accessor

    /// Asks the record for its value, which is made anew each time.
    ///
    /// - Parameter type: The type that the value must have; no subtype and no protocol of it.
    /// - Returns: The value; nil when it is of another type.
    public func load<Value>(as type: Value.Type) -> Value? {
      withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
        guard let address = place.baseAddress else { return nil }
        let isStored = withUnsafePointer(to: type as Any.Type) { accessor(address, $0) }
        return isStored ? address.move() : nil
      }
    }
  }
}
