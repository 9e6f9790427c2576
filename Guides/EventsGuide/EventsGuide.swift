// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryAppEvents

// region: interface
struct SignedIn: Event { let name: String }

/// Asked before the account is closed; one refusal is enough.
struct ShouldCloseAccount: LifecycleEvent {
  static var merge: MergeRule<Bool> { .all }
}
// endregion

// region: own
/// Asks for the customer's name; the first module that knows it answers.
struct NameWanted: LifecycleEvent {
  static var merge: MergeRule<String?> { .first() }
}

/// A product to show, which a module that is still launching must not miss.
struct ShowProduct: LifecycleEvent {
  let id: Int

  static var merge: MergeRule<Bool> { .any }
  static var whileLaunching: LaunchingPolicy { .hold }
}

/// Asks for the weight of all that modules send to the customer.
struct WeightWanted: LifecycleEvent {
  static var merge: MergeRule<Double> { MergeRule("sum", unanswered: 0) { $0 + $1 } }
}
// endregion

// region: handlers
@Module
@MainActor
final class OrdersModule {
  private var open = ["tea"]
  private var customer = "guest"

  @On func canClose(_ event: ShouldCloseAccount) -> Bool { open.isEmpty }

  @On func opened(_ event: OpenURL) -> Bool { event.url.host() == "orders" }

  @On func signedIn(_ event: SignedIn) async { customer = event.name }

  @On(.once, priority: .high) func active(_ event: DidBecomeActive) { print("active") }

  @On func fetch(_ event: PerformBackgroundFetch, context: ModuleContext) async {
    event.reply.answer(.newData, from: context.name)
  }
}
// endregion

// region: named-handler
@Module
actor StockModule {
  private var placed = 0

  @On(named: "stock.changed") func count(_ event: NamedEvent) { placed += 1 }
}
// endregion

// region: backlog
struct LocationChanged: Event {
  let latitude: Double
  let longitude: Double

  /// Only the last place counts: an older one that still waits goes.
  static var backlog: EventBacklog { .newest(1) }
}
// endregion

// region: open-now
@MainActor
func handles(_ url: URL, in application: Application) -> Bool {
  do {
    try application.openNow(OpenURL(url: url))
    return true
  } catch {
    return false  // the error says why
  }
}

/// The page of a URL, for a window that is to show it.
@MainActor
func page(of url: URL, in application: Application) -> Page? {
  try? application.router.openNow(RouteRequest(url), as: Page.self)
}

final class Page {}
// endregion

@main
struct EventsGuide {
  @MainActor static func main() async throws {
    let application = Application()
    try await application.start()
    let events = application.events

    // region: send
    events.send(DidBecomeActive())
    events.send(DidBecomeActive())  // `.once`: heard the first time only
    let mayClose = events.send(ShouldCloseAccount())
    print("may close: \(mayClose)")
    events.send(SignedIn(name: "Ada"))  // returns at once
    await events.waitUntilHandled()  // all that was sent has been handled
    // endregion

    // region: subscribe
    let token = events.observe(SignedIn.self, as: "Window") { event in
      print("the window shows \(event.name)")
    }
    events.send(SignedIn(name: "Grace"))
    await events.waitUntilHandled()
    token.cancel()
    // endregion

    // region: stream
    let names = events.stream(of: SignedIn.self, bufferingNewest: 2)
    for name in ["Ada", "Grace", "Barbara"] { events.send(SignedIn(name: name)) }
    await events.waitUntilHandled()
    print("dropped: \(names.droppedCount)")
    for await event in names {
      print("read: \(event.name)")
      if event.name == "Barbara" { break }
    }
    // endregion

    // region: named
    let listening = events.observe(named: "orders.placed") { event in
      if case .integer(let quantity)? = event["quantity"] { print("\(quantity) placed") }
    }
    events.send(NamedEvent("orders.placed", ["item": "tea", "quantity": 2]))
    await events.waitUntilHandled()
    listening.cancel()
    // endregion

    // region: reply
    let reply = Reply(.fetch, deadline: .seconds(25)) { result in print("fetched: \(result)") }
    events.send(PerformBackgroundFetch(reply: reply))
    await events.waitUntilHandled()  // asynchronous handlers have answered
    reply.seal()  // all were asked; now the last answer or the deadline decides
    // endregion

    // region: explain
    if events.isHandled(OpenURL.self) { print(events.explain(OpenURL.self)) }
    // endregion

    // region: bridge
    let bridge = NotificationBridge(events)
    let published = bridge.publish(DidBecomeActive.self)  // posts gantry.DidBecomeActive
    let opened = bridge.publish(OpenURL.self, as: Notification.Name("LegacyOpenURL")) {
      ["URL": $0.url]
    }
    let received = bridge.receive(Notification.Name("AccountChanged")) { notification in
      (notification.userInfo?["name"] as? String).map(SignedIn.init)
    }
    // endregion
    published.cancel()
    opened.cancel()
    received.cancel()
    await application.stop()
  }
}
