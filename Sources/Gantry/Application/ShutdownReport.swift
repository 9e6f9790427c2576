// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How the modules of an application were stopped.
public struct ShutdownReport: Sendable, Equatable {
  /// The modules that had been created, in the order in which they were stopped.
  public let modules: [Entry]
  /// One line for each launch task that had not returned at the bound of the stop, with for how long
  /// it had been running; the modules were stopped all the same.
  public private(set) var stillRunning: [String] = []
  /// How much of ``Application/Limits/stop`` was left at the end; nil where only a part of the
  /// application was stopped, and where there was nothing to stop.
  public private(set) var timeLeft: Duration?
  /// The module that has asked for the stop, and why; nil where none has.
  public private(set) var request: StopRequest?

  init(modules: [Entry]) { self.modules = modules }

  /// How one module was stopped.
  public struct Entry: Sendable, Equatable {
    /// The module.
    public let name: ModuleName
    /// How long its shutdown function took.
    public let duration: Duration
    /// What its shutdown function threw, or that it did not end in time; nil when all went well.
    public let failure: String?
  }

  /// The same stop, with the launch tasks that it no longer waited for, and the time that was left.
  func with(_ stillRunning: [String], timeLeft: Duration, request: StopRequest?) -> Self {
    var report = self
    report.stillRunning = stillRunning
    report.timeLeft = timeLeft
    report.request = request
    return report
  }

  /// The modules that did not stop cleanly.
  public var failures: [Entry] { modules.filter { $0.failure != nil } }
}
