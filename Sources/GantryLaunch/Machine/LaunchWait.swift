// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The reason why a task waits: the chain from that task to the one that holds it up.
package struct LaunchWait: Sendable, Hashable, Codable {
  /// The names of the tasks, from the waiting task to the one that holds it up.
  package let chain: [ModuleName]
  /// Whether the chain is long, and lacks the names before its last one.
  package let isShortened: Bool
  /// The state of the last task in the chain.
  package let state: State
  /// The lane of the last task in the chain.
  package let lane: LaunchLane
  private let elapsedMilliseconds: Double?

  /// How long the last task in the chain has been in its state; nil if unknown.
  package var elapsed: Duration? { elapsedMilliseconds.map { Duration(milliseconds: $0) } }

  init(
    chain: [ModuleName], isShortened: Bool = false, state: State, lane: LaunchLane,
    elapsed: Duration?
  ) {
    self.chain = chain
    self.isShortened = isShortened
    self.state = state
    self.lane = lane
    elapsedMilliseconds = elapsed?.milliseconds
  }

  /// Returns the same wait with other names; neighbors that get the same name are merged.
  package func renaming(_ name: (ModuleName) -> ModuleName) -> LaunchWait {
    var renamed: [ModuleName] = []
    for (index, name) in chain.map(name).enumerated() {
      // Before the last name, a long chain lacks some, so that it has no neighbor.
      let isApart = isShortened && index == chain.count - 1
      if isApart || name != renamed.last { renamed.append(name) }
    }
    return LaunchWait(
      chain: renamed, isShortened: isShortened, state: state, lane: lane, elapsed: elapsed)
  }
}

extension LaunchWait {
  /// Returns the same wait for work that has failed and pauses before its next attempt.
  package func resting(attempt: Int, failure: String) -> LaunchWait {
    LaunchWait(
      chain: chain, isShortened: isShortened,
      state: .resting(attempt: attempt, failure: failure), lane: lane, elapsed: elapsed)
  }

  /// The state of the task at the end of a wait.
  package enum State: Sendable, Hashable, Codable {
    /// It runs.
    case running
    /// An attempt failed, and it waits before the next one. Attempts are counted from 1.
    case resting(attempt: Int, failure: String)
    /// It waits for its lane.
    case queued
    /// It waits for a milestone.
    case milestone(String)
    /// It waits for its stage.
    case stage(LaunchStage)
    /// The launch has not begun.
    case notStarted
  }
}

extension LaunchWait: CustomStringConvertible {
  /// A text such as `waiting for Orders ← Storage.open, running for 3.2 s on the main lane`.
  package var description: String {
    let since = elapsed.map { " for \($0.text)" } ?? ""
    let doing =
      switch state {
      case .running: "running\(since) on the \(lane.rawValue) lane"
      case .resting(let attempt, let failure):
        "pausing before attempt \(attempt); the previous one failed: \(failure)"
      case .queued: "queued\(since) for the \(lane.rawValue) lane"
      case .milestone(let name): "waiting for milestone \(name)"
      case .stage(.first), .stage(.beforeReady), .notStarted: "waiting for the launch to begin"
      case .stage(.afterReady): "waiting until the app is ready"
      case .stage(.idle): "waiting until nothing else is left"
      case .stage(.onDemand): "waiting to be asked for"
      }
    return "waiting for \(LaunchChain.text(of: chain, isShortened: isShortened)), \(doing)"
  }
}

extension LaunchWait {
  /// Whether the wait is for something that may never happen.
  package var isDormant: Bool {
    switch state {
    case .milestone, .stage(.onDemand): true
    case .running, .resting, .queued, .stage, .notStarted: false
    }
  }
}
