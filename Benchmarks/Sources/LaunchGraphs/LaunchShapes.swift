// SPDX-License-Identifier: Apache-2.0

package import GantryLaunch
internal import GantrySupport

/// Random launch graphs in the shapes of recorded scientific workflows, with their durations.
///
/// As with the recorded ones, about a third of the tasks is main-lane and a tenth is blocking.
package struct LaunchShapes {
  /// What a graph looks like.
  package enum Shape: String, CaseIterable {
    /// Samples go through long chains, each is cut into many regions, and all are merged.
    case pipelines
    /// One task splits the work into short chains of equal steps, which a few tasks merge.
    case forkJoin
    /// Parallel tasks, one more for each pair of neighbors, and a join of all, several times.
    case mosaic
  }

  package let name: String
  package private(set) var nodes: [LaunchNode] = []
  package private(set) var durations: [String: Duration] = [:]
  private var random: SplitMix64

  package var graph: LaunchGraph { LaunchGraph(nodes: nodes) }

  /// Creates a graph that the seed repeats.
  ///
  /// - Parameters:
  ///   - shape: The graph's shape.
  ///   - width: How many parallel tasks its first step has.
  ///   - seed: Decides lanes, stages and durations.
  package init(_ shape: Shape, width: Int, seed: UInt64) {
    name = "\(shape.rawValue)-\(width)-\(seed)"
    random = SplitMix64(seed: seed)
    switch shape {
    case .pipelines: addPipelines(width)
    case .forkJoin: addForkJoin(width)
    case .mosaic: addMosaic(width)
    }
  }

  /// Graphs of all shapes and several sizes.
  package static func samples(seeds: Range<UInt64>) -> [LaunchShapes] {
    Shape.allCases.flatMap { shape in
      [4, 8, 16].flatMap { width in
        seeds.map { LaunchShapes(shape, width: width, seed: $0) }
      }
    }
  }

  /// Adds a task that waits for others; returns its name.
  private mutating func add(_ milliseconds: Double, after others: [String]) -> String {
    let name = "t\(nodes.count)"
    let stage: LaunchStage =
      Int.random(in: 0..<10, using: &random) == 0 ? .beforeReady : .afterReady
    let lane: LaunchLane = Int.random(in: 0..<10, using: &random) < 3 ? .main : .background
    nodes.append(
      LaunchNode(
        name, owner: ModuleName(name), stage: stage, lane: lane,
        edges: others.map { LaunchEdge(.requires, $0) }))
    // A product of three even draws leans to the left with a tail, as times do.
    let spread = (0..<3).reduce(1.0) { value, _ in
      value * Double.random(in: 0.5...1.5, using: &random)
    }
    durations[name] = .microseconds(Int(milliseconds * spread * 1_000))
    return name
  }

  private mutating func addPipelines(_ width: Int) {
    var cut: [String] = []
    for _ in 0..<width {
      var last = add(6, after: [])
      for step in [9.0, 10, 12, 95, 50] { last = add(step, after: [last]) }
      cut += (0..<10).map { _ in add(130, after: [last]) }
    }
    // Each region of all samples is merged, then everything.
    let merged = (0..<10).map { region in
      add(600, after: stride(from: region, to: cut.count, by: 10).map { cut[$0] })
    }
    let all = add(6, after: merged)
    for step in [135.0, 140] { _ = add(68, after: [add(step, after: [all])]) }
  }

  private mutating func addForkJoin(_ width: Int) {
    var ends: [String] = []
    for _ in 0..<2 {
      let split = add(15, after: [])
      let chains = (0..<width * 2).map { _ in
        add(30, after: [add(1, after: [add(0.4, after: [add(8, after: [split])])])])
      }
      ends.append(add(10, after: chains))
    }
    _ = add(5, after: [add(20, after: ends)])
  }

  private mutating func addMosaic(_ width: Int) {
    for _ in 0..<3 {
      let tiles = (0..<width).map { _ in add(17, after: []) }
      let pairs = (0..<width * 3 / 2).map { pair in
        add(0.5, after: [tiles[pair % width], tiles[(pair * 5 + 1) % width]].unique)
      }
      let model = add(0.8, after: [add(0.2, after: pairs)])
      let levelled = tiles.map { add(0.4, after: [$0, model]) }
      _ = add(0.1, after: [add(0.2, after: [add(0.2, after: levelled)])])
    }
  }
}

extension [String] {
  /// The names, each once.
  fileprivate var unique: [String] { self[0] == self[1] ? [self[0]] : self }
}
