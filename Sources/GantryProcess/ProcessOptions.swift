// SPDX-License-Identifier: Apache-2.0

/// The options of a process host: its sources of URLs and an observer.
public struct ProcessOptions: Sendable {
  /// The URLs to open, for example from the command line; they are held until modules have
  /// launched.
  package var urls: [String]
  /// Whether each line of standard input is a URL to open. Services usually don't read it.
  package var readsStandardInput: Bool
  /// Whether to read standard input, and to stop the application once its last line has been
  /// handled, with all events that it has set off.
  package var stopsAtEndOfInput: Bool
  /// How long the app still serves after SIGTERM or SIGINT, although it isn't ready any more.
  ///
  /// Load balancers and orchestrators that ask for readiness need some seconds until they send no
  /// more requests. The stop's time in `Application.Limits` begins afterwards. A stop that a failure, a
  /// module or the end of input causes begins at once, as does one before the app is ready.
  package var drain: Duration
  /// A closure to call when the app is ready, and with the outcome of each URL; if nil, the
  /// application logs the problems.
  package var observe: (@Sendable (ProcessNotice) -> Void)?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - urls: The URLs to open, for example from the command line.
  ///   - readsStandardInput: Whether each line of standard input is a URL to open.
  ///   - stopsAtEndOfInput: Whether to read standard input, and to stop the application once its
  ///     last line has been handled. Each line then waits until the bus is idle.
  ///   - drain: How long the app still serves after SIGTERM or SIGINT, although it isn't ready any
  ///     more. Zero stops at once.
  ///   - observe: A closure to call when the app is ready, and with the outcome of each URL.
  ///     Without it, the application's logger warns of text that isn't a URL, of a URL that no
  ///     module handles, and of a configuration that can't be reloaded.
  public init(
    urls: [String] = [], readsStandardInput: Bool = false, stopsAtEndOfInput: Bool = false,
    drain: Duration = .zero, observe: (@Sendable (ProcessNotice) -> Void)? = nil
  ) {
    self.urls = urls
    self.readsStandardInput = readsStandardInput
    self.stopsAtEndOfInput = stopsAtEndOfInput
    self.drain = drain
    self.observe = observe
  }
}
