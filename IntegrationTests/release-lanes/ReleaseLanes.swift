// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Gantry

@main struct ReleaseLanes {
  /// Runs every function once, and prints where each ran.
  static func main() async throws {
    DispatchQueue.main.setSpecific(key: .isMain, value: true)
    let app = Application()
    try await app.start()
    app.events.send(Ping())
    app.events.send(NamedEvent("Named"))
    await app.events.waitUntilHandled()
    for route in routes { _ = try await app.router.call("/\(route)", as: Int.self) }
    _ = await app.waitUntilIdle()
    await app.stop()
    for line in lines.withLock({ $0.sorted() }) { print(line) }
  }
}
