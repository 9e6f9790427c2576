// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Gantry

/// Names no module.
@main
struct Cafe {
  static func main() async throws {
    let application = Application()
    print("linked:", application.manifest.modules.map(\.name.rawValue).joined(separator: " "))
    try await application.start()
    await MainActor.run { application.events.send(DidBecomeActive()) }
    await application.stop()
  }
}
