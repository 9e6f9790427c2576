// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Numbers in a row that any thread reads and changes without a lock; zero at first.
struct AtomicWords: ~Copyable, Sendable {
  // Invariant: the address of `count` initialized atomics, owned by this value alone. It is kept as
  // a number because a pointer is not `Sendable`; all that is done with the memory is atomic.
  private let address: UInt

  init(count: Int) {
    let words = UnsafeMutablePointer<Atomic<Int64>>.allocate(capacity: count)
    for index in 0..<count { (words + index).initialize(to: Atomic(0)) }
    address = UInt(bitPattern: words)
  }

  deinit { self[0].deallocate() }

  /// The word at a place, which the caller keeps inside the count.
  @inline(__always)
  subscript(index: Int) -> UnsafeMutablePointer<Atomic<Int64>> {
    UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped + index
  }
}
