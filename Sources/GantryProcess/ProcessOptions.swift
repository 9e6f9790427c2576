// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How an application lives in a Unix process.
public struct ProcessOptions: Sendable {
  /// URLs to open, for example from the command line; held until modules have launched.
  public var urls: [String]
  /// Whether each line of standard input is a URL to open.
  public var readsStandardInput: Bool
  /// Whether the application stops when the last line of standard input was handled.
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
  ///   - stopsAtEndOfInput: Whether the application stops when the last line was handled.
  ///   - patience: The longest time that a URL keeps the next one waiting. Until then they are handled
  ///     one after another, each with its effects.
  ///   - observe: Called when the app is ready, and with the outcome of each URL. Without it, the
  ///     application's logger warns of text that isn't a URL, of a URL for which no module answers,
  ///     and of a configuration that cannot be read again.
  public init(
    urls: [String] = [], readsStandardInput: Bool = true, stopsAtEndOfInput: Bool = false,
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
