// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Gantry

/// Everything that must not keep a process from ending.
enum Hostile {
  /// The modules that a scenario adds.
  static func modules(of scenario: Scenario) -> [any Module.Type] {
    switch scenario {
    case .snare: [SnareModule.self]
    case .chatter: [ChatterModule.self]
    case .orders, .busy: [DeskModule.self]
    case .sensor: [SensorModule.self]
    case .fragile, .wholeFragile:
      [CrystalModule.self, GlassModule.self, ShelfModule.self]
        + (Fate.hasLamp ? [LampModule.self] : [])
    case .asking, .askingFailed, .askingEarly, .askingAmong: [AskingModule.self]
    case .failingAmong: [FailingModule.self]
    case .blockedInits, .boundedInits: [StuckModule.self, JammedModule.self]
    case .heldMain: [HoldingModule.self]
    default: []
    }
  }

  /// Blocks the calling thread forever.
  static func block() {
    DispatchSemaphore(value: 0).wait()
  }

  /// Blocks every thread that a task could run on.
  static func blockPool() {
    for _ in 0..<64 { Task.detached { block() } }
    Task.detached { @MainActor in block() }
  }

  /// Leaves too little memory for a thread's stack, but enough for everything else.
  static func takeAddressSpace() {
    #if os(Linux)
      let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
        separator: " ")
      let used = (pages?.first.flatMap { UInt($0) } ?? 0) * UInt(sysconf(Int32(_SC_PAGESIZE)))
      var limit = rlimit(rlim_cur: used + 6 << 20, rlim_max: used + 6 << 20)
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #endif
  }
}

/// Routes that never return to their callers.
final class SnareModule: Module {
  static var manifest: ModuleManifest {
    let open = RouteOptions(access: .external)
    return ModuleManifest(of: SnareModule.self) { module in
      module.route(
        "snare/hang", "hang", [], open,
        body: .background { _, _, _ in
          say("Snare hangs")
          await Signpost.never.wait()
        })
      module.route(
        "snare/block", "block", [], open,
        body: .background { _, _, _ in
          say("Snare blocks")
          Hostile.block()
        })
      module.route(
        "snare/main", "main", [], open,
        body: .background { _, _, _ in
          await MainActor.run {
            say("Snare blocks main")
            Hostile.block()
          }
        })
      module.shutdown("open") { _ in say("Snare stops") }
    }
  }

  init(context: ModuleContext) {}
}

/// Sends itself events endlessly.
final class ChatterModule: Module {
  struct Word: Event {}

  static var manifest: ModuleManifest {
    ModuleManifest(of: ChatterModule.self) { module in
      module.on(
        Word.self, "hear",
        body: .background { _, _, context in
          await Task.yield()
          context.events.send(Word())
        })
      module.launch(
        "begin", TaskOptions(.afterReady),
        body: .background { _, context in context.events.send(Word()) }
      )
    }
  }

  init(context: ModuleContext) {}
}

/// Holds the main actor once the app is ready.
final class HoldingModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: HoldingModule.self) { module in
      module.launch(
        "hold", TaskOptions(.afterReady),
        body: .main { _, _ in
          say("Holding holds")
          Hostile.block()
        })
    }
  }

  init(context: ModuleContext) {}
}

/// Is never created.
final class StuckModule: Module {
  static var manifest: ModuleManifest { ModuleManifest(of: StuckModule.self) { _ in } }

  init(context: ModuleContext) {
    say("Stuck begins")
    Hostile.block()
  }
}

/// Is never created either.
final class JammedModule: Module {
  static var manifest: ModuleManifest { ModuleManifest(of: JammedModule.self) { _ in } }

  init(context: ModuleContext) {
    say("Jammed begins")
    Hostile.block()
  }
}
