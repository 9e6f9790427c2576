// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RestartTests {
  // Only Linux tells a process so simply how much it occupies.
  #if os(Linux)
    @Test func `thousands of starts leave neither memory nor threads behind`() async throws {
      let fixture = try FixtureProcess("restarts")
      #expect(await fixture.end() == .status(0))
      let figures = await fixture.output.reduce(into: [String: Int]()) { figures, line in
        let parts = line.split(separator: ":", maxSplits: 1)
        figures[String(parts[0])] = parts.last.flatMap {
          Int($0.trimmingCharacters(in: .whitespaces))
        }
      }
      // A bound's timer that stayed would be a kilobyte each; the pages of a heap are not exact.
      #expect(try #require(figures["bytes a start"]) < 1000)
      // The pool of all tasks may have grown by one or two meanwhile.
      #expect(try #require(figures["threads more"]) < 10)
    }
  #endif
}
