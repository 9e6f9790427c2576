// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension Application {
  /// One life of an application, from start to stop.
  struct Run: Sendable {
    let modules: ModuleCollection
    let launch: LaunchRun
    /// Carries the launch out; owned here, ended by ``Application/stop()``.
    let execution: Task<Void, Never>
  }

  /// Where an application is in its life.
  enum Phase: Sendable {
    /// Not running; with the report of the last run, if there was one.
    case idle(last: LaunchReport?)
    /// Configuration is read and the plan is made.
    case preparing
    /// Launching or launched.
    case running(Run)
    /// The modules are shut down; whoever else stops waits for the same end.
    case stopping(Task<ShutdownReport, Never>)
  }
}
