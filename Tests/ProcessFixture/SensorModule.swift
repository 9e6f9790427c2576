// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

/// Prints the kernel's reports on memory and the clock.
final class SensorModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: SensorModule.self) { module in
      module.on(
        DidReceiveMemoryPressure.self, "memory",
        body: .main { _, event, _ in
          say("memory \(event.level)")
        })
      module.on(
        SignificantTimeChange.self, "clock", body: .main { _, _, _ in say("the clock was set") })
      module.on(
        OpenURL.self, "clean",
        body: .answering { _, event, context in
          guard event.url.host == "sensor" else { return false }
          let isClean = event.url.path == "/clean"
          if isClean { context.health.ready() } else { context.health.degraded(because: "dust") }
          return true
        })
    }
  }

  init(context: ModuleContext) {}
}
