// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What is used up stays used: it can only be seen after thousands of times.
@Suite(.timeLimit(.minutes(5)))
struct RestartTests {
  // Only there a process is so simply told how much is allocated.
  #if canImport(Glibc)
    @Test func `thousands of starts leave neither memory nor threads behind`() async throws {
      let figures = try await Self.figures(of: "restarts")
      for life in ["a start", "an application"] {
        // A module that stayed would be some kilobytes each, a bound's timer one.
        #expect(try #require(figures["bytes \(life)"]) < 300, "\(life)")
        // A leak would be thousands; on a busy machine the pools of threads grow by a few.
        #expect(try #require(figures["threads \(life)"]) < 40, "\(life)")
      }
    }

    @Test func `ten thousand answered replies leave nothing until their deadlines`()
      async throws
    {
      let figures = try await Self.figures(of: "replies")
      // What a clock keeps of a cancelled sleep is more than a hundred each.
      #expect(try #require(figures["bytes a reply"]) < 30)
    }

    /// What a scenario says at its end, a number by its name.
    private static func figures(of scenario: String) async throws -> [String: Int] {
      let fixture = try FixtureProcess(scenario)
      let end = await fixture.end()
      let output = await fixture.output
      #expect(end == .status(0), "\(output)")
      return output.reduce(into: [:]) { figures, line in
        let parts = line.split(separator: ":", maxSplits: 1)
        guard let name = parts.first, let figure = parts.last else { return }
        figures[String(name)] = Int(figure.trimmingCharacters(in: .whitespaces))
      }
    }
  #endif
}
