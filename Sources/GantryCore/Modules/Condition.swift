// SPDX-License-Identifier: Apache-2.0

/// A condition under which a module or task runs, evaluated once, before the plan is made.
///
/// A module or task whose condition does not hold is *skipped*, which isn't a failure; modules that
/// require it are skipped with it, and the plan says why.
///
/// ```swift
/// @Module(enabled: .process(.daemon), .config("enabled"))
/// ```
public struct Condition: Sendable, CustomStringConvertible {
  /// The condition as the plan and `explain` show it.
  public let description: String
  let holds: @Sendable (ConditionContext) -> Bool
  /// The reason why it does not hold, if that says more than the condition itself.
  private var finding: (@Sendable (ConditionContext) -> String)?
  /// Whether it depends on what the app was started for.
  private(set) var asksLaunchSource = false

  private init(
    _ description: String, _ holds: @escaping @Sendable (ConditionContext) -> Bool,
    finding: (@Sendable (ConditionContext) -> String)? = nil
  ) {
    self.description = description
    self.holds = holds
    self.finding = finding
  }

  /// Why the condition does not hold.
  func reason(_ context: ConditionContext) -> String {
    "condition does not hold: \(finding?(context) ?? description)"
  }

  /// A condition that holds only if a closure returns true.
  ///
  /// - Parameters:
  ///   - description: The text that is shown when the condition does not hold.
  ///   - holds: Returns whether the condition holds, from local values only; it runs before
  ///     anything has started.
  public static func when(
    _ description: String = "a condition in code",
    _ holds: @escaping @Sendable (ConditionContext) -> Bool
  ) -> Self { Self(description, holds) }

  /// A condition that holds only in debug builds.
  ///
  /// `@Module`, and `@Launch` on a free function, decide this at compile time: a release build has
  /// no record of the module, so none of it runs. If you also put the file in `#if DEBUG`, none of
  /// its code, strings or symbols are left.
  public static var debug: Self {
    #if DEBUG
      when("a debug build") { _ in true }
    #else
      when("a debug build") { _ in false }
    #endif
  }

  /// A condition that holds only in processes of the given kinds.
  public static func process(_ kinds: ProcessKind...) -> Self {
    when("process kind \(kinds.map(\.rawValue).joined(separator: " or "))") {
      kinds.contains($0.launchOptions.processKind)
    }
  }

  /// A condition that holds only if the launch has one of the given sources.
  ///
  /// It is decided once: a module that was left out when a push launched the app stays out when a
  /// person opens the app later. Let its tasks wait for a milestone such as `.firstSceneConnected`
  /// instead.
  public static func launchSource(_ sources: LaunchSource...) -> Self {
    var condition = when("launch source \(sources.map(\.rawValue).joined(separator: " or "))") {
      sources.contains($0.launchOptions.source)
    }
    condition.asksLaunchSource = true
    return condition
  }

  /// A condition that holds if an environment variable is set, and isn't empty, `0`, `false` or `no`.
  public static func environment(_ name: String) -> Self {
    when("environment variable \(name)") { context in
      switch context.launchOptions.environment[name]?.lowercased() {
      case nil, "", "0", "false", "no": false
      default: true
      }
    }
  }

  /// A condition that holds if the module's configuration has `true` under a key.
  ///
  /// - Parameter key: A key in the module's own scope.
  public static func config(_ key: String) -> Self {
    Self("configuration key \(key)", { $0.config(key) }, finding: { $0.finding(key) })
  }
}
