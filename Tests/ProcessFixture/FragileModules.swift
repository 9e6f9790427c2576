// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

/// How a fragile program ends, from `FIXTURE_FATE`: the name of the task in which it crashes.
enum Fate {
  private static let environment = ProcessInfo.processInfo.environment

  /// Safe mode with the file that `FIXTURE_JOURNAL` names; nil without one.
  static var safeMode: Application.SafeMode? {
    guard let file = environment["FIXTURE_JOURNAL"] else { return nil }
    return Application.SafeMode(file: file, build: environment["FIXTURE_BUILD"] ?? "1") { status in
      say("repair of \(status.essentialSuspects.map(\.rawValue).joined(separator: " "))")
      meet("repair")
    }
  }

  /// Crashes here if the fate says so.
  static func meet(_ name: String) {
    if environment["FIXTURE_FATE"] == name { kill(getpid(), SIGKILL) }
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
    let names = report.tasks.filter { $0.outcome == .quarantined }.map(\.name)
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
