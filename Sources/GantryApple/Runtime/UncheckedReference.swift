// SPDX-License-Identifier: Apache-2.0

/// A reference to an object or to memory of the system, which closures take along.
// Unchecked, because the system's types don't say that they are Sendable: a block and a call's
// context never change, and closures of the main actor alone use the other objects.
package struct UncheckedReference<Reference>: @unchecked Sendable {
  /// The reference itself.
  package let target: Reference

  /// Keeps a reference.
  package init(_ target: Reference) { self.target = target }
}
