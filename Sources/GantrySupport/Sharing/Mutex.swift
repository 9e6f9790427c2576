// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  public import os
#else
  public import Synchronization
#endif

/// A lock that protects a value.
///
/// On Linux, it calls the standard library's `Mutex`. Called directly, that one checks the executor of
/// each closure of the main actor, which takes longer than the lock itself. It needs iOS 18 or macOS 15,
/// so on Apple platforms this is `OSAllocatedUnfairLock` with the same methods.
#if canImport(Darwin)
  // Unchecked, because a pointer isn't Sendable: only the thread that holds the lock uses this one.
  @frozen @usableFromInline
  package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let lock: OSAllocatedUnfairLock<Void>
    // Not the state of the lock: that would have to be copyable, and its closures can't send it.
    @usableFromInline let storage: UnsafeMutablePointer<Value>

    /// Creates a lock.
    ///
    /// - Parameter value: The value, which only closures of the lock access from now on.
    @inlinable
    package init(_ value: consuming sending Value) {
      lock = OSAllocatedUnfairLock()
      storage = .allocate(capacity: 1)
      storage.initialize(to: value)
    }

    @inlinable
    deinit {
      storage.deinitialize(count: 1)
      storage.deallocate()
    }

    /// Accesses the value while no other thread does.
    ///
    /// - Parameter body: The access, which must not take the same lock.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure.
    @inlinable @inline(__always)
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
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
      guard lock.lockIfAvailable() else { return nil }
      defer { lock.unlock() }
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
