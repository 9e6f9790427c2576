// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// The observers of each type's pages, read without a lock and without counting references.
///
/// A reader counts itself in, and uses the table of that moment. A table that was replaced is kept until
/// no reader is left: epoch-based reclamation with one epoch (Fraser, *Practical lock-freedom*, 2004).
/// All orders are sequentially consistent: a writer that sees no reader after it has replaced the
/// table knows that each later reader sees the new one.
final class SharedWatches: Sendable {
  /// The observers at one moment.
  final class Table: Sendable {
    fileprivate let watches: PointerTable<PageWatch>

    fileprivate init(_ watches: PointerTable<PageWatch>) { self.watches = watches }
  }

  private let table = Atomic<Unmanaged<Table>?>(nil)
  private let readers = Atomic<Int>(0)
  private let hasReplaced = Atomic<Bool>(false)

  deinit { table.load(ordering: .sequentiallyConsistent)?.release() }

  /// The observers of a type's pages, valid until ``leave()``.
  ///
  /// - Returns: Nil where the table does not have the type; the reader still has to leave.
  @inline(__always)
  func enter(_ type: ObjectIdentifier) -> Unmanaged<PageWatch>? {
    readers.wrappingAdd(1, ordering: .sequentiallyConsistent)
    return table.load(ordering: .sequentiallyConsistent)?._withUnsafeGuaranteedRef {
      $0.watches.unretained(type)
    }
  }

  /// Ends the use of what ``enter(_:)`` has returned.
  ///
  /// - Returns: Whether the reader was the last, and tables wait for their release.
  @inline(__always)
  func leave() -> Bool {
    let left = readers.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
    return left == 0 && hasReplaced.load(ordering: .sequentiallyConsistent)
  }

  /// Whether nothing that was replaced before is in use.
  var isUnread: Bool { readers.load(ordering: .sequentiallyConsistent) == 0 }

  /// Says whether replaced tables are kept; called under the lock of the one who keeps them.
  func keepsReplaced(_ isKeeping: Bool) {
    hasReplaced.store(isKeeping, ordering: .sequentiallyConsistent)
  }

  /// Replaces the table.
  ///
  /// - Parameter watches: The observers from now on.
  /// - Returns: The table before, to be kept until ``isUnread``.
  func replace(_ watches: PointerTable<PageWatch>) -> Table? {
    let new = watches.count > 0 ? Unmanaged.passRetained(Table(watches)) : nil
    return table.exchange(new, ordering: .sequentiallyConsistent)?.takeRetainedValue()
  }
}
