// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension PlanModel {
  /// How many tasks one bound may put on a place, to find the best way to share them out.
  private static let sharingSteps = 20_000

  /// A time that no schedule of a set of tasks can beat, in nanoseconds.
  ///
  /// The largest of: the longest way; the work of each lane over its places; for each lane and
  /// each release time r, r + work / places + tail, where the work is that of the lane's tasks that
  /// cannot start before r, taken by decreasing tail; and for each lane the time that a few of its
  /// longest tasks take on its places, which ``LongestTasks`` works out. The third is the bound of
  /// Carlier (1982) for one machine with heads and tails, divided by the places for several.
  ///
  /// - Parameter set: The tasks that run, by position.
  /// - Complexity: O(V log V + E).
  func lowerBound(of set: [Bool]) -> Int {
    let ways = ways(within: set)
    let heads = heads(within: set)
    var bound = indices.lazy.filter { set[$0] }.map { heads[$0] + ways[$0] }.max() ?? 0
    for lane in 0..<LaunchMachine.Lanes.count {
      let tasks = indices.filter { set[$0] && takesPlace($0, of: lane) && durations[$0] > 0 }
        .sorted { (ways[$0] - durations[$0], $0) > (ways[$1] - durations[$1], $1) }
      // More places than tasks bound nothing that the longest way does not.
      var work = TailWork(count: tasks.count, places: min(lane == 0 ? 1 : workers, tasks.count))
      // From the last release on, each released task joins the work by its tail.
      for place in tasks.indices.sorted(by: { heads[tasks[$0]] > heads[tasks[$1]] }) {
        let task = tasks[place]
        work.add(durations[task], tail: ways[task] - durations[task], at: place)
        bound = max(bound, heads[task] + work.longest)
      }
      if lane > 0 { raise(&bound, tasks, heads, tails: zip(ways, durations).map(-)) }
    }
    return bound
  }

  /// Raises a bound to the time that the longest of some tasks take on the workers: of those that
  /// cannot start before a time, for each such time, and of those with at least so long a tail.
  private func raise(_ bound: inout Int, _ tasks: [Int], _ heads: [Int], tails: [Int]) {
    // One worker leaves nothing to share out, and not more tasks than workers need none of it.
    guard workers > 1, tasks.count > workers else { return }
    var steps = Self.sharingSteps
    for keys in [heads, tails] {
      let order = tasks.sorted { (keys[$0], $1) > (keys[$1], $0) }
      var longest = LongestTasks(places: workers)
      for (place, task) in order.enumerated() {
        longest.add(durations[task], head: heads[task], tail: tails[task])
        let isLast = place + 1 == order.count || keys[order[place + 1]] < keys[task]
        if isLast { longest.raise(&bound, steps: &steps) }
      }
    }
  }

  /// The longest way that ends before each task, among those of a set.
  private func heads(within set: [Bool]) -> [Int] {
    var heads = Array(repeating: 0, count: durations.count)
    for task in indices where set[task] {
      let end = heads[task] + durations[task]
      for slot in wiring.range(of: task) {
        let later = Int(wiring[slot].task)
        if heads[later] < end { heads[later] = end }
      }
    }
    return heads
  }

  /// Whether a task takes a place of a lane wherever it runs.
  private func takesPlace(_ task: Int, of lane: Int) -> Bool {
    self.lane(of: task) == lane && !wiring.traits[task].isAsynchronous
  }
}
