// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import Gantry

/// Something that only Ground provides, so that Walls needs it.
protocol Foundations: Sendable {}

struct ConcreteFoundations: Foundations {}

struct BrokenWall: Error, CustomStringConvertible { let description = "a brick is missing" }

/// Launches first, and hears what happens to the process.
final class GroundModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: GroundModule.self) { module in
      module.provides((any Foundations).self, "foundations") { _ in ConcreteFoundations() }
      module.launch("dig") { _, context in
        say("Ground launches")
        greet(context)
      }
      module.onMain(WillFinishLaunching.self, "will") { _, _, _ in say("WillFinishLaunching") }
      module.onMain(DidFinishLaunching.self, "did") { _, _, _ in say("DidFinishLaunching") }
      module.onMain(DidBecomeActive.self, "active") { _, _, _ in
        say("DidBecomeActive")
        Signpost.ready.reach()
      }
      module.onMain(WillResignActive.self, "inactive") { _, _, _ in say("WillResignActive") }
      module.onMain(DidEnterBackground.self, "back") { _, _, _ in say("DidEnterBackground") }
      module.onMain(WillEnterForeground.self, "fore") { _, _, _ in say("WillEnterForeground") }
      module.onMain(WillTerminate.self, "end") { _, _, _ in
        say("WillTerminate")
        if Fixture.scenario == .blockedEnd { Hostile.block() }
      }
      module.onMain(DidReloadConfiguration.self, "reload") { _, event, context in
        greet(context)
        say("changed \(event.changedKeys.joined(separator: " "))")
      }
      module.on(
        OpenURL.self, "open",
        answering: { _, event, context in
          guard event.url.host == "ground" else { return false }
          greet(context)
          return true
        })
      module.shutdown("fill") { _ in say("Ground stops") }
    }
  }

  init(context: ModuleContext) {}

  private static func greet(_ context: ModuleContext) {
    say("greeting \(context.config.string(forKey: "greeting") ?? "none")")
  }
}

/// Stands on Ground; misbehaves where a scenario says so.
final class WallsModule: Module {
  static var manifest: ModuleManifest {
    let isLate = Fixture.scenario == .lateShutdown || Fixture.scenario == .endlessHandler
    let options = ModuleOptions(essential: Fixture.scenario?.isBroken == true)
    return ModuleManifest(of: WallsModule.self, options) { module in
      module.inject((any Foundations).self)
      module.launch("build") { walls, _ in try await walls.build() }
      module.on(OpenURL.self, "open") { _, event, _ in
        guard Fixture.scenario == .endlessHandler else { return }
        say("Walls begins \(event.url)")
        await Signpost.never.wait()
      }
      module.shutdown(
        "tearDown",
        ShutdownOptions(timeout: isLate ? .milliseconds(50) : .seconds(3600))
      ) { walls in await walls.tearDown() }
    }
  }

  init(context: ModuleContext) {}

  func build() async throws {
    say("Walls launches")
    switch Fixture.scenario {
    case .slowLaunch, .described, .ownSignal, .wholeLate: try await Signpost.cancellation()
    case .waitingLaunch: await Signpost.userSignal()
    case .stubbornLaunch, .endlessLaunch:
      await withTaskCancellationHandler {
        await Signpost.never.wait()
      } onCancel: {
        if Fixture.scenario == .endlessLaunch { say("Walls is cancelled") }
      }
    case .broken, .uncaught, .wholeBroken: throw BrokenWall()
    default: break
    }
  }

  func tearDown() async {
    say("Walls stops")
    switch Fixture.scenario {
    case .endlessShutdown, .lateShutdown: await Signpost.never.wait()
    default: break
    }
  }
}

/// Launches last, and opens URLs whose host is `roof`.
@MainActor
final class RoofModule: Module {
  private var opened = 0

  nonisolated static var manifest: ModuleManifest {
    ModuleManifest(of: RoofModule.self, ModuleOptions(requires: "Walls")) { module in
      module.launchOnMain("cover") { _, _ in say("Roof launches") }
      module.on(OpenURL.self, "open", answering: { roof, event, _ in roof.open(event) })
      module.shutdown("uncover") { roof in await roof.uncover() }
    }
  }

  init(context: ModuleContext) {}

  func open(_ event: OpenURL) -> Bool {
    guard event.url.host == "roof" else { return false }
    opened += 1
    say("Roof opens \(event.url)")
    return true
  }

  func uncover() { say("Roof stops after \(opened)") }
}
