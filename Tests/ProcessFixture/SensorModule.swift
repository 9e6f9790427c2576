// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

/// Says that it is degraded, or well again, when a URL tells it to.
final class SensorModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: SensorModule.self) { module in
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
