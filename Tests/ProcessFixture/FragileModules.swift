// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import ServiceLifecycle

/// How a fragile program ends, from `FIXTURE_FATE`: the name of the task in which it crashes.
enum Fate {
  private static let environment = ProcessInfo.processInfo.environment

  /// Safe mode with the file that `FIXTURE_JOURNAL` names; nil without one.
  static var safeMode: Application.SafeMode? {
    guard let file = environment["FIXTURE_JOURNAL"] else { return nil }
    return Application.SafeMode(file: file, build: environment["FIXTURE_BUILD"] ?? "1")
  }

  /// Whether the module with long-running work and a handler takes part.
  static var hasLamp: Bool { environment["FIXTURE_LAMP"] != nil }

  /// Whether the log holds up the host's signals.
  static var holdsSignals: Bool { environment["FIXTURE_HOLDS_SIGNALS"] != nil }

  /// The limit of the launch; nil means none.
  static var limit: Duration? {
    environment["FIXTURE_LIMIT"].flatMap(Int.init).map { .milliseconds($0) }
  }

  /// The time after which the log warns of the launch; nil means the default.
  static var warning: Duration? {
    environment["FIXTURE_WARNING"].flatMap(Int.init).map { .milliseconds($0) }
  }

  static func isMet(_ name: String) -> Bool { environment["FIXTURE_FATE"] == name }

  /// Crashes here if the fate says so, in the way that `FIXTURE_WAY` names.
  static func meet(_ name: String) {
    guard isMet(name) else { return }
    switch environment["FIXTURE_WAY"] {
    case "trap": fatalError("as it was told")
    case "exit": exit(3)
    case "exit 0": exit(0)
    default: kill(getpid(), SIGKILL)
    }
  }

  /// Waits here for the end if the fate says so.
  static func wait(_ name: String) async throws {
    guard environment["FIXTURE_FATE"] == "wait \(name)" else { return }
    say("waits in \(name)")
    try await Signpost.cancellation()
  }

  /// Prints what safe mode has left out.
  static func tell(_ application: Application) {
    guard let report = application.report, Fixture.scenario == .fragile else { return }
    let names = report.tasks.filter { $0.outcome == .quarantined }.map(\.name.rawValue)
    say("quarantined \(names.sorted().joined(separator: " "))")
    for note in report.notes where note.contains("safe mode") { say("note \(note)") }
    say("\(application.explain("Glass"))")
  }
}

/// Launches alone with a task that may crash.
final class GlassModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: GlassModule.self, ModuleOptions(after: "Crystal")) { module in
      module.launch(
        "pour",
        body: .background { _, _ in
          say("Glass pours")
          Fate.meet("Glass.pour")
          try await Fate.wait("Glass.pour")
        })
      module.launch(
        "polish", TaskOptions(.afterReady),
        body: .background { _, _ in
          say("Glass is polished")
          guard Fate.isMet("Glass.polish") else { return }
          if Fate.hasLamp { await Signpost.greeted.wait() }
          Fate.meet("Glass.polish")
        })
    }
  }

  init(context: ModuleContext) {}
}

/// Requires the other module.
final class ShelfModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: ShelfModule.self, ModuleOptions(requires: "Glass")) { module in
      module.launch("fill", body: .background { _, _ in say("Shelf is filled") })
    }
  }

  init(context: ModuleContext) {}
}

/// Is essential.
final class CrystalModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: CrystalModule.self, ModuleOptions(essential: true)) { module in
      module.launch(
        "cut",
        body: .background { _, _ in
          say("Crystal is cut")
          Fate.meet("Crystal.cut")
          if Fixture.scenario == .wholeFragile { throw BrokenWall() }
        })
    }
  }

  init(context: ModuleContext) {}
}

struct Knock: Event {}

/// Works for as long as the app runs, and hears that it has launched.
final class LampModule: Module {
  static var manifest: ModuleManifest {
    // Nothing of it is under way while `Glass` launches.
    ModuleManifest(of: LampModule.self, ModuleOptions(before: "Glass")) { module in
      module.run("shine") { _, _ in
        say("Lamp shines")
        if Fate.isMet("Lamp.shine") {
          // Until then, a task could be under way.
          await Signpost.ready.wait()
          Fate.meet("Lamp.shine")
        }
        try? await gracefulShutdown()
      }
      // Work that ends the process doesn't begin before the record of either handler has ended.
      module.on(
        LaunchCompleted.self, "rest",
        body: .main { _, _, _ in Task { @MainActor in Signpost.ready.reach() } })
      // An ordinary handler, which is not in the journal.
      module.on(
        Knock.self, "open", body: .background { _, _, _ in Fate.meet("Lamp.open") })
      module.on(
        DidFinishLaunching.self, "greet",
        body: .main { _, _, _ in
          say("Lamp greets")
          Fate.meet("Lamp.greet")
          Task { @MainActor in Signpost.greeted.reach() }
        })
    }
  }

  init(context: ModuleContext) {}
}
