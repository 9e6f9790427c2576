// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A position in the frozen tree, 32 bytes; node 0 is the root and a child of none.
struct TrieNode {
  /// Where the label is in the bytes of the index, without its first byte, which the parent has.
  var label: UInt32 = 0
  /// The first of the literal children, which are side by side in the order of their first bytes.
  var firstLiteral: UInt32 = 0
  /// The node behind an untyped capture; 0 for none.
  var any: UInt32 = 0
  /// The first of the typed captures.
  var firstTyped: UInt32 = 0
  /// The route that takes all that is left, counted from 1; 0 for none.
  var rest: UInt32 = 0
  /// The route that ends here, counted from 1; 0 for none.
  var route: UInt32 = 0
  var labelLength: UInt16 = 0
  var literalCount: UInt16 = 0
  var typedCount: UInt16 = 0
  /// Whether anything but a literal can follow.
  var captures = false
}
