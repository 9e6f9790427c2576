// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// A closure that is being asked for its value, inside of others: one that reads its own key, by
/// itself or through the closures of other modules, would never come back.
final class OpenRead: Sendable {
  @TaskLocal private static var innermost: OpenRead?

  private let entry: ObjectIdentifier
  private let outer: OpenRead?
  /// Tasks that a closure starts inherit this read, and may outlive it.
  private let isOpen = Atomic(true)

  private init(_ entry: any ValueEntry, inside outer: OpenRead?) {
    self.entry = ObjectIdentifier(entry)
    self.outer = outer
  }

  /// Asks a closure.
  ///
  /// - Returns: Its value; nil when it is being asked already.
  static func of<Value>(_ entry: any ValueEntry, _ read: () -> Value) -> Value? {
    let outer = innermost
    var open = outer
    while let other = open {
      let isSame = other.entry == ObjectIdentifier(entry)
      if isSame, other.isOpen.load(ordering: .acquiring) { return nil }
      open = other.outer
    }
    let own = OpenRead(entry, inside: outer)
    defer { own.isOpen.store(false, ordering: .releasing) }
    return $innermost.withValue(own, operation: read)
  }
}
