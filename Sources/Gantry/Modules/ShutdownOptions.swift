// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The options of a module's last function, as in `@Shutdown(…)`.
public struct ShutdownOptions: Sendable {
  /// The longest time it may take; nil takes the application's bound.
  public var timeout: Duration?

  /// Makes the options of a shutdown function.
  ///
  /// - Parameter timeout: The longest time it may take; nil takes the application's bound.
  public init(timeout: Duration? = nil) { self.timeout = timeout }
}
