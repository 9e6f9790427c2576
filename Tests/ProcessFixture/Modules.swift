// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

/// A service that only Ground provides, so that Walls needs it.
protocol Foundations: Sendable {}

struct ConcreteFoundations: Foundations {}

struct BrokenWall: Error, CustomStringConvertible { let description = "a brick is missing" }

/// Launches first and hears the process's events.
final class GroundModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: GroundModule.self) { module in
      module.provide((any Foundations).self, "foundations") { _ in ConcreteFoundations() }
      module.launch(
        "dig",
        body: .background { _, context in
          say("Ground launches")
          greet(context)
        })
      module.on(
        WillFinishLaunching.self, "will", body: .main { _, _, _ in say("WillFinishLaunching") })
      module.on(
        DidFinishLaunching.self, "did", body: .main { _, _, _ in say("DidFinishLaunching") })
      module.on(
        DidBecomeActive.self, "active",
        body: .main { _, _, _ in
          say("DidBecomeActive")
          Signpost.ready.reach()
        })
      module.on(
        WillResignActive.self, "inactive", body: .main { _, _, _ in say("WillResignActive") })
      module.on(
        DidEnterBackground.self, "back", body: .main { _, _, _ in say("DidEnterBackground") })
      module.on(
        WillEnterForeground.self, "fore", body: .main { _, _, _ in say("WillEnterForeground") })
      module.on(
        WillTerminate.self, "end",
        body: .main { _, _, _ in
          say("WillTerminate")
          if Fixture.scenario == .blockedEnd { Hostile.block() }
        })
      module.on(
        DidReloadConfiguration.self, "reload",
        body: .main { _, event, context in
          greet(context)
          say("changed \(event.changedKeys.joined(separator: " "))")
        })
      module.on(
        OpenURL.self, "open",
        body: .answering { _, event, context in
          guard event.url.host == "ground" else { return false }
          greet(context)
          return true
        })
      module.shutdown("fill", .prompt) { _ in say("Ground stops") }
    }
  }

  init(context: ModuleContext) {}

  private static func greet(_ context: ModuleContext) {
    say("greeting \(context.config.string(forKey: "greeting") ?? "none")")
  }
}

/// Depends on Ground; misbehaves if a scenario says so.
final class WallsModule: Module {
  static var manifest: ModuleManifest {
    let isLate = Fixture.scenario == .lateShutdown || Fixture.scenario == .endlessHandler
    let options = ModuleOptions(essential: Fixture.scenario?.isBroken == true)
    return ModuleManifest(of: WallsModule.self, options) { module in
      module.inject((any Foundations).self)
      module.launch("build", body: .background { walls, _ in try await walls.build() })
      module.on(
        OpenURL.self, "open",
        body: .background { _, event, _ in
          guard [.endlessHandler, .heldHandler].contains(Fixture.scenario) else { return }
          say("Walls begins \(event.url)")
          if Fixture.scenario == .heldHandler { await MainActor.run { Hostile.block() } }
          await Signpost.never.wait()
        })
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
    case .slowLaunch, .described, .ownSignal, .wholeLate, .drainingLaunch:
      try await Signpost.cancellation()
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
      module.launch("cover", body: .main { _, _ in say("Roof launches") })
      module.on(OpenURL.self, "open", body: .answering { roof, event, _ in roof.open(event) })
      module.shutdown("uncover", .prompt) { roof in await roof.uncover() }
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
