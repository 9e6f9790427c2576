// SPDX-License-Identifier: Apache-2.0

/// The longest tasks of a lane, shared out among its places.
///
/// A few long tasks seldom fill all places alike, which the work over the places cannot tell. In
/// every schedule they run between the earliest time at which one of them can start and the
/// shortest time that has to follow one of them. There they take at least as long as the best way
/// to share them out takes without any dependency, the problem P||Cmax, which is solved by trying
/// all ways as Dell'Amico and Martello do (ORSA Journal on Computing 7, 1995).
struct LongestTasks {
  private struct Task {
    let duration: Int
    let head: Int
    let tail: Int
  }

  /// Trying all ways grows exponentially; the bound that more tasks give is hardly larger.
  private static let limit = 12

  private let places: Int
  /// The longest first.
  private var tasks: [Task] = []
  private var hasChanged = false

  init(places: Int) { self.places = places }

  /// Adds a task if it is one of the longest.
  ///
  /// - Parameters:
  ///   - duration: How long it takes.
  ///   - head: When it can start at the earliest.
  ///   - tail: How long the tasks take that have to follow.
  mutating func add(_ duration: Int, head: Int, tail: Int) {
    let place = tasks.firstIndex { $0.duration < duration } ?? tasks.count
    guard place < Self.limit else { return }
    if tasks.count == Self.limit { tasks.removeLast() }
    tasks.insert(Task(duration: duration, head: head, tail: tail), at: place)
    hasChanged = true
  }

  /// Raises a bound to the least time that the tasks take, each number of the longest for itself.
  ///
  /// - Parameters:
  ///   - bound: The bound so far.
  ///   - steps: How many more tasks may be put on a place; without any left, nothing is raised.
  mutating func raise(_ bound: inout Int, steps: inout Int) {
    guard hasChanged, tasks.count > places else { return }
    hasChanged = false
    var (head, tail) = (Int.max, Int.max)
    // The longest first to where it ends first is one way, and often the best.
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

/// The ways to put tasks on places, tried one after the other.
private struct Sharing {
  /// The time of the best way so far.
  private(set) var shortest: Int
  private(set) var steps: Int

  private let durations: [Int]
  private let enough: Int
  private var loads: [Int]

  /// Makes the search for a way that is shorter than one that is known.
  ///
  /// - Parameters:
  ///   - durations: Of the tasks, the longest first.
  ///   - places: How many places there are.
  ///   - known: The time of a way.
  ///   - enough: A time with which the search ends, as does one that fills all places alike.
  ///   - steps: How many tasks may be put on a place.
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
      // On a place that is as full as one before, it is the same again.
      guard end < shortest, !loads[..<place].contains(load) else { continue }
      loads[place] = end
      put(task + 1, left: left - durations[task])
      loads[place] = load
    }
  }

  /// Whether the remaining work fits in before the best way so far ends.
  private func hasRoom(for left: Int) -> Bool {
    var room = 0
    for load in loads where room < left { room += shortest - 1 - load }
    return room >= left
  }
}
