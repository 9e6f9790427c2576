// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension Application {
  /// A launch that has not begun.
  struct Prepared: Sendable {
    let modules: ModuleCollection
    let launch: LaunchRun
    let log: StartLog
  }

  /// One life of an application, from start to stop.
  struct Run: Sendable {
    let modules: ModuleCollection
    let launch: LaunchRun
    let log: StartLog
    /// Carries the launch out; owned here, ended by ``Application/stop()``.
    let execution: Task<Void, Never>

    init(_ prepared: Prepared, execution: Task<Void, Never>) {
      modules = prepared.modules
      launch = prepared.launch
      log = prepared.log
      self.execution = execution
    }
  }

  /// What was asked for before there was a launch to ask.
  struct Wishes: Sendable {
    var milestones: Set<Milestone> = []
    var names: Set<ModuleName> = []
  }

  /// Where an application is in its life.
  enum Phase: Sendable {
    /// Not running; with the report of the last run, if there was one.
    case idle(last: LaunchReport?)
    /// Configuration is read and the plan is made. Those in `stops` wait for the end of it: with
    /// anyone there, nothing is launched.
    case preparing(stops: [CheckedContinuation<Void, Never>])
    /// Launching or launched.
    case running(Run)
    /// The modules are shut down; whoever else stops waits for the same end.
    case stopping(Run, Task<ShutdownReport, Never>)
  }
}
