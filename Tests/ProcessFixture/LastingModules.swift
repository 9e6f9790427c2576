// SPDX-License-Identifier: Apache-2.0

import Gantry
import ServiceLifecycle
import GantrySupport

/// Long-running work that ends by itself when it is asked to.
final class WaterModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: WaterModule.self) { module in
      module.run("flow", RunOptions(retry: .immediately(5))) { module, _ in
        guard module.calls.wrappingAdd(1, ordering: .relaxed).newValue > 1 else { throw Leak() }
        say("water flows")
        try? await gracefulShutdown()
        say("water ends, \(Task.isCancelled ? "cancelled" : "asked to")")
      }
      module.shutdown("close") { _ in say("Water closes") }
    }
  }

  private struct Leak: Error, CustomStringConvertible { let description = "a leak" }

  private let calls = Atomic(0)

  init(context: ModuleContext) {}
}

/// A service as long-running work, which needs the water to its end.
final class TapModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: TapModule.self, ModuleOptions(requires: "Water")) { module in
      module.run("service") { module, _ in try await module.service.run() }
      module.shutdown("close") { _ in say("Tap closes") }
    }
  }

  let service: some Service = TapService()

  init(context: ModuleContext) {}
}

struct TapService: Service {
  func run() async throws {
    say("tap drips")
    try? await cancelWhenGracefulShutdown { try await Signpost.cancellation() }
    say("tap ends")
  }
}
