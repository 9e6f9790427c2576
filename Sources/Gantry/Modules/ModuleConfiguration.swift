// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Configuration

/// The configuration of an application, as its modules read it.
protocol ModuleConfiguration: AnyObject, Sendable {
  /// The values of one module, below the name of its section.
  func reader(for module: ModuleName, section: ModuleName) -> ConfigReader

  /// The value of a key in words, and where it is from.
  func finding(for key: AbsoluteConfigKey, of module: ModuleName) -> String
}
