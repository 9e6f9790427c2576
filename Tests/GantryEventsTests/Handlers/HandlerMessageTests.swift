// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryEvents

@Suite struct HandlerMessageTests {
  @Test(
    arguments: [
      (.answeredTwice(by: "Orders"), "Orders answered a second time, which was ignored"),
      (.answeredLate(by: "Orders"), "Orders answered after the deadline, which was ignored"),
      (
        .notExpected(from: "Orders"),
        "Orders answered after every listener had been asked, which was ignored; "
          + "call reply.expect(context.name) while it handles the event"
      ),
      (.missing(from: ["Orders"]), "no answer before the deadline from Orders"),
      (
        .missing(from: ["Messages", "Orders"]),
        "no answer before the deadline from Messages, Orders"
      ),
      (
        .cancelled(["Orders.sync"]),
        "the time that the system gives is up: Orders.sync was cancelled"
      ),
      (
        .cancelled(["Orders.sync", "cleanUp"]),
        "the time that the system gives is up: Orders.sync and cleanUp were cancelled"
      ),
    ] as [(ReplyWarning, String)])
  func `a reply's warning names the listener`(warning: ReplyWarning, text: String) {
    #expect(warning.description == text)
  }

  @Test(
    arguments: [
      ("Orders", "hear", "Orders.hear"), ("hear", "hear", "hear"),
    ] as [(ModuleName, String, String)])
  func `a handler is named with its module, and a function is its own`(
    listener: ModuleName, name: String, text: String
  ) {
    let failure = HandlerFailure(listener: listener, handler: name, event: "E", message: "m")
    #expect(failure.description == "\(text) failed on E: m")
    let handler = EventExplanation.Handler(
      listener: listener, name: name, options: HandlerOptions(), isBeforeModules: nil,
      declaredAt: nil,
      state: .hears, waiting: 0, dropped: 0)
    #expect(handler.description == text)
  }

  @Test(
    arguments: [
      (.hears, "hears it"), (.notLaunched(held: 3), "has not launched, 3 held"),
      (.onceUsed, "has run once, as declared"),
      (.silent(reason: "stopped"), "does not hear it, stopped"),
    ] as [(EventExplanation.State, String)])
  func `a state of a handler reads as a clause`(state: EventExplanation.State, text: String) {
    #expect(state.description == text)
  }
}
