// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RestartTests {
  // Only there a process is so simply told how much is allocated.
  #if canImport(Glibc)
    @Test func `thousands of starts leave neither memory nor threads behind`() async throws {
      let fixture = try FixtureProcess("restarts")
      let end = await fixture.end()
      let output = await fixture.output
      #expect(end == .status(0), "\(output)")
      let figures = output.reduce(into: [String: Int]()) { figures, line in
        let parts = line.split(separator: ":", maxSplits: 1)
        figures[String(parts[0])] = parts.last.flatMap {
          Int($0.trimmingCharacters(in: .whitespaces))
        }
      }
      for life in ["a start", "an application"] {
        // A module that stayed would be some kilobytes each, a bound's timer one.
        #expect(try #require(figures["bytes \(life)"]) < 300, "\(life)")
        // The pool of all tasks may have grown by one or two meanwhile.
        #expect(try #require(figures["threads \(life)"]) < 10, "\(life)")
      }
    }
  #endif
}
