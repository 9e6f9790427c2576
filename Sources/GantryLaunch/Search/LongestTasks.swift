// SPDX-License-Identifier: Apache-2.0

/// A bound from sharing out the longest tasks of a lane among its places.
///
/// A few long tasks seldom fill all places evenly, which work divided by places can't show. In
/// every schedule, they start no earlier than the first of them can, and are followed by at least
/// the shortest of their tails. Between these, they take at least as long as the best distribution
/// of them without any dependencies. That is the problem P||Cmax. It is solved by trying all ways,
/// as Dell'Amico and Martello do (ORSA Journal on Computing 7, 1995).
struct LongestTasks {
  private struct Task {
    let duration: Int
    let head: Int
    let tail: Int
  }

  /// The number of tasks to consider: trying all ways is exponential, and more tasks hardly raise
  /// the bound.
  private static let limit = 12

  private let places: Int
  /// The tasks, longest first.
  private var tasks: [Task] = []
  private var hasChanged = false

  init(places: Int) { self.places = places }

  /// Adds a task if it is one of the longest.
  ///
  /// - Parameters:
  ///   - duration: The duration of the task.
  ///   - head: The earliest time at which it can start.
  ///   - tail: The duration of the tasks that must follow it.
  mutating func add(_ duration: Int, head: Int, tail: Int) {
    let place = tasks.firstIndex { $0.duration < duration } ?? tasks.count
    guard place < Self.limit else { return }
    if tasks.count == Self.limit { tasks.removeLast() }
    tasks.insert(Task(duration: duration, head: head, tail: tail), at: place)
    hasChanged = true
  }

  /// Raises a bound to the shortest time that the longest tasks take, trying each number of them.
  ///
  /// - Parameters:
  ///   - bound: The bound so far.
  ///   - steps: The number of further placements to try; if none are left, the bound stays as it
  ///     is.
  mutating func raise(_ bound: inout Int, steps: inout Int) {
    guard hasChanged, tasks.count > places else { return }
    hasChanged = false
    var (head, tail) = (Int.max, Int.max)
    // Putting the longest task where it ends first is one way, and often the best.
    var loads = Array(repeating: 0, count: places)
    for count in 1...tasks.count {
      let task = tasks[count - 1]
      (head, tail) = (min(head, task.head), min(tail, task.tail))
      let first = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[first] += task.duration
      let known = loads.max() ?? 0
      guard count > places, head + known + tail > bound else { continue }
      let durations = tasks[..<count].map(\.duration)
      var sharing = Sharing(
        durations, places: places, known: known, enough: bound - head - tail, steps: steps)
      sharing.run()
      steps = sharing.steps
      guard steps > 0 else { return }
      bound = max(bound, head + sharing.shortest + tail)
    }
  }
}

/// A search that tries the ways to put tasks on places, one after another.
private struct Sharing {
  /// The time of the best way so far.
  private(set) var shortest: Int
  private(set) var steps: Int

  private let durations: [Int]
  private let enough: Int
  private var loads: [Int]

  /// Creates a search for a way that is shorter than a known one.
  ///
  /// - Parameters:
  ///   - durations: The durations of the tasks, longest first.
  ///   - places: The number of places.
  ///   - known: The time of the known way.
  ///   - enough: A time that is good enough to end the search, as is one that fills all places
  ///     evenly.
  ///   - steps: The number of placements to try.
  init(_ durations: [Int], places: Int, known: Int, enough: Int, steps: Int) {
    self.durations = durations
    self.steps = steps
    let work = durations.reduce(0, +)
    self.enough = max(enough, (work + places - 1) / places, durations[0])
    shortest = known
    loads = Array(repeating: 0, count: places)
  }

  mutating func run() { put(0, left: durations.reduce(0, +)) }

  private mutating func put(_ task: Int, left: Int) {
    guard shortest > enough, steps > 0 else { return }
    steps -= 1
    guard task < durations.count else {
      shortest = loads.max() ?? 0
      return
    }
    guard hasRoom(for: left) else { return }
    for place in loads.indices {
      let load = loads[place]
      let end = load + durations[task]
      // A place as full as an earlier one would give the same result.
      guard end < shortest, !loads[..<place].contains(load) else { continue }
      loads[place] = end
      put(task + 1, left: left - durations[task])
      loads[place] = load
    }
  }

  /// Whether the remaining work fits before the end of the best way so far.
  private func hasRoom(for left: Int) -> Bool {
    var room = 0
    for load in loads where room < left { room += shortest - 1 - load }
    return room >= left
  }
}
