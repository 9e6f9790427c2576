// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
    // Each digit stands at each place, sooner or later.
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
    #expect(!browser.isOwn(ticket: ""))
    let ticket = browser.ticket()
    #expect(browser.ticket() == ticket && sessions.count == 1)
    #expect(browser.isOwn(ticket: ticket) && !browser.isOwn(ticket: Secret.make()))
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
