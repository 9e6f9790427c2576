// SPDX-License-Identifier: Apache-2.0

import Gantry

// region: modules
@Module
final class StorageModule {
  @Launch func open() {}
}

@Module(requires: "Storage", wants: "Push", after: "Analytics")
final class OrdersModule {
  @Launch func load() {}
  @Launch(.afterReady) func prefetch() async {}
  @Launch(after: .consent) func track() {}
}

@Module(enabled: .environment("ANALYTICS"))
final class AnalyticsModule {}

/// Glue that must run before a module whose source stays as it is.
@Module(requiredBy: "Storage")
final class KeychainModule {}

// region: milestone
extension Milestone { nonisolated static let consent = Milestone("consent") }
// endregion
// endregion

@main
struct OrderGuide {
  static func main() async throws {
    switch CommandLine.arguments.last {
    case "plan": try printPlan()
    case "faults": printFaults()
    case "explain": printReasons()
    default: try await live(Application(milestones: [.consent]))
    }
  }

  static func printPlan() throws {
    // region: plan
    let application = Application(milestones: [.consent])
    print(try application.plan())
    // endregion
  }

  static func live(_ application: Application) async throws {
    // region: life
    try await application.start()  // returns when the app is ready
    application.reach(.consent)  // when the user has agreed
    let report = await application.waitUntilIdle()  // nothing is left that could run
    await application.stop()
    // endregion
    if let report { print(report) }
  }

  static func printFaults() {
    // region: faults
    let broken = Application(milestones: [.consent]) {
      $0.launch("Sync", TaskOptions(requires: "Storge"), body: .background { _ in })
      $0.launch(
        "Vault", TaskOptions(requires: "Storage", before: "Keychain"), body: .background { _ in })
    }
    for fault in broken.check() { print(fault) }
    // endregion
  }

  static func printReasons() {
    // region: explain
    let careful = Application(milestones: [.consent]) {
      $0.launch("Funnel", TaskOptions(requires: "Analytics"), body: .background { _ in })
    }
    print(careful.explain("Funnel"))
    print(careful.explain("Funel"))
    // endregion
  }
}
