// SPDX-License-Identifier: Apache-2.0

// region: module
import Gantry

@Module(requires: "loadMap")
final class OrdersModule: Sendable {
  @Launch func open(context: ModuleContext) async throws {
    let place = try await context.router.call("map/harbor", as: String.self)
    context.events.send(NamedEvent("orders.placed", ["item": "tea", "place": .string(place)]))
  }
}
// endregion
