// SPDX-License-Identifier: Apache-2.0

import Testing

/// URLs on their way from a process to a module's route.
@Suite(.timeLimit(.minutes(5)))
struct ProcessRouteTests {
  /// The lines for URLs from the command line and from standard input.
  private static func said(_ arguments: [String] = [], _ lines: [String]) async throws -> [String] {
    let fixture = try FixtureProcess("routes", arguments, input: .lines(lines))
    #expect(await fixture.end() == .status(0))
    return await fixture.output.drop { $0 != "ready" }.dropFirst().prefix { $0 != "WillTerminate" }
      .map { $0 }
  }

  @Test func `a URL that no module handles goes to its route, as an external call`() async throws {
    let said = try await Self.said(
      ["fix://cellar/1", "FIX://CELLAR//2/"], ["fix://roof/3", "fix://cellar/4?cold"])
    #expect(
      said == [
        "shelf 1, asked from external", "opened fix://cellar/1",
        "shelf 2, asked from external", "opened FIX://CELLAR//2/",
        // Handlers of the event come first: the route of this path is not asked.
        "Roof opens fix://roof/3", "opened fix://roof/3",
        "shelf 4, asked from external", "opened fix://cellar/4?cold",
      ])
  }

  @Test func `a route's own calls through its context are internal`() async throws {
    #expect(
      try await Self.said([], ["fix://cellar/jam"]) == [
        "shelf 7, asked from internal", "the key, asked from internal", "opened fix://cellar/jam",
      ])
  }

  @Test(arguments: [
    // Internal, of another scheme, of the wrong type, unknown, hostile, and one that fails.
    "fix://cellar/key", "other://cellar/1", "fix://cellar/one", "fix://attic/1",
    "fix://cellar/%2e%2e/key", "fix://cellar/coal",
  ])
  func `a URL that no route may answer is reported and has no other effect`(
    url: String
  ) async throws {
    let said = try await Self.said([url], [])
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix("no module answers for \(url): ") == true, "\(said)")
  }
}
