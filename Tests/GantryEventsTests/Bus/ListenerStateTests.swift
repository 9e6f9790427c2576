// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryEvents

/// The state of one listener, without a bus.
@Suite struct ListenerStateTests {
  private static let placed = EventKey(Placed.self)
  private static let woke = EventKey(Woke.self)
  private static let identity = Listener.Identity(id: 1, name: "Orders", rank: 0, bridge: nil)

  private var listener = Listener(Self.identity, order: 0, phase: .live)
  private var mailbox = Mailbox()

  private static func mail(_ key: EventKey = placed, isLimited: Bool = false) -> Listener.Mail {
    Listener.Mail(key: key, event: Placed(), sentAt: .zero, isLimited: isLimited)
  }

  private static func record(
    _ name: String, backlog: EventBacklog? = nil, named event: String? = nil
  ) -> HandlerRecord {
    let options = HandlerOptions(backlog: backlog)
    let declaration =
      event.map { HandlerDeclaration(named: $0, name: name, options: options) }
      ?? HandlerDeclaration(Placed.self, name: name, options: options)
    return HandlerRecord(id: 1, owner: identity, declaration: declaration, once: nil, body: nil)
  }

  @Test(
    arguments: [
      (.declared, [true, true, true]), (.created, [true, true, false]),
      (.live, [false, false, false]), (.removed("stopped"), [false, false, false]),
    ] as [(Listener.Phase, [Bool])])
  func `an event waits until its listener reaches the right phase`(
    phase: Listener.Phase, holds: [Bool]
  ) {
    let listener = Listener(Self.identity, order: 0, phase: phase)
    let policies = [LaunchingPolicy.hold, .latest, .atCreation]
    #expect(policies.map { listener.holds($0) } == holds)
    #expect(listener.isSilenced == (phase == .removed("stopped")))
  }

  @Test mutating func `a backlog is reported at its threshold and each doubling, then again`() {
    func told(_ count: Int) -> [Int] {
      (0..<count).compactMap { _ in
        mailbox.add(Self.mail())
        return mailbox.isToWarn(from: 3) ? mailbox.waiting : nil
      }
    }
    #expect(told(13) == [3, 6, 12])
    #expect(mailbox.takeMail().count == 13)
    #expect(told(4) == [], "the mailbox was emptied, and that was not noted")
    #expect(mailbox.takeMail().count == 4)
    mailbox.forgetWarning()
    #expect(told(4) == [3])
  }

  @Test mutating func `events with a limit are counted while they wait`() {
    for isLimited in [true, false, true] {
      mailbox.add(Self.mail(isLimited: isLimited))
      mailbox.add(Self.mail(Self.woke, isLimited: isLimited))
    }
    #expect(mailbox.count(of: Self.placed) == 2)
    #expect(mailbox.waiting == 6)
    mailbox.left(Self.mail(isLimited: false))
    #expect(mailbox.count(of: Self.placed) == 2)
    for count in [1, 0, 0] {
      mailbox.left(Self.mail(isLimited: true))
      #expect(mailbox.count(of: Self.placed) == count)
    }
    #expect(mailbox.count(of: Self.woke) == 2)
    mailbox.held.append(
      Listener.Held(key: Self.woke, policy: .hold, content: .mail(Self.mail(Self.woke))))
    #expect(mailbox.count(of: Self.woke) == 3)
    #expect(mailbox.takeMail().count == 6)
    #expect(mailbox.count(of: Self.woke) == 1, "what is held is not in the mailbox")
    #expect(mailbox.takeHeld().count == 1)
    #expect(mailbox.waiting == 0)
  }

  @Test mutating func `a listener has no mailbox before its first event`() {
    #expect(listener.mailbox == nil)
    #expect(listener.isIdle && listener.waiting == 0)
    listener.mailbox?.add(Self.mail())
    #expect(listener.waiting == 0, "there is nothing to add it to")
    listener.openMailbox()
    listener.mailbox?.add(Self.mail())
    listener.openMailbox()
    #expect(!listener.isIdle && listener.waiting == 1, "it was not replaced")
    var copy = listener
    #expect(copy.mailbox?.mail.popFirst() != nil)
    #expect(copy.isIdle && listener.waiting == 1)
    listener.mailbox = nil
    #expect(listener.mailbox == nil)
  }

  @Test func `a listener is small, since an app may have thousands without events`() {
    #expect(MemoryLayout<Listener?>.stride <= 96)
  }

  @Test mutating func `the first handler that states a limit sets it for its event`() {
    #expect(listener.backlog(of: Self.placed, .oldest(9)) == .oldest(9))
    listener.setHandlers([
      Self.record("a"), Self.record("b", backlog: .newest(2)),
      Self.record("c", backlog: .newest(3)),
    ])
    #expect(listener.backlog(of: Self.placed, .oldest(9)) == .newest(2))
    #expect(listener.backlog(of: Self.woke, .oldest(9)) == .oldest(9))
    listener.setHandlers([Self.record("a")])
    #expect(listener.backlog(of: Self.placed, .unlimited) == .unlimited)
  }

  @Test mutating func `a listener names the events that it has handlers for`() {
    listener.setHandlers([Self.record("a"), Self.record("b", named: "opened")])
    #expect(listener.eventName(of: Self.placed) == "Placed")
    #expect(listener.eventName(of: EventKey(NamedEvent.self, name: "closed")) == "closed")
    #expect(listener.eventName(of: Self.woke) == "an event")
  }

  @Test(
    arguments: [
      (.declared, 0..<2, true), (.declared, 0..<1, false), (.declared, 1..<3, false),
      (.created, 0..<2, false), (.live, 0..<2, false),
    ] as [(Listener.Phase, Range<Int>, Bool)])
  func `bodies are bound once, and only to the declared handlers`(
    phase: Listener.Phase, places: Range<Int>, isBound: Bool
  ) {
    let records = ["a", "b", "c"].map { Self.record($0) }
    let body = EventHandler.background(Placed.self, name: "a") { _ in }.body
    var listener = Listener(Self.identity, order: 0, phase: phase)
    listener.setHandlers(Array(records.prefix(2)))
    let declarations = records[places].map(\.declaration)
    #expect(listener.declares(declarations) == (places == 0..<2))
    #expect(listener.bind(declarations.map { ($0, body) }) == isBound)
    #expect(listener.handlers.count { $0.body != nil } == (isBound ? 2 : 0))
    #expect(listener.declares(declarations) == (places == 0..<2 && !isBound))
    let again = listener.bind(declarations.map { ($0, body) })
    #expect(!again)
  }
}
