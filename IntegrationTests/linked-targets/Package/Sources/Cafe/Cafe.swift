// SPDX-License-Identifier: Apache-2.0

import Gantry

/// Names no module.
@main
struct Cafe {
  static func main() async throws {
    let application = Application()
    print("linked:", application.manifest.names.map(\.rawValue).joined(separator: " "))
    try await application.start()
    await MainActor.run { application.events.send(DidBecomeActive()) }
    await application.stop()
  }
}
