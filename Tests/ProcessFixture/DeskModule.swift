// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

/// Takes orders from URLs, and from clients that send the next one as soon as the last is done.
final class DeskModule: Module {
  struct Order: Event {
    var name = ""
    var isDone = Signpost()
  }

  static var manifest: ModuleManifest {
    ModuleManifest(of: DeskModule.self) { module in
      module.launch(
        "serve", TaskOptions(.afterReady),
        body: .background { _, context in
          guard Fixture.scenario == .busy else { return }
          await withTaskGroup { group in
            for _ in 1...4 { group.addTask { await order(context.events) } }
          }
        })
      module.on(
        Order.self, "work",
        body: .background { _, order, _ in
          if order.name.isEmpty { say("Desk is busy") }
          if Fixture.scenario == .busy { await Signpost.closed.wait() }
          for _ in 0..<10 { await Task.yield() }
          if !order.name.isEmpty { say("Desk has done \(order.name)") }
          order.isDone.reach()
        })
      module.on(
        OpenURL.self, "open",
        body: .answering { _, event, context in
          guard event.url.host == "desk" else { return false }
          say("Desk opens \(event.url)")
          if event.url.path == "/closed" { Signpost.closed.reach() }
          context.events.send(Order(name: event.url.lastPathComponent))
          return true
        })
    }
  }

  init(context: ModuleContext) {}

  /// A client's orders, one after another.
  private static func order(_ events: EventBus) async {
    for _ in 1...20 {
      let order = Order()
      events.send(order)
      await order.isDone.wait()
    }
  }
}
