// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  public import Darwin
#else
  public import Synchronization
#endif

/// A lock that protects a value.
///
/// It has the methods of the standard library's `Mutex`, and replaces it for two reasons. That one
/// needs iOS 18 or macOS 15. And its `withLock` checks the executor of each closure that belongs to
/// the main actor, which takes longer than the lock itself.
#if canImport(Darwin)
  @frozen @usableFromInline
  package struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
    // The lock and the value have memory of their own, because a stored property has no address
    // that stays. The addresses are numbers, so that the compiler can see that the type is
    // Sendable: only the thread that holds the lock reads what they lead to.
    @usableFromInline let lockAddress: UInt
    @usableFromInline let valueAddress: UInt

    /// Creates a lock.
    ///
    /// - Parameter value: The value, which only closures of the lock access from now on.
    @inlinable
    package init(_ value: consuming sending Value) {
      let lock = os_unfair_lock_t.allocate(capacity: 1)
      lock.initialize(to: os_unfair_lock())
      let storage = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      storage.initialize(to: value)
      lockAddress = UInt(bitPattern: lock)
      valueAddress = UInt(bitPattern: storage)
    }

    @inlinable
    deinit {
      storage.deinitialize(count: 1)
      storage.deallocate()
      lock.deallocate()
    }

    @usableFromInline @inline(__always)
    borrowing func address<Pointee: ~Copyable>(_ word: UInt) -> UnsafeMutablePointer<Pointee> {
      guard let pointer = UnsafeMutablePointer<Pointee>(bitPattern: word) else {
        preconditionFailure("allocated memory has an address")
      }
      return pointer
    }

    @inlinable var lock: os_unfair_lock_t { address(lockAddress) }
    @inlinable var storage: UnsafeMutablePointer<Value> { address(valueAddress) }

    /// Accesses the value while no other thread does.
    ///
    /// - Parameter body: The access, which must not take the same lock.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure.
    @inlinable @inline(__always)
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      os_unfair_lock_lock(lock)
      defer { os_unfair_lock_unlock(lock) }
      return try body(&storage.pointee)
    }

    /// Accesses the value if no other thread does.
    ///
    /// - Parameter body: The access, which must not take the same lock.
    /// - Returns: The result of the closure; nil if another thread holds the lock.
    /// - Throws: The error of the closure.
    @inlinable @inline(__always)
    package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
      guard os_unfair_lock_trylock(lock) else { return nil }
      defer { os_unfair_lock_unlock(lock) }
      return try body(&storage.pointee)
    }
  }
#else
  @frozen @usableFromInline
  package struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let base: Synchronization.Mutex<Value>

    /// Creates a lock.
    ///
    /// - Parameter value: The value, which only closures of the lock access from now on.
    @inlinable @inline(__always)
    package init(_ value: consuming sending Value) { base = Synchronization.Mutex(value) }

    /// Accesses the value while no other thread does.
    ///
    /// - Parameter body: The access, which must not take the same lock.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure.
    @inlinable @inline(__always)
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try base.withLock(body)
    }

    /// Accesses the value if no other thread does.
    ///
    /// - Parameter body: The access, which must not take the same lock.
    /// - Returns: The result of the closure; nil if another thread holds the lock.
    /// - Throws: The error of the closure.
    @inlinable @inline(__always)
    package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
      try base.withLockIfAvailable(body)
    }
  }
#endif
