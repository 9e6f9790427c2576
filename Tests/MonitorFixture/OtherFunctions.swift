// SPDX-License-Identifier: Apache-2.0

public import GantryMonitor

/// A timed type of another module than the tests; its work is passed in.
@Timed(.functions)
open class OtherWork {
  /// Made by a timed initializer.
  public init(_ work: () -> Void) { work() }

  /// Open to overrides, which are timed only if they are marked.
  open func run(_ work: () -> Void) { work() }

  /// Generic and from another module: the optimizer may copy it into the caller's.
  @inlinable
  public final func pass<T>(_ value: T, _ work: () -> Void) -> T {
    work()
    return value
  }
}
