// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension String {
  /// Whether two texts have the same bytes; those that Unicode holds to be equal may differ.
  func hasBytes(of other: String) -> Bool {
    // The first test is the faster one, and nearly always decides.
    self == other && utf8.elementsEqual(other.utf8)
  }
}
