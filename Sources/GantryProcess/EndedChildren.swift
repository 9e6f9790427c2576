// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The children of a task group that may grow for as long as the program runs.
///
/// A group keeps each child that has ended until its result is taken, so this takes it before it adds
/// another one.
struct EndedChildren: Sendable {
  private final class Count: Sendable { let ended = Mutex(0) }

  private let count = Count()
  /// Whether a child has ended that the group keeps.
  var hasEnded: Bool { count.ended.withLock { $0 > 0 } }
  /// The number of children that the group keeps.
  private(set) var kept = 0

  /// Adds a child, and lets go of those that have ended.
  mutating func add(
    to group: inout TaskGroup<Void>, _ body: @escaping @Sendable () async -> Void
  ) async {
    let ended = count.ended.withLock { exchange(&$0, with: 0) }
    for _ in 0..<ended { await group.next() }
    kept += 1 - ended
    group.addTask { [count] in
      await body()
      count.ended.withLock { $0 += 1 }
    }
  }
}
