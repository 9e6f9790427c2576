// SPDX-License-Identifier: Apache-2.0

public import GantryMonitor

/// A timed type of another module than the tests'; what it does is handed in.
@Timed(.functions)
open class OtherWork {
  /// Made by a timed initializer.
  public init(_ work: () -> Void) { work() }

  /// Open to overrides, which are timed only where they say so.
  open func run(_ work: () -> Void) { work() }

  /// Generic, and of another module: the optimizer may copy it to the caller's.
  @inlinable
  public final func pass<T>(_ value: T, _ work: () -> Void) -> T {
    work()
    return value
  }
}
