// SPDX-License-Identifier: Apache-2.0

public import AnalyticsAPI
public import Gantry

/// Notes each launch in a file, and counts uses of the app in memory.
///
/// Others only want it: without it they work all the same. It goes first among those that are free to
/// start, and being an actor it keeps off the main thread.
@Module(priority: .high)
public actor AnalyticsModule: UsageCounter {
  /// How often each action was counted since the launch.
  public private(set) var counts: [String: Int] = [:]

  @Provides var counter: any UsageCounter { self }

  /// Counts something that was done.
  ///
  /// - Parameter action: The action, for example `order placed`.
  public func count(_ action: String) { counts[action, default: 0] += 1 }

  @On(.once) func note(_ event: LaunchCompleted, context: ModuleContext) throws {
    let path = context.config.string(forKey: "launches", default: "bazaar-launches.log")
    try LaunchLog(path: path).append(event.report)
  }
}
