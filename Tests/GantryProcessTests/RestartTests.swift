// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A small leak shows only after thousands of repetitions.
@Suite(.timeLimit(.minutes(5)))
struct RestartTests {
  // Only Linux reports the allocated memory so simply.
  #if canImport(Glibc)
    @Test func `a thousand starts leave neither memory nor threads behind`() async throws {
      let figures = try await Self.figures(of: "restarts")
      for life in ["a start", "an application"] {
        // A leaked module would be some kilobytes each, a limit's timer one.
        #expect(try #require(figures["bytes \(life)"]) < 300, "\(life)")
        // A leak would be thousands; on a busy machine, thread pools grow by a few.
        #expect(try #require(figures["threads \(life)"]) < 40, "\(life)")
      }
    }

    @Test func `ten thousand answered replies leave nothing until their deadlines`() async throws {
      let figures = try await Self.figures(of: "replies")
      // A clock keeps more than a hundred bytes for each cancelled sleep.
      #expect(try #require(figures["bytes a reply"]) < 30)
    }

    /// The numbers that a scenario prints at its end, by name.
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
