// SPDX-License-Identifier: Apache-2.0

/// The input of a ``Condition``: local values that are available before anything starts.
public struct ConditionContext: Sendable {
  /// The module or function whose condition is evaluated.
  public let name: ModuleName
  /// How and why the app was started.
  public let launchOptions: LaunchOptions
  let settings: ModuleConfiguration

  /// Returns a boolean of the module's configuration.
  ///
  /// - Parameters:
  ///   - key: A key in the module's own scope.
  ///   - value: The result if the key isn't set.
  public func config(_ key: String, default value: Bool = false) -> Bool {
    settings.bool(forKey: key, default: value)
  }

  /// The full key of a boolean, and its current value.
  func finding(_ key: String) -> String {
    let full = "\(settings.section).\(key)"
    return "configuration key \(full) \(settings.application.finding(for: full))"
  }
}
