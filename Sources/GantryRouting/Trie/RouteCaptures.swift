// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The parts of a path that a pattern captured, in the order of ``PathPattern/captureNames``.
///
/// They are places in the path, which is kept; text is made when it is asked for.
public struct RouteCaptures: RandomAccessCollection, Sendable {
  /// The path in normal form.
  let path: String
  /// Start and end of each in the path's UTF-8, 16 bits each.
  let places: SIMD16<UInt32>
  /// How many there are.
  public let count: Int

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of captures.
  public var endIndex: Int { count }

  /// The decoded text of a capture; that of a rest is its segments with slashes between them. Empty
  /// for an index that no capture has.
  public subscript(index: Int) -> String {
    indices.contains(index) ? RoutePath.text(part(index)) : ""
  }

  /// The decoded segments of a capture: one, or those of a rest.
  public func segments(at index: Int) -> [String] {
    guard indices.contains(index) else { return [] }
    return part(index).utf8.split(separator: ASCII.slash).map { RoutePath.text(Substring($0)) }
  }

  /// A capture in the normal form.
  func part(_ index: Int) -> Substring {
    let place = places[index]
    let utf8 = path.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: Int(place >> 16))
    let end = utf8.index(utf8.startIndex, offsetBy: Int(place & 0xFFFF))
    return path[start..<end]
  }
}
