// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WebAPI

@testable import Web

@Suite struct SessionsTests {
  /// A clock that a test moves.
  private final class Hand: Sendable {
    private let time = Mutex(ContinuousClock.now)
    var now: ContinuousClock.Instant { time.withLock { $0 } }
    func move(_ duration: Duration) { time.withLock { $0 += duration } }
  }

  @Test func `names and tickets are long, and no two are alike`() {
    let secrets = (0..<1000).map { _ in Secret.make() }
    #expect(Set(secrets).count == 1000)
    #expect(secrets.allSatisfy { $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) })
    // Each digit occurs at each place, sooner or later.
    for place in 0..<64 {
      let digits = Set(secrets.map { Array($0.utf8)[place] })
      #expect(digits.count == 16)
    }
  }

  @Test func `a session ends when it is not used`() {
    let hand = Hand()
    let sessions = Sessions { hand.now }
    let name = sessions.begin(customer: "Ada")
    for _ in 0..<3 {
      hand.move(Sessions.life - .seconds(1))
      #expect(sessions.find(name)?.customer == "Ada")
    }
    hand.move(Sessions.life)
    #expect(sessions.find(name) == nil)
    #expect(sessions.count == 0)
  }

  @Test func `there are never too many, and who is signed in goes last`() {
    let hand = Hand()
    let sessions = Sessions { hand.now }
    let ada = sessions.begin(customer: "Ada")
    var guests: [String] = []
    for _ in 0..<(Sessions.most * 2) {
      hand.move(.milliseconds(1))
      guests.append(sessions.begin())
    }
    #expect(sessions.count <= Sessions.most)
    #expect(sessions.find(ada) != nil)
    #expect(sessions.find(guests[0]) == nil)
    #expect(sessions.find(guests[guests.count - 1]) != nil)
  }

  @Test func `a remark is taken once`() {
    let sessions = Sessions()
    let name = sessions.begin()
    sessions.leave(.done("Done."), in: name)
    #expect(sessions.takeRemark(in: name) == .done("Done."))
    #expect(sessions.takeRemark(in: name) == nil)
  }

  @Test func `a browser has a session when somebody needs one`() {
    let sessions = Sessions()
    let browser = Browser(cookie: nil, sessions: sessions)
    #expect(browser.cookie == nil && sessions.count == 0)
    let ticket = browser.ticket()
    #expect(browser.ticket() == ticket && sessions.count == 1)
  }

  private func words(_ claim: Sessions.Claim) -> String {
    switch claim {
    case .first: "first"
    case .again: "again"
    case .unknown: "unknown"
    case .tooMany(let wait): "wait \(wait)"
    }
  }

  @Test func `each form has a ticket of its own, good once and in its session only`() throws {
    let sessions = Sessions()
    let (name, other) = (sessions.begin(), sessions.begin())
    let tickets = try (0..<3).map { _ in try #require(sessions.makeTicket(in: name)) }
    #expect(Set(tickets).count == 3)
    #expect(words(sessions.claim(tickets[0], in: other)) == "unknown")
    #expect(words(sessions.claim(String(tickets[0].dropLast()), in: name)) == "unknown")
    #expect(words(sessions.claim("", in: name)) == "unknown")
    guard case .first(let form) = sessions.claim(tickets[0], in: name),
      case .again(let same) = sessions.claim(tickets[0], in: name)
    else {
      Issue.record("the ticket is not taken once")
      return
    }
    #expect(form === same)
    // The answer outlives the session, and its ticket is worth nothing in another one.
    sessions.end(name)
    #expect(words(sessions.claim(tickets[0], in: other)) == "unknown")
    #expect(words(sessions.claim(tickets[0], in: name)) == "again")
    #expect(words(sessions.claim(tickets[1], in: name)) == "unknown")
  }

  @Test func `a form is too old when the browser was shown many others`() throws {
    let sessions = Sessions()
    let name = sessions.begin()
    let tickets = try (0...Sessions.mostShown).map { _ in
      try #require(sessions.makeTicket(in: name))
    }
    #expect(words(sessions.claim(tickets[0], in: name)) == "unknown")
    #expect(words(sessions.claim(tickets[1], in: name)) == "first")
  }

  @Test func `a form that did nothing may be sent once more`() throws {
    let sessions = Sessions()
    let name = sessions.begin()
    let ticket = try #require(sessions.makeTicket(in: name))
    for _ in 0..<2 {
      #expect(words(sessions.claim(ticket, in: name)) == "first")
      sessions.release(ticket, in: name)
    }
  }

  @Test func `only so many forms are taken in a minute, signed in or not`() throws {
    let hand = Hand()
    let sessions = Sessions(formsPerMinute: 2) { hand.now }
    var name = sessions.begin()
    func claim() throws -> String {
      words(sessions.claim(try #require(sessions.makeTicket(in: name)), in: name))
    }
    #expect(try claim() == "first")
    name = sessions.begin(customer: "Ada", insteadOf: name)
    #expect(try claim() == "first")
    hand.move(.seconds(50))
    #expect(try claim().hasPrefix("wait 1"))
    hand.move(.seconds(10))
    #expect(try claim() == "first")
  }

  @Test func `of very many forms the latest are known`() throws {
    let hand = Hand()
    let sessions = Sessions(formsPerMinute: .max) { hand.now }
    let name = sessions.begin()
    let tickets = try (0...Sessions.mostSent).map { _ in
      hand.move(.milliseconds(1))
      let ticket = try #require(sessions.makeTicket(in: name))
      _ = sessions.claim(ticket, in: name)
      return ticket
    }
    #expect(words(sessions.claim(tickets[0], in: name)) == "unknown")
    #expect(words(sessions.claim(tickets[Sessions.mostSent], in: name)) == "again")
  }

  @Test(arguments: [
    (nil, false), ("", false), ("bazaar_session=short", false), ("other=NAME", false),
    ("bazaar_session=NAME", true), ("a=b; bazaar_session=NAME; c=d", true),
    ("bazaar_session=NAME=", false), ("x_bazaar_session=NAME", false), ("bazaar_session", false),
  ])
  func `the session is found among the cookies`(header: String?, isFound: Bool) {
    let name = Secret.make()
    let found = Cookies.session(in: header?.replacing("NAME", with: name))
    #expect(found == (isFound ? name : nil))
  }
}
