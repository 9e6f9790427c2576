// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Configuration

/// The input of a ``Condition``: local values that are there before anything starts.
public struct ConditionContext: Sendable {
  /// The module or function whose condition is asked.
  public let name: ModuleName
  /// How and why the app was started.
  public let launch: LaunchOptions
  let configuration: ApplicationConfiguration
  /// The name of its configuration section.
  let section: ModuleName

  /// A boolean of the module's configuration; false when it is not set.
  ///
  /// - Parameter key: A key in the module's own scope.
  public func config(_ key: String) -> Bool {
    configuration.reader(for: name, section: section).bool(forKey: ConfigKey(key), default: false)
  }

  /// The full key of a boolean, and its current value.
  func finding(_ key: String) -> String {
    let full = AbsoluteConfigKey([section.rawValue] + ConfigKey(key).components)
    return "configuration key \(full) \(configuration.finding(for: full, of: name))"
  }
}
