// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Gantry

/// How an application lives in a Unix process.
public struct ProcessOptions: Sendable {
  /// URLs to open, for example from the command line; held until modules have launched.
  public var urls: [String]
  /// Whether each line of standard input is a URL to open. A service leaves it alone.
  public var readsStandardInput: Bool
  /// Whether standard input is read, and the application stops when its last line was handled.
  public var stopsAtEndOfInput: Bool
  /// The longest time that a URL keeps the next one waiting; its own handling goes on.
  public var patience: Duration
  /// Called when the app is ready, and with the outcome of each URL; nil lets the application's log name
  /// the problems.
  public var observe: (@Sendable (ProcessNotice) -> Void)?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - urls: URLs to open, for example from the command line.
  ///   - readsStandardInput: Whether each line of standard input is a URL to open.
  ///   - stopsAtEndOfInput: Whether standard input is read, and the application stops when its last
  ///     line was handled.
  ///   - patience: The longest time that a URL keeps the next one waiting. Until then they are handled
  ///     one after another, each with its effects.
  ///   - observe: Called when the app is ready, and with the outcome of each URL. Without it, the
  ///     application's logger warns of text that isn't a URL, of a URL for which no module answers,
  ///     and of a configuration that cannot be read again.
  public init(
    urls: [String] = [], readsStandardInput: Bool = false, stopsAtEndOfInput: Bool = false,
    patience: Duration = .seconds(5),
    observe: (@Sendable (ProcessNotice) -> Void)? = nil
  ) {
    self.urls = urls
    self.readsStandardInput = readsStandardInput
    self.stopsAtEndOfInput = stopsAtEndOfInput
    self.patience = patience
    self.observe = observe
  }
}

/// A message of a process host to its program, which may show it.
@nonexhaustive
public enum ProcessNotice: Sendable {
  /// The app is ready.
  case ready(LaunchReport)
  /// A URL was opened: some module has handled it, or will when it has launched.
  case opened(URL)
  /// No module and no route answers for this URL, for the router's reason; nothing has happened.
  case unhandled(URL, RouteError)
  /// This isn't a URL; nothing has happened. `origin` is `argument 1` or `line 3`.
  case malformed(String, origin: String)
  /// This URL was still being opened when the time for that was over in the stop, which goes on
  /// without it.
  case abandoned(URL, origin: String)
  /// The configuration was read again, or could not be and stays as it was.
  case reloaded(ApplicationError?)
  /// The modules were shut down.
  case stopped(ShutdownReport)
}

extension ProcessNotice: CustomStringConvertible {
  /// One line for people; for ``ready(_:)`` the launch as a table.
  public var description: String {
    switch self {
    case .ready(let report): report.description
    case .opened(let url): "opened \(url)"
    case .unhandled(let url, let error): "no module answers for \(url): \(error)"
    case .malformed(let text, let origin):
      "\(origin): '\(text)' is not a URL; write scheme://path?query, with spaces as %20"
    case .abandoned(let url, let origin):
      "\(origin): \(url) was still being opened; the stop does not wait for it any longer"
    case .reloaded(let error): error.map { "\($0)" } ?? "configuration was read again"
    case .stopped(let report):
      (report.failures.isEmpty
        ? "stopped \(report.modules.count) modules"
        : "stopped; not cleanly: "
          + report.failures.map { "\($0.name): \($0.failure ?? "")" }.joined(separator: ", "))
        + (report.request.map { "; \($0.module) asked for it: \($0.reason)" } ?? "")
    }
  }
}

extension ProcessNotice {
  /// The text for the log where the program observes nothing; nil where all is as it should be.
  ///
  /// Not the text of a URL, which may hold secrets: its scheme, or where it came from.
  var warning: String? {
    switch self {
    case .unhandled(let url, let error):
      "no module answers for a URL of scheme '\(url.scheme ?? "")': \(error.withoutURL)"
    case .malformed(_, let origin):
      "\(origin) is not a URL; write scheme://path?query, with spaces as %20"
    case .abandoned(let url, let origin):
      """
      \(origin), a URL of scheme '\(url.scheme ?? "")', was still being opened; the stop does not \
      wait for it any longer
      """
    case .reloaded(let error?): "the configuration stays as it was: \(error)"
    // The application names the modules that did not stop cleanly.
    case .ready, .opened, .reloaded, .stopped: nil
    }
  }
}
