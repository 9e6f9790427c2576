// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What a stop is waiting for.
enum StopStep: Sendable, Equatable {
  /// The end of launch tasks that were cancelled.
  case launch
  /// A module's handlers, which have events to handle.
  case handlers(ModuleName)
  /// A module's long-running work.
  case runs(ModuleName)
  /// A module's own shutdown.
  case shutdown(ModuleName)
  /// The main actor, which is to let go of handlers.
  case mainActor
}

extension StopStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .launch: "launch tasks"
    case .handlers(let name): "the event handlers of \(name)"
    case .runs(let name): "the long-running work of \(name)"
    case .shutdown(let name): "the shutdown of \(name)"
    case .mainActor: "the main actor"
    }
  }
}
