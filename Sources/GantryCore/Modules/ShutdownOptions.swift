// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// The options of a module's shutdown function, as in `@Shutdown(…)`.
public struct ShutdownOptions: Sendable {
  /// The longest time that it may take; nil takes the application's limit.
  package var timeout: Duration?

  /// Creates the options of a shutdown function.
  ///
  /// - Parameter timeout: The longest time that it may take; nil takes the application's limit.
  public init(timeout: Duration? = nil) { self.timeout = timeout }
}
