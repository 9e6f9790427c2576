// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import CGantryImages

/// Which file of the program a type was loaded from.
package enum ImagePath {
  /// The file that holds a type: the program, or a library.
  ///
  /// - Parameter type: The type.
  /// - Returns: The path that the loader knows; nil for types that are made at run time, such as
  ///   generic ones.
  package static func of(_ type: Any.Type) -> String? {
    gantry_image_path(unsafeBitCast(type, to: UnsafeRawPointer.self)).map { String(cString: $0) }
  }
}
