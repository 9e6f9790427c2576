// SPDX-License-Identifier: Apache-2.0

public import AnalyticsAPI
internal import Foundation
public import Gantry
internal import GantryFleet

/// Records each launch in a file, and counts uses of the app in memory.
///
/// Other modules only want it, and work without it. Its priority puts it first among the modules
/// that are free to start. As an actor, it stays off the main thread.
@Module(provides: (any UsageCounter).self, priority: .high)
public actor AnalyticsModule: UsageCounter {
  /// How often each action was counted since the launch.
  public private(set) var counts: [String: Int] = [:]

  /// Counts an action.
  ///
  /// - Parameter action: The action, for example `order placed`.
  public func count(_ action: String) { counts[action, default: 0] += 1 }

  /// Adds the row of the launch to a file, which `gantry fleet report` reads.
  @On(.once) func note(_ event: LaunchCompleted, context: ModuleContext) async throws {
    let file = context.config.string(forKey: "launches", default: "bazaar-launches.ndjson")
    let installation = AppInstallation(
      id: try Self.installation(in: "\(file).installation"), app: "Bazaar")
    // An app with a server sends the rows; here they stay in the file.
    try await LaunchRows(file: file, of: installation, limit: 1_000_000, send: nil)
      .add(event.report)
  }

  /// The number of this installation, which the first launch draws.
  private static func installation(in file: String) throws -> UInt64 {
    if let text = try? String(contentsOfFile: file, encoding: .utf8), let id = UInt64(text) {
      return id
    }
    let id = UInt64.random(in: .min ... .max)
    try Data("\(id)".utf8).write(to: URL(filePath: file))
    return id
  }
}
