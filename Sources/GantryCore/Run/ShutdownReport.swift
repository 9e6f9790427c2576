// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch
public import GantrySupport

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
    /// Why it did not stop cleanly; nil if it did.
    public let failure: Failure?
  }

  /// Why a module did not stop cleanly.
  @nonexhaustive
  public enum Failure: Sendable, Hashable {
    /// Its shutdown function threw an error, in words.
    case failed(message: String)
    /// Its shutdown function did not end within its share of the stop's time.
    case timedOut(limit: Duration)
    /// Its event handlers did not end in time. The list has those that still ran; the events that
    /// waited behind them are dropped.
    case handlersTimedOut([MainActorHeld.Code], limit: Duration)
    /// Its long-running work did not end in time. The list has what still ran, each as
    /// `Module.function`.
    case workTimedOut([ModuleName], limit: Duration)
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

extension ShutdownReport {
  /// A line for each module that did not stop cleanly: `Orders: did not end within 2.0 s`.
  package var problems: [String] { modules.compactMap(\.problem) }
}

extension ShutdownReport.Entry {
  /// The module and its failure; nil if it stopped cleanly.
  var problem: String? { failure.map { "\(name): \($0)" } }
}

extension ShutdownReport.Failure: CustomStringConvertible {
  /// The error, or what did not end, as the predicate of a sentence: `did not end within 2.0 s`.
  public var description: String {
    switch self {
    case .failed(let message): message
    case .timedOut(let limit): "\(Deadline.Miss.timedOut(limit: limit))"
    case .handlersTimedOut(let handlers, let limit):
      "its event handlers \(Deadline.Miss.timedOut(limit: limit))"
        + (handlers.isEmpty ? "" : ": \(Wording.list(handlers.map(\.hearing), "and"))")
    case .workTimedOut(let names, let limit):
      "its long-running work \(Wording.list(names.map(\.rawValue), "and")) "
        + "\(Deadline.Miss.timedOut(limit: limit))"
    }
  }
}

extension ShutdownReport.Failure {
  /// Describes how a shutdown function ended.
  init(_ miss: Deadline.Miss) {
    self =
      switch miss {
      case .failed(let message): .failed(message: message)
      case .timedOut(let limit): .timedOut(limit: limit)
      // Nothing cancels the task that shuts modules down.
      case .cancelled: .failed(message: "\(miss)")
      }
  }
}

extension MainActorHeld.Code {
  /// An event handler with its event: `'load' hears SignedIn (Orders/Orders.swift:12)`.
  var hearing: String {
    "'\(name)' hears \(event ?? "an event")" + (declaredAt.map { " (\($0))" } ?? "")
  }
}
