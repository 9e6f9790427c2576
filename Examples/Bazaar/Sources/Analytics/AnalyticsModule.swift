// SPDX-License-Identifier: Apache-2.0

public import AnalyticsAPI
public import Gantry

/// Records each launch in a file, and counts uses of the app in memory.
///
/// Other modules only want it, and work without it. Its priority puts it first among the modules
/// that are free to start. As an actor, it stays off the main thread.
@Module(priority: .high)
public actor AnalyticsModule: UsageCounter {
  /// How often each action was counted since the launch.
  public private(set) var counts: [String: Int] = [:]

  @Provides var counter: any UsageCounter { self }

  /// Counts an action.
  ///
  /// - Parameter action: The action, for example `order placed`.
  public func count(_ action: String) { counts[action, default: 0] += 1 }

  @On(.once) func note(_ event: LaunchCompleted, context: ModuleContext) throws {
    let path = context.config.string(forKey: "launches", default: "bazaar-launches.log")
    try LaunchLog(path: path).append(event.report)
  }
}
