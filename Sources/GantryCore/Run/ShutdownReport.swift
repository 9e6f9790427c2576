// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch

/// How the modules of an application were stopped.
public struct ShutdownReport: Sendable, Equatable {
  /// The modules that had been created, in the order in which they were stopped.
  public let modules: [Entry]
  /// The launch tasks that had not returned when the stop's time was up.
  ///
  /// The modules were stopped nevertheless.
  public private(set) var stillRunning: [OpenTask] = []
  /// How much of the stop's time in ``Application/Limits`` was left at the end. It is nil if only a part of the
  /// application was stopped, or if there was nothing to stop.
  package private(set) var timeLeft: Duration?
  /// The module that requested the stop, with its reason; nil if no module did.
  public private(set) var request: StopRequest?

  init(modules: [Entry]) { self.modules = modules }

  /// How one module was stopped.
  public struct Entry: Sendable, Equatable {
    /// The module.
    public let name: ModuleName
    /// How long its shutdown function took.
    public let duration: Duration
    /// The error of its shutdown function, or a note that it did not end in time; nil if all went
    /// well.
    public let failure: String?
  }

  /// Returns the report with the launch tasks that the stop no longer waited for, and the time
  /// left.
  func with(_ stillRunning: [OpenTask], timeLeft: Duration, request: StopRequest?) -> Self {
    var report = self
    report.stillRunning = stillRunning
    report.timeLeft = timeLeft
    report.request = request
    return report
  }

  /// The modules that did not stop cleanly.
  public var failures: [Entry] { modules.filter { $0.failure != nil } }
}
