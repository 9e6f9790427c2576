// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a module is where it is: one chain from what you see to the cause.
public struct Explanation: Sendable, Equatable, CustomStringConvertible {
  /// The module or task that was asked about.
  public let name: ModuleName
  /// Where it is in its life.
  public let state: ModuleState
  /// From the nearest reason to the root cause; of a module that has launched, how its long-running
  /// work is, where that has ended or runs again.
  public let chain: [String]

  init(name: ModuleName, state: ModuleState, chain: [String]) {
    self.name = name
    self.state = state
    // The plan's reasons say whose they are; of the one that was asked about, that is known.
    let own = "\(name): "
    self.chain = chain.map { $0.hasPrefix(own) ? String($0.dropFirst(own.count)) : $0 }
  }

  /// One line, for example `Orders is skipped ← requires Storage ← condition does not hold: …`.
  public var description: String {
    (["\(name) is \(state.words)"] + chain).joined(separator: " ← ")
  }
}
