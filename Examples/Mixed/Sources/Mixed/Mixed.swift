// SPDX-License-Identifier: Apache-2.0

import Gantry

@main
struct Mixed {
  static func main() async throws {
    let app = Application()
    if let manifest = try app.requestedManifest() { return print(manifest) }
    let events = app.events.stream(of: NamedEvent.self, bufferingNewest: 10)
    print(try await app.start())
    var missing: Set = ["badges.changed", "crashes.noted"]
    for await event in events where missing.remove(event.name) != nil {
      if case .integer(let number)? = event["number"] { print("badge: \(number)") }
      if case .string(let place)? = event["place"] { print("noted: an order at \(place)") }
      if missing.isEmpty { break }
    }
    app.events.send(DidEnterBackground())
    await app.stop()
  }
}
