// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension Application {
  /// Bounds that hold for every launch and stop of an application.
  public struct Limits: Sendable {
    /// The longest time until ready; nil means no limit.
    public var launch: Duration?
    /// The longest time that one module's shutdown may take, where it states none itself.
    public var shutdown: Duration

    /// Makes bounds.
    ///
    /// - Parameters:
    ///   - launch: The longest time until ready; nil means no limit.
    ///   - shutdown: The longest time that one module's shutdown may take.
    public init(launch: Duration? = nil, shutdown: Duration = .seconds(10)) {
      self.launch = launch
      self.shutdown = shutdown
    }
  }
}
