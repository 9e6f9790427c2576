// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  public import CGantryAtomics
#else
  public import Synchronization
#endif

/// The order of a read relative to other accesses; the raw values are C's.
@frozen @usableFromInline
package enum AtomicLoadOrdering: Int32, Sendable {
  /// No order.
  case relaxed = 0
  /// Later accesses of the thread stay later.
  case acquiring = 2
  /// All accesses with this order have one order that all threads see.
  case sequentiallyConsistent = 5
}

/// The order of a write relative to other accesses; the raw values are C's.
@frozen @usableFromInline
package enum AtomicStoreOrdering: Int32, Sendable {
  /// No order.
  case relaxed = 0
  /// Earlier accesses of the thread stay earlier.
  case releasing = 3
  /// All accesses with this order have one order that all threads see.
  case sequentiallyConsistent = 5
}

/// The order of an access that reads and writes; the raw values are C's.
@frozen @usableFromInline
package enum AtomicUpdateOrdering: Int32, Sendable {
  /// No order.
  case relaxed = 0
  /// Earlier accesses of the thread stay earlier, and later ones stay later.
  case acquiringAndReleasing = 4
}

/// A value that ``Atomic`` can hold.
@usableFromInline
package protocol AtomicValue: Sendable {
  /// Reads the value from a word.
  init(atomicWord: UInt64)
  /// The value as a word.
  var atomicWord: UInt64 { get }
}

extension AtomicValue where Self: FixedWidthInteger {
  @inlinable @inline(__always)
  package init(atomicWord: UInt64) { self.init(truncatingIfNeeded: atomicWord) }
  @inlinable @inline(__always)
  package var atomicWord: UInt64 { UInt64(truncatingIfNeeded: self) }
}

extension Int: AtomicValue {}
extension Int32: AtomicValue {}
extension Int64: AtomicValue {}
extension UInt: AtomicValue {}
extension UInt64: AtomicValue {}

extension Bool: AtomicValue {
  @inlinable @inline(__always)
  package init(atomicWord: UInt64) { self = atomicWord != 0 }
  @inlinable @inline(__always)
  package var atomicWord: UInt64 { self ? 1 : 0 }
}

/// A value that any thread accesses without a lock.
///
/// It has the methods of the standard library's `Atomic`, which needs iOS 18 or macOS 15.
@frozen @usableFromInline
package struct Atomic<Value: AtomicValue>: ~Copyable, Sendable {
  @usableFromInline let word: AtomicWord

  /// Creates an atomic value.
  ///
  /// - Parameter value: The first value.
  @inlinable @inline(__always)
  package init(_ value: Value) { word = AtomicWord(value.atomicWord) }

  /// Reads the value.
  @inlinable @inline(__always)
  package borrowing func load(ordering: AtomicLoadOrdering) -> Value {
    Value(atomicWord: word.load(ordering))
  }

  /// Writes the value.
  @inlinable @inline(__always)
  package borrowing func store(_ value: Value, ordering: AtomicStoreOrdering) {
    word.store(value.atomicWord, ordering)
  }

  /// Replaces the value, and returns the one before.
  @inlinable @inline(__always)
  package borrowing func exchange(_ value: Value, ordering: AtomicUpdateOrdering) -> Value {
    Value(atomicWord: word.exchange(value.atomicWord, ordering))
  }
}

extension Atomic where Value: FixedWidthInteger {
  /// Adds a number, and goes on from the smallest after the largest.
  @discardableResult @inlinable @inline(__always)
  package borrowing func wrappingAdd(
    _ value: Value, ordering: AtomicUpdateOrdering
  ) -> (oldValue: Value, newValue: Value) {
    let old = Value(atomicWord: word.add(value.atomicWord, ordering))
    return (old, old &+ value)
  }
}

#if canImport(Darwin)
  /// A word of 8 bytes that any thread accesses without a lock.
  // Unchecked, because a pointer isn't Sendable: only C's atomic functions use this one.
  @frozen @usableFromInline
  struct AtomicWord: ~Copyable, @unchecked Sendable {
    // Memory of its own, because a stored property has no address that stays.
    @usableFromInline let memory: UnsafeMutablePointer<UInt64>

    @inlinable
    init(_ value: UInt64) {
      memory = .allocate(capacity: 1)
      memory.initialize(to: value)
    }

    @inlinable
    deinit { memory.deallocate() }

    @inlinable @inline(__always)
    borrowing func load(_ ordering: AtomicLoadOrdering) -> UInt64 {
      gantry_load(memory, ordering.rawValue)
    }

    @inlinable @inline(__always)
    borrowing func store(_ value: UInt64, _ ordering: AtomicStoreOrdering) {
      gantry_store_word(memory, value, ordering.rawValue)
    }

    @inlinable @inline(__always)
    borrowing func exchange(_ value: UInt64, _ ordering: AtomicUpdateOrdering) -> UInt64 {
      gantry_exchange(memory, value, ordering.rawValue)
    }

    @inlinable @inline(__always)
    borrowing func add(_ value: UInt64, _ ordering: AtomicUpdateOrdering) -> UInt64 {
      gantry_add(memory, value, ordering.rawValue)
    }
  }
#else
  /// A word of 8 bytes that any thread accesses without a lock.
  ///
  /// The standard library takes only constants as orderings.
  @frozen @usableFromInline
  struct AtomicWord: ~Copyable, Sendable {
    @usableFromInline let base: Synchronization.Atomic<UInt64>

    @inlinable @inline(__always)
    init(_ value: UInt64) { base = Synchronization.Atomic(value) }

    @inlinable @inline(__always)
    borrowing func load(_ ordering: AtomicLoadOrdering) -> UInt64 {
      switch ordering {
      case .relaxed: base.load(ordering: .relaxed)
      case .acquiring: base.load(ordering: .acquiring)
      case .sequentiallyConsistent: base.load(ordering: .sequentiallyConsistent)
      }
    }

    @inlinable @inline(__always)
    borrowing func store(_ value: UInt64, _ ordering: AtomicStoreOrdering) {
      switch ordering {
      case .relaxed: base.store(value, ordering: .relaxed)
      case .releasing: base.store(value, ordering: .releasing)
      case .sequentiallyConsistent: base.store(value, ordering: .sequentiallyConsistent)
      }
    }

    @inlinable @inline(__always)
    borrowing func exchange(_ value: UInt64, _ ordering: AtomicUpdateOrdering) -> UInt64 {
      switch ordering {
      case .relaxed: base.exchange(value, ordering: .relaxed)
      case .acquiringAndReleasing: base.exchange(value, ordering: .acquiringAndReleasing)
      }
    }

    @inlinable @inline(__always)
    borrowing func add(_ value: UInt64, _ ordering: AtomicUpdateOrdering) -> UInt64 {
      switch ordering {
      case .relaxed: base.wrappingAdd(value, ordering: .relaxed).oldValue
      case .acquiringAndReleasing:
        base.wrappingAdd(value, ordering: .acquiringAndReleasing).oldValue
      }
    }
  }
#endif
