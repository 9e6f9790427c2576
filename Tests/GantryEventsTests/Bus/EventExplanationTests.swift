// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

@MainActor
struct EventExplanationTests {
  let bus = EventBus()

  @Test func `an event without listeners says so`() {
    #expect(bus.explain(Woke.self).description == "Woke: no listeners")
    #expect(!bus.isHandled(Woke.self))
  }

  @Test func `an explanation lists the handlers in order, and why the others don't hear the event`()
  {
    func handler(_ options: HandlerOptions, _ line: Int) -> EventHandler {
      .main(Woke.self, name: "woke", options: options, site: "App/Module.swift:\(line)") {
        _ in
      }
    }
    bus.join("Orders", order: 2, handler(HandlerOptions(), 1))
    bus.join("Account", order: 1, handler(HandlerOptions(priority: -400), 2))
    bus.declare("Late", order: 3, handlers: [handler(HandlerOptions(), 3).declaration])
    bus.declare("Bad", order: 4, handlers: [handler(HandlerOptions(), 4).declaration])
    bus.discard("Bad", reason: "failed: no disk")
    let host = bus.observe(
      Woke.self, as: "Host", beforeModules: true, fileID: "App/Host.swift", line: 9
    ) { _ in }
    bus.send(Woke())
    bus.join("Single", order: 5, handler(HandlerOptions(.once), 5))
    bus.send(Woke())
    #expect(
      bus.explain(Woke.self).description == """
        Woke:
          1. Host.subscription (App/Host.swift:9), before the modules
          2. Orders.woke (App/Module.swift:1)
          3. Account.woke (App/Module.swift:2), priority -400
          - Late.woke (App/Module.swift:3): has not launched, 1 held
          - Bad.woke (App/Module.swift:4): does not hear it, failed: no disk
          - Single.woke (App/Module.swift:5), once: has run once, as declared
        """)
    bus.discard("Single", reason: "failed")
    #expect(bus.explain(Woke.self).unheard.last?.state == .onceUsed)
    withExtendedLifetime(host) {}
  }

  @Test func `handlers of every named event are listed in order among those of one name`() {
    bus.join("A", order: 2, .named("placed", name: "a") { _ in })
    bus.join("B", order: 1, .background(NamedEvent.self, name: "b") { _ in })
    #expect(bus.explain(named: "placed").handlers.map(\.listener) == ["B", "A"])
  }

  @Test func `an event that its once handler has had is no longer handled`() {
    bus.join(
      "A", order: 1, .main(Woke.self, name: "woke", options: HandlerOptions(.once)) { _ in },
      .main(MayQuit.self, name: "quit") { _ in })
    #expect(bus.isHandled(Woke.self) && bus.isHandled(MayQuit.self))
    bus.send(Woke())
    #expect(!bus.isHandled(Woke.self) && bus.isHandled(MayQuit.self))
  }

  @Test func `an event is handled from the first declaration until the last listener is detached`()
    async
  {
    bus.declare("A", order: 1, handlers: [HandlerDeclaration(Placed.self, name: "placed")])
    #expect(bus.isHandled(Placed.self))
    bus.attach("A", [.background(Placed.self, name: "placed") { _ in }])
    bus.activate("A")
    #expect(bus.explain(Placed.self).heard.map(\.listener) == ["A"])
    await bus.detach("A")
    #expect(!bus.isHandled(Placed.self))
    #expect(bus.explain(Placed.self).unheard.map(\.state) == [.silent(reason: "stopped")])
  }

  @Test func `a name is handled by subscriptions to it, not by those to all names`() {
    let bus = EventBus()
    let all = bus.observe(NamedEvent.self) { _ in }
    #expect(!bus.isHandled(named: "orders.placed"))
    #expect(bus.isHandled(NamedEvent.self))
    #expect(bus.explain(named: "orders.placed").handlers.count == 1)
    let one = bus.observe(named: "orders.placed") { _ in }
    #expect(bus.isHandled(named: "orders.placed"))
    #expect(!bus.isHandled(named: "orders.gone"))
    one.cancel()
    #expect(!bus.isHandled(named: "orders.placed"))
    all.cancel()
  }
}
