// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension String {
  /// Whether the name comes first by its Unicode scalars, which is the same on every machine.
  package func precedes(_ other: String) -> Bool {
    // UTF-8 sorts as its scalars do. Nearly every string has its bytes in a row, where they are
    // compared many times faster than through views.
    let inBytes = utf8.withContiguousStorageIfAvailable { first in
      other.utf8.withContiguousStorageIfAvailable { first.lexicographicallyPrecedes($0) }
    }
    return inBytes.flatMap(\.self) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
