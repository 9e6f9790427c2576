// SPDX-License-Identifier: Apache-2.0

// region: program
import GantryRouting

@RoutePattern("orders/:id")
struct OrderPage {
  typealias Output = String
  var id: Int
}

@main
struct RouterGuide {
  static func main() async throws {
    let handlers = [
      RouteHandler.anywhere(OrderPage.self, name: "Orders/order", owner: "Orders") { route in
        "order \(route.id)"
      }
    ]
    let table = RouteTable(handlers.map(\.declaration))
    for fault in table.check() { print(fault) }

    let router = Router(table, report: { notice in print(notice) })
    router.attach(handlers, owner: "Orders")
    print(try await router.call(OrderPage(id: 7)))
    print(try await router.call("orders/8", as: String.self))

    router.detach(owner: "Orders", because: "is closed")
    do {
      _ = try await router.call(OrderPage(id: 9))
    } catch {
      print(error)
    }
  }
}
// endregion
