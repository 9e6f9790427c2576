// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

extension Mutex where Value: ~Copyable {
  /// Accesses the value for a thread that ends the process.
  ///
  /// Such a thread may hold the lock itself, so it can't just wait. If another thread holds the lock,
  /// it gives it back as soon as it runs: the call lets other threads run for 20 milliseconds.
  ///
  /// - Parameter body: The access, which must not take the same lock.
  /// - Returns: The result of the closure; nil if the lock has not become free.
  package borrowing func withLockAtExit<Result>(
    _ body: (inout sending Value) -> sending Result
  ) -> Result? {
    let end = ContinuousClock.now + .milliseconds(20)
    repeat {
      if let result = withLockIfAvailable(body) { return result }
      sched_yield()
    } while ContinuousClock.now < end
    return withLockIfAvailable(body)
  }
}
