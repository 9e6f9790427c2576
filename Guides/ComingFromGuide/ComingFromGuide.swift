// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

@main
struct ComingFromGuide {
  @MainActor static func main() async throws {
    LaunchQueue.launch()
    let closures = LaunchQueue.application()
    for fault in closures.check() { print(fault) }

    let application = Application(schemes: ["shop"])
    try await application.start()
    try await callRoutes(of: application)
    print("\(Container.shared.cartStore()?.count() ?? 0) in the container")
    await application.stop()
  }
}
