// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryProcess

@Suite struct ForcedEndTests {
  private let end = ForcedEnd(stopLimit: .seconds(20), terminate: SIGTERM)

  @Test(arguments: [
    (SIGINT, SIGINT, Duration.zero, true), (SIGTERM, SIGINT, .zero, true),
    (SIGINT, SIGTERM, .zero, true), (SIGTERM, SIGTERM, .milliseconds(999), false),
    (SIGTERM, SIGTERM, .seconds(1), true),
  ])
  func `a second signal ends the process, except for an echo of SIGTERM`(
    first: Int32, second: Int32, later: Duration, ends: Bool
  ) {
    var end = end
    #expect(end.take(first, at: .seconds(5)) == nil)
    #expect(end.take(second, at: .seconds(5) + later) == (ends ? .signal(second) : nil))
  }

  @Test func `the first request to stop starts the stop's time limit`() {
    var end = end
    #expect(end.next == nil)
    #expect(end.timeLeft(at: .seconds(3)) == .seconds(19))
    end.beginStop(at: .seconds(5))
    _ = end.take(SIGTERM, at: .seconds(9))
    #expect(end.next == .seconds(24))
    #expect(end.timeLeft(at: .seconds(10)) == .seconds(14))
    #expect(end.overdue(at: .milliseconds(23_999)) == nil)
    #expect(end.overdue(at: .seconds(24)) == .stop(limit: .seconds(20)))
  }

  @Test func `a drain comes before the time of the stop, unless the stop begins earlier`() {
    var end = end
    _ = end.take(SIGTERM, at: .seconds(5), drain: .seconds(4))
    #expect(end.next == .seconds(28))
    #expect(end.timeLeft(at: .seconds(6)) == .seconds(19))
    #expect(end.timeLeft(at: .seconds(10)) == .seconds(18))
    end.beginStop(at: .seconds(6))
    #expect(end.next == .seconds(25))
    #expect(end.timeLeft(at: .seconds(10)) == .seconds(15))
  }

  @Test func `a launch that exceeds its limit gets the time of a stop`() {
    var end = end
    end.beginLaunch(within: .seconds(2), at: .zero)
    #expect(end.overdue(at: .milliseconds(20_999)) == nil)
    #expect(end.overdue(at: .seconds(21)) == .launch(limit: .seconds(2), stop: .seconds(20)))
    end.endLaunch()
    #expect(end.overdue(at: .seconds(22)) == nil)
    #expect(end.next == nil)
  }

  @Test(arguments: [Duration.zero, .seconds(5), .seconds(Int64.max)])
  func `the last message and the exit handlers are within the bound, whatever it is`(
    limit: Duration
  ) throws {
    var end = ForcedEnd(stopLimit: limit, terminate: SIGTERM)
    end.beginLaunch(within: limit, at: .seconds(1))
    #expect(try #require(end.next) + end.grace == .seconds(1) + limit + limit)
    end.beginStop(at: .seconds(2))
    #expect(try #require(end.next) + end.grace == .seconds(2) + limit)
    #expect(end.timeLeft(at: .seconds(2)) + end.grace == limit)
  }

  @Test func `the last words name the bound, the status and the holders`() {
    let reason = ForcedEnd.Reason.stop(limit: .seconds(20))
    #expect(
      reason.text(["line 1", "Orders"]) == """
        error: the program did not stop within 20.0 s, the limit of `Application.Limits(stop:)`, \
        and ends with status 70.
        Held by:
        - line 1
        - Orders

        """)
    #expect(reason.code == .stopOverdue)
    #expect(
      ForcedEnd.Reason.signal(SIGINT).text(["Orders"])
        == "error: a second signal ends the program at once, with status 130.\n")
    #expect(ForcedEnd.Reason.signal(SIGINT).code == .interrupted)
    #expect(ForcedEnd.Reason.signal(SIGTERM).code == .terminated)
    #expect(
      ForcedEnd.Reason.launch(limit: .seconds(1), stop: .seconds(2)).code == .stopOverdue)
  }
}
