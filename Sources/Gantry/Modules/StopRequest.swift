// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a module has asked for the stop of its application.
public struct StopRequest: Sendable, Hashable {
  /// The module.
  public let module: ModuleName
  /// Its reason.
  public let reason: String
  /// Whether the reason is an error.
  public let isFailure: Bool

  package init(module: ModuleName, reason: String, isFailure: Bool) {
    self.module = module
    self.reason = reason
    self.isFailure = isFailure
  }
}
