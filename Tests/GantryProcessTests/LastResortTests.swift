// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryProcess

@Suite struct LastResortTests {
  private let resort = LastResort(stopLimit: .seconds(20), terminate: SIGTERM)

  @Test(arguments: [
    (SIGINT, SIGINT, Duration.zero, true), (SIGTERM, SIGINT, .zero, true),
    (SIGINT, SIGTERM, .zero, true), (SIGTERM, SIGTERM, .milliseconds(999), false),
    (SIGTERM, SIGTERM, .seconds(1), true),
  ])
  func `a second signal ends the process, except for an echo of SIGTERM`(
    first: Int32, second: Int32, later: Duration, ends: Bool
  ) {
    var resort = resort
    #expect(resort.take(first, at: .seconds(5)) == nil)
    #expect(resort.take(second, at: .seconds(5) + later) == (ends ? .signal(second) : nil))
  }

  @Test func `the first request to stop starts the stop's time limit`() {
    var resort = resort
    #expect(resort.next == nil)
    #expect(resort.timeLeft(at: .seconds(3)) == .seconds(20))
    resort.beginStop(at: .seconds(5))
    _ = resort.take(SIGTERM, at: .seconds(9))
    #expect(resort.next == .seconds(25))
    #expect(resort.timeLeft(at: .seconds(10)) == .seconds(15))
    #expect(resort.overdue(at: .milliseconds(24_999)) == nil)
    #expect(resort.overdue(at: .seconds(25)) == .stop(limit: .seconds(20)))
  }

  @Test func `a launch that exceeds its limit gets the time of a stop`() {
    var resort = resort
    resort.beginLaunch(within: .seconds(2), at: .zero)
    #expect(resort.overdue(at: .seconds(21)) == nil)
    #expect(resort.overdue(at: .seconds(22)) == .launch(limit: .seconds(2), stop: .seconds(20)))
    resort.endLaunch()
    #expect(resort.overdue(at: .seconds(22)) == nil)
    #expect(resort.next == nil)
  }

  @Test func `a system without threads ends only a launch that makes no progress`() {
    var resort = resort
    resort.beginLaunch(within: nil, at: .zero)
    #expect(!resort.isProbeDue(at: .milliseconds(999)))
    #expect(resort.isProbeDue(at: .seconds(1)))
    #expect(resort.probed(false, progress: 1, at: .seconds(1)) == nil)
    #expect(resort.probed(false, progress: 1, at: .seconds(2)) == nil)
    #expect(resort.probed(false, progress: 2, at: .seconds(3)) == nil, "it goes on")
    #expect(resort.probed(false, progress: 2, at: .seconds(4)) == nil)
    #expect(resort.probed(true, progress: 0, at: .seconds(5)) == nil, "there is one again")
    #expect(resort.probed(false, progress: 2, at: .seconds(6)) == nil)
    #expect(resort.probed(false, progress: 2, at: .seconds(7)) == nil)
    #expect(resort.probed(false, progress: 2, at: .seconds(8)) == .threads)
  }

  @Test func `the last words name the bound, the status and the holders`() {
    let text = Obituary(.stop(limit: .seconds(20))).text(["line 1", "Orders"])
    #expect(
      text == """
        error: the program did not stop within 20.0 s, the limit of `Application.Limits(stop:)`, \
        and ends with status 70.
        Held by:
        - line 1
        - Orders

        """)
    #expect(Obituary(.signal(SIGINT)).text([]) == nil)
    #expect(Obituary(.signal(SIGINT)).code == .interrupted)
    #expect(Obituary(.signal(SIGTERM)).code == .terminated)
    #expect(Obituary(.threads).code == .noThreads)
    #expect(Obituary(.launch(limit: .seconds(1), stop: .seconds(2))).code == .stopOverdue)
  }
}
