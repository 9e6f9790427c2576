// SPDX-License-Identifier: Apache-2.0

/// The places of the main lane (0) and the background lane (1), and the tasks that wait for them.
struct Lanes: Sendable, Equatable {
  static let count = 2

  /// The number of free places in each lane.
  private var free: [Int]
  /// How many bodies that timed out have lent their places to others, since they may never return.
  private(set) var lent = 0
  /// The bodies that timed out but keep their places, since no more places may be lent.
  private var stuck: [Ticket] = []
  private let limit: Int
  /// The tasks that wait for a place. Tasks that have begun or settled in the meantime are skipped.
  private var queues = [MinHeap](repeating: MinHeap(), count: Lanes.count)

  init(workers: Int) {
    free = [1, max(1, workers)]
    limit = free[1]
  }

  mutating func enqueue(_ task: Int, _ traits: Wiring.Traits, isDemanded: Bool) {
    // A demanded task goes first.
    let key = Int(traits.rank) - (isDemanded ? Int(Int32.max) : 0)
    queues[Int(traits.lane)].push(task, key: key)
  }

  /// Gives a place to the next task of a lane; nil if there is no free place or no queued task.
  mutating func next(in lane: Int, of nodes: [Machine.Node]) -> Int? {
    while free[lane] > 0, let task = queues[lane].pop()?.value {
      guard nodes[task].phase == .queued else { continue }
      free[lane] -= 1
      return task
    }
    return nil
  }

  mutating func leave(_ lane: Int) { free[lane] += 1 }

  /// Handles the timeout of a body that has a place.
  ///
  /// - Returns: Whether its place goes to others. On the main lane no other thread could use it.
  mutating func timeOut(_ ticket: Ticket, lane: Int) -> Bool {
    guard lane == 1 else { return false }
    guard lent < limit else {
      stuck.append(ticket)
      return false
    }
    lend()
    return true
  }

  /// Gives away the place of a body whose task runs again before it has returned.
  mutating func giveUp(_ ticket: Ticket) {
    stuck.removeAll { $0 == ticket }
    lend()
  }

  private mutating func lend() {
    free[1] += 1
    lent += 1
  }

  /// Handles the return of a body that had lent its place: the next stuck one may lend its own.
  ///
  /// - Returns: That body, if there is one.
  mutating func comeBack() -> Ticket? {
    lent -= 1
    guard lent < limit, let next = stuck.popLast() else { return nil }
    lend()
    return next
  }

  /// Handles the return of a body that kept its place.
  mutating func release(_ ticket: Ticket, lane: Int) {
    stuck.removeAll { $0 == ticket }
    leave(lane)
  }
}
