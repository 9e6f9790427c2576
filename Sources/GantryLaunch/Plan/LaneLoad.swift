// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The times at which before-ready tasks use the places of a lane, in the present schedule.
struct LaneLoad {
  private struct Step {
    let time: Int
    let used: Int
  }

  private let places: Int
  private let steps: [Step]
  private let begins: [Int]
  private var step = -1
  private var begun = 0
  /// When those end that run ahead.
  private var ends: [Int] = []

  init(_ intervals: [(start: Int, duration: Int)], places: Int) {
    self.places = places
    begins = intervals.map(\.start).sorted()
    // A task that takes no time still needs its place at that time.
    let stops = intervals.map { $0.start + max(1, $0.duration) }.sorted()
    var steps: [Step] = []
    var (begin, stop) = (0, 0)
    while stop < stops.count {
      let time = begin < begins.count ? min(begins[begin], stops[stop]) : stops[stop]
      while begin < begins.count, begins[begin] == time { begin += 1 }
      while stop < stops.count, stops[stop] == time { stop += 1 }
      steps.append(Step(time: time, used: begin - stop))
    }
    self.steps = steps
  }

  /// How many before ready have begun.
  var begunCount: Int { begun }

  mutating func advance(to time: Int) {
    while step + 1 < steps.count, steps[step + 1].time <= time { step += 1 }
    while begun < begins.count, begins[begun] <= time { begun += 1 }
    ends.removeAll { $0 <= time }
  }

  /// How long a place stays free from a time on; zero when none is.
  ///
  /// - Parameters:
  ///   - time: The time that this has been advanced to.
  ///   - visited: Counts the steps that were looked at.
  func gap(at time: Int, visited: inout Int) -> Int {
    guard (step < 0 ? 0 : steps[step].used) + ends.count < places else { return 0 }
    var next = step + 1
    while next < steps.count {
      visited += 1
      let later = steps[next].time
      var used = steps[next].used
      for end in ends where end > later { used += 1 }
      if used >= places { return later - time }
      next += 1
    }
    return .max
  }

  mutating func run(until end: Int) { ends.append(end) }

  /// Forgets one that needs its place no longer.
  mutating func forget(_ end: Int) {
    if let index = ends.firstIndex(of: end) { ends.remove(at: index) }
  }
}
