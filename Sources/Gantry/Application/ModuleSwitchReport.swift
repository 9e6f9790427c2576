// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What switching a module off or on has changed.
public struct ModuleSwitchReport: Sendable {
  /// The module that was switched.
  public let name: ModuleName
  /// The modules and functions that went, or came back, in the order in which they did; empty when
  /// there was nothing to do.
  public let modules: [ModuleName]
  /// How the modules that went were stopped.
  public let shutdown: ShutdownReport
  /// How the modules that came back have launched; nil when none did.
  public let launch: LaunchReport?
  /// The plan of the whole from now on: what is off is skipped in it.
  public let plan: LaunchPlan
}
