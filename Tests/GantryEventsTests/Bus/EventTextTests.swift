// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryEvents

/// Descriptions of the bus and its listeners.
@Suite struct EventTextTests {
  private static func handler(
    _ options: HandlerOptions = HandlerOptions(), beforeModules: Bool? = nil,
    declaredAt: String? = nil, state: EventExplanation.State = .hears, waiting: Int = 0,
    dropped: Int = 0
  ) -> EventExplanation.Handler {
    EventExplanation.Handler(
      listener: "Orders", name: "reload", options: options, isBeforeModules: beforeModules,
      declaredAt: declaredAt, state: state, waiting: waiting, dropped: dropped)
  }

  @Test(arguments: [
    (handler(), "Orders.reload"),
    (handler(declaredAt: "Orders/Orders.swift:7"), "Orders.reload (Orders/Orders.swift:7)"),
    (handler(beforeModules: true), "Orders.reload, before the modules"),
    (handler(beforeModules: false), "Orders.reload, after the modules"),
    (handler(HandlerOptions(priority: .standard)), "Orders.reload, priority 0"),
    (handler(HandlerOptions(.once, priority: -7)), "Orders.reload, priority -7, once"),
    (handler(waiting: 1), "Orders.reload, 1 waiting"),
    (handler(dropped: 1), "Orders.reload, 1 dropped"),
    (
      handler(state: .notLaunched(held: 0), waiting: 2, dropped: 3),
      "Orders.reload, 2 waiting, 3 dropped: has not launched, 0 held"
    ),
    (
      handler(HandlerOptions(.once), state: .onceUsed),
      "Orders.reload, once: has run once, as declared"
    ),
  ])
  func `a handler's description includes every unusual detail`(
    handler: EventExplanation.Handler, text: String
  ) { #expect(handler.description == text) }

  @Test func `an explanation numbers the handlers that hear the event and lists the others last`() {
    let silent = Self.handler(state: .silent(reason: "stopped"))
    let held = Self.handler(state: .notLaunched(held: 1))
    let heard = Self.handler(waiting: 4)
    let explanation = EventExplanation(event: "Placed", handlers: [silent, heard, held, heard])
    #expect(explanation.heard == [heard, heard])
    #expect(explanation.unheard == [silent, held])
    #expect(
      explanation.description == """
        Placed:
          1. Orders.reload, 4 waiting
          2. Orders.reload, 4 waiting
          - Orders.reload: does not hear it, stopped
          - Orders.reload: has not launched, 1 held
        """)
    #expect(EventExplanation(event: "Placed", handlers: []).description == "Placed: no listeners")
    var unknown = EventExplanation(event: "Placd", handlers: [])
    unknown.near = ["Placed"]
    #expect("\(unknown)" == "Placd: no listeners. Did you mean Placed?")
  }

  @Test(arguments: [
    (3, nil, 0, "3 events are waiting for Orders; the first, Placed, for 1.5 s"),
    (
      3, "Woke", 0,
      "3 events are waiting for Orders; the first, Placed, for 1.5 s; it is handling Woke"
    ),
    (3, nil, 2, "3 events are waiting for Orders; the first, Placed, for 1.5 s; 2 were dropped"),
    (1, nil, 1, "1 event is waiting for Orders; the first, Placed, for 1.5 s; 1 was dropped"),
    (
      3, "Woke", 2,
      """
      3 events are waiting for Orders; the first, Placed, for 1.5 s; it is handling Woke; \
      2 were dropped
      """
    ),
  ])
  func `a backlog's description has its first event and that event's age`(
    count: Int, handling: String?, dropped: Int, text: String
  ) {
    let backlog = MailboxBacklog(
      listener: "Orders", event: "Placed", count: count, running: 0, age: .milliseconds(1_500),
      handling: handling, dropped: dropped)
    #expect(backlog.description == text)
  }

  @Test(arguments: [
    (["Placed": 1], 1, "Orders will not receive 1 × Placed: it failed"),
    (
      ["Woke": 2, "Placed": 10, "Changed": 1], 13,
      "Orders will not receive 1 × Changed, 10 × Placed, 2 × Woke: it failed"
    ),
  ])
  func `dropped events are counted by name`(events: [String: Int], count: Int, text: String) {
    let dropped = DroppedEvents(listener: "Orders", reason: "failed", events: events)
    #expect(dropped.count == count)
    #expect(dropped.description == text)
  }

  @Test func `a failure names the handler, the event and the error`() {
    let failure = HandlerFailure(
      listener: "Orders", handler: "reload", event: "Placed", message: "Oops()")
    #expect(failure.description == "Orders.reload failed on Placed: Oops()")
  }

  @Test(
    arguments: [
      (.unlimited, nil), (.newest(3), 3), (.oldest(3), 3), (.newest(1), 1), (.newest(0), 1),
      (.oldest(0), 1), (.newest(-5), 1),
    ] as [(EventBacklog, Int?)])
  func `a backlog's limit is at least one`(backlog: EventBacklog, limit: Int?) {
    #expect(backlog.limit == limit)
  }
}
