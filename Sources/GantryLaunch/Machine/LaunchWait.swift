// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The reason why a task waits: the chain from it down to the task that all others wait for.
public struct LaunchWait: Sendable, Hashable, Codable {
  /// The names, from the task that was asked about to the one that holds it up.
  public let chain: [String]
  /// The state of the last one of the chain.
  public let state: State
  /// Where the last one of the chain runs.
  public let lane: LaunchLane
  private let elapsedMilliseconds: Double?

  /// How long the last one of the chain has been doing it; nil when that is not known.
  public var elapsed: Duration? { elapsedMilliseconds.map { Duration(milliseconds: $0) } }

  init(chain: [String], state: State, lane: LaunchLane, elapsed: Duration?) {
    self.chain = chain
    self.state = state
    self.lane = lane
    elapsedMilliseconds = elapsed?.milliseconds
  }

  /// The same wait in other names; neighbours that get one name are one.
  package func renaming(_ name: (String) -> String) -> LaunchWait {
    var renamed: [String] = []
    for name in chain.map(name) where name != renamed.last { renamed.append(name) }
    return LaunchWait(chain: renamed, state: state, lane: lane, elapsed: elapsed)
  }
}
