// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// A value that observations add to, for as long as its owner keeps it.
///
/// The closures of its observations hold it weakly: they end with it, and it ends with its owner.
final class Gathered<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    /// The tokens, which end the observations when they go away.
    var observations: [any Sendable] = []
  }

  /// Guards the value and the tokens; nothing is called or released under it.
  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  /// The value so far.
  var value: Value { state.withLock(\.value) }

  /// Changes the value.
  func update(_ change: (inout Value) -> Void) { state.withLock { change(&$0.value) } }

  /// Keeps the token of an observation that adds to it.
  func keep(_ observation: any Sendable) { state.withLock { $0.observations.append(observation) } }
}
