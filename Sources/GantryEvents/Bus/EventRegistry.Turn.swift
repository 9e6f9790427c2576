// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension EventRegistry {
  /// An ordered event: who has not handled it yet, and who is next.
  struct Turn: Sendable {
    /// The listeners that have accepted it, in order.
    private let members: [Int]
    private var pending: Set<Int>
    /// The place of the first that has not handled it: all before it have.
    private var first = 0
    /// Those for which the event was held, by the place that has to be reached first: nothing waits
    /// for them.
    private var late: [Int: [Int]] = [:]

    init(_ members: [Int]) {
      self.members = members
      pending = Set(members)
    }

    /// Whether every member has handled it.
    var isOver: Bool { pending.isEmpty }

    /// Whether all have handled it that come before a place.
    func hasReached(_ place: Int) -> Bool { first >= place }

    /// Takes a listener that gets the event only now.
    mutating func add(_ id: Int, at place: Int) {
      if !hasReached(place) { late[place, default: []].append(id) }
    }

    /// Notes that a listener has handled it, or will not.
    ///
    /// - Returns: Those whose turn it is now.
    /// - Complexity: O(1) a listener, for all of them together.
    mutating func finish(_ id: Int) -> [Int] {
      pending.remove(id)
      var next: [Int] = []
      while first < members.count, !pending.contains(members[first]) {
        first += 1
        if !late.isEmpty { next += late.removeValue(forKey: first) ?? [] }
        if first < members.count { next.append(members[first]) }
      }
      return next
    }
  }
}
